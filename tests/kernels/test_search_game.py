"""A game whose nodes are numbers is the game itself: moves, their texts and order, ends."""

from __future__ import annotations

from random import Random

import pytest

from noughts.games.game import Position
from noughts.kernels.search_game import Coded, SearchNode, search_game_of
from tests.library.games import BOARD_GAMES, by_clicks, by_rules
from tests.small_games import TicTacToe

GAMES = [(name, ()) for name in BOARD_GAMES] + [("mnk", ("m=2", "n=4", "k=3")), ("nim", ("heaps=(2, 4)",))]


def the_same(coded: Coded, node: SearchNode, position: Position) -> None:
    game, quick = coded.game, coded.quick
    assert coded.position(node) == position
    assert coded.outcome(node) == quick.outcome(position) == game.outcome(position)
    assert quick.position_text(position) == game.position_text(position)
    assert list(quick.moves(position)) == list(game.moves(position))
    if game.outcome(position) is None:
        assert [coded.move(choice) for choice in coded.choices(node)] == list(game.moves(position))
        assert game.sides[coded.mover(node)] == quick.to_move(position) == game.to_move(position)
    for move in game.moves(position):
        text = game.move_text(position, move)
        assert coded.move_text(node, coded.choice(move)) == quick.move_text(position, move) == text
        assert quick.after(position, move) == game.after(position, move)


@pytest.mark.parametrize(("name", "let"), GAMES)
def test_random_matches_are_the_same_move_by_move(name: str, let: tuple[str, ...]) -> None:
    game, dice = by_rules(name, let), Random(5)
    coded = search_game_of(game)
    assert isinstance(coded, Coded)
    assert (coded.quick.name, coded.quick.sides) == (game.name, game.sides)
    for _ in range(1 if name == "disctru" else 10):
        node, position = coded.initial, game.initial
        the_same(coded, node, position)
        while game.outcome(position) is None:
            move = dice.choice(game.moves(position))
            node, position = coded.after(node, coded.choice(move)), game.after(position, move)
            the_same(coded, node, position)


def test_a_game_without_a_kernel_is_searched_by_its_rules() -> None:
    for game in (by_clicks("tictactoe"), TicTacToe()):
        searched = search_game_of(game)
        assert not isinstance(searched, Coded)
        assert searched.quick is game
