"""A game that is surely too large is known before it is explored; no game is said to be so that is not."""

from __future__ import annotations

import pytest

from noughts.players.named import MACHINE_LIMIT, oracle_of
from noughts.solvers.explore import TooManyPositions, explore
from noughts.solvers.symbolic.surely import surely_more_than
from tests.library.games import by_rules
from tests.small_games import TicTacToe
from tests.symbolic.relatives import RELATIVES, relative


@pytest.mark.parametrize("title", RELATIVES)
def test_it_is_said_of_no_game_that_has_not_more(title: str) -> None:
    game = relative(title)
    count = len(explore(game))
    assert not surely_more_than(count, game)
    assert not surely_more_than(10 * count, game)


def test_where_there_are_cells_for_more_it_counts_them() -> None:
    assert surely_more_than(5477, by_rules("tictactoe"))
    assert not surely_more_than(5478, by_rules("tictactoe"))


@pytest.mark.parametrize(("name", "let"), [("disctru", ()), ("mnk", ("m=6", "n=7", "k=4"))])
def test_nobody_waits_for_the_values_of_a_game_that_is_far_too_large(name: str, let: tuple[str, ...]) -> None:
    game = by_rules(name, let)
    assert surely_more_than(MACHINE_LIMIT, game)
    with pytest.raises(TooManyPositions):
        oracle_of(game)


def test_nothing_is_said_of_a_game_in_python() -> None:
    assert not surely_more_than(1, TicTacToe())
