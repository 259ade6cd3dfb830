"""A game whose positions are numbers is the game itself: moves, their texts and order, ends."""

from __future__ import annotations

from random import Random

import pytest

from noughts.games.game import Position
from noughts.kernels.coded import Coded, Quick, coded_of
from tests.library.games import BOARD_GAMES, by_clicks, by_rules
from tests.small_games import TicTacToe

GAMES = [(name, ()) for name in BOARD_GAMES] + [("mnk", ("m=2", "n=4", "k=3")), ("nim", ("heaps=(2, 4)",))]


def the_same(coded: Coded, code: int, position: Position) -> None:
    game = coded.game
    assert coded.position(code) == position
    assert coded.position_text(code) == game.position_text(position)
    assert coded.outcome(code) == game.outcome(position)
    assert list(coded.moves(code)) == list(game.moves(position))
    quick = Quick(coded)
    assert quick.outcome(position) == game.outcome(position)
    assert list(quick.moves(position)) == list(game.moves(position))
    if game.outcome(position) is None:
        assert coded.to_move(code) == quick.to_move(position) == game.to_move(position)
    for move in game.moves(position):
        text = game.move_text(position, move)
        assert coded.move_text(code, move) == quick.move_text(position, move) == text
        assert quick.after(position, move) == game.after(position, move)


@pytest.mark.parametrize(("name", "let"), GAMES)
def test_random_matches_are_the_same_move_by_move(name: str, let: tuple[str, ...]) -> None:
    game, dice = by_rules(name, let), Random(5)
    coded = coded_of(game)
    assert coded is not None
    assert (coded.name, coded.sides) == (game.name, game.sides)
    for _ in range(1 if name == "disctru" else 10):
        code, position = coded.initial, game.initial
        the_same(coded, code, position)
        while game.outcome(position) is None:
            move = dice.choice(game.moves(position))
            code, position = coded.after(code, move), game.after(position, move)
            the_same(coded, code, position)


def test_a_game_without_a_kernel_has_no_numbers() -> None:
    assert coded_of(by_clicks("tictactoe")) is None
    assert coded_of(TicTacToe()) is None
