"""What a game remembers of its positions: the answers that it would give anew, and no more than some."""

from __future__ import annotations

import random

import pytest

import noughts
from noughts.documents import documented
from noughts.games.game import twin_of
from noughts.games.line import read_line
from noughts.games.match import Match
from noughts.values.show import show


def told(match: Match) -> tuple[object, ...]:
    """All that a match says of its position."""
    return (
        match.outcome,
        match.legal_moves,
        match.legal_texts,
        match.outcome or match.to_move,
        [match.play(move).position for move in match.legal_moves],
    )


@pytest.mark.parametrize("name", ["tictactoe", "nim", "hexapawn", "hare"])
def test_what_is_remembered_is_what_a_new_game_answers(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(documented, "_REMEMBERED", 20)
    game, dice = noughts.load(name).rules, random.Random(name)
    assert isinstance(game, documented.Documented)
    for _ in range(4):
        match = Match(game)
        while match.outcome is None and match.ply < 12:
            assert told(match) == told(Match(twin_of(game), positions=[match.position]))
            match = match.play(dice.choice(match.legal_moves))
    assert game._answers.cache_info().currsize <= 20


def test_equal_positions_have_successors_in_their_own_order() -> None:
    game = noughts.load("tictactoe").rules
    first, second = (read_line(Match(game), line) for line in ("1 2 3", "3 2 1"))
    assert first.position == second.position
    assert show(first.position) != show(second.position)
    for match in (first, second, first):
        alone = Match(twin_of(game), positions=[match.position])
        assert show(read_line(match, "9").position) == show(read_line(alone, "9").position)
