"""Several threads ask one game from a document at the same time, and get what one thread gets."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from random import Random
from typing import Any

import pytest

from noughts.games.game import Game, Position, twin_of
from noughts.games.picture import Pictured
from tests.library.games import by_clicks, by_rules, played

SWITCH = 1e-5
"""Seconds between two switches of threads: five hundred times as often as usual."""


@pytest.fixture(autouse=True)
def restless() -> Iterator[None]:
    """Let threads change as often as the interpreter can."""
    usual = sys.getswitchinterval()
    sys.setswitchinterval(SWITCH)
    yield
    sys.setswitchinterval(usual)


def answers(game: Game, position: Position) -> list[Any]:
    """What a game says of a position."""
    moves = game.moves(position)
    asked: list[Any] = [game.to_move(position), tuple(moves)]
    asked += [game.outcome(position), game.position_text(position)]
    asked += [(game.move_text(position, move), game.after(position, move)) for move in moves]
    if isinstance(game, Pictured):
        asked += [list(game.images(position)), dict(game.areas(position)), game.clicked(position, 450, 350)]
    return asked


@pytest.mark.parametrize("read", [by_rules, by_clicks], ids=["rules", "clicks"])
def test_each_gets_the_answers_that_one_thread_gets(read: Callable[[str], Game]) -> None:
    game = read("tictactoe")
    positions = played(game, seed=1, matches=2)
    expected = {position: answers(game, position) for position in positions}
    shared = twin_of(game)

    def ask(seed: int) -> list[Position]:
        order = Random(seed).sample(positions, len(positions))
        return [position for position in order if answers(shared, position) != expected[position]]

    with ThreadPoolExecutor(4) as threads:
        wrong = [position for found in threads.map(ask, range(4)) for position in found]
    assert wrong == []
