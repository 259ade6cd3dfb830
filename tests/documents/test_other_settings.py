"""Rules with other numbers: games of no cell, of one, and that are over before the first move."""

from __future__ import annotations

import pytest

from noughts.documents import library
from noughts.documents.by_rules import PicturedByRules
from noughts.documents.documented import BrokenRules
from noughts.documents.from_document import game_from
from noughts.documents.settings import settings_of
from noughts.games.game import Game
from noughts.games.match import Match
from noughts.language.check import read_program
from noughts.language.parse import parse_expression
from noughts.text.diagnostic import DocumentError

SMALL = (-1, 0, 1, 2)


@pytest.mark.parametrize("name", library.names())
def test_small_numbers_make_a_game_with_a_picture_or_are_refused(name: str) -> None:
    path = library.path_of(name)
    for setting in settings_of(game_from(read_program([path]), name=name)):
        for number in SMALL:
            values = {setting: parse_expression(str(number), setting)}
            try:
                game = game_from(read_program([path], values), name=name)
                if isinstance(game, PicturedByRules):
                    assert all(game.images(game.initial))
                if isinstance(game, Game):
                    match = Match(game)
                    assert (match.outcome is None) == bool(match.legal_moves)
            except (BrokenRules, DocumentError):
                pass  # which say in one sentence what is wrong
