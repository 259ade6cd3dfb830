"""The board that is cut out of the screen of a game."""

from __future__ import annotations

from random import Random

import pytest

from noughts.api.load import Reading, load_rules
from noughts.games.match import Match
from noughts.games.picture import Pictured, board_frame


@pytest.mark.parametrize("name", ["tictactoe", "four", "hexapawn", "nim", "mnk", "disctru"])
def test_whatever_may_be_clicked_in_a_match_lies_on_the_board_of_the_first_position(name: str):
    rules, choose = load_rules([name], Reading({})), Random(name)
    assert isinstance(rules, Pictured)
    left, bottom, right, top = board_frame(rules, rules.initial)
    match = Match(rules)
    while match.legal_moves and len(match.moves) < 12:
        for area in (area for owned in rules.areas(match.position).values() for area in owned):
            assert left <= area.left < area.right <= right
            assert bottom <= area.bottom < area.top <= top
        match = match.play(choose.choice(match.legal_moves))


def test_a_headline_and_a_button_that_stands_apart_do_not_lie_on_the_board():
    rules = load_rules(["tictactoe"], Reading({}))
    assert isinstance(rules, Pictured)
    assert board_frame(rules, rules.initial) == (196, 396, 504, 704)
