"""What the page on Wythoff's game says, beside the golden ratio and a game written in Python."""

from __future__ import annotations

from functools import cache
from math import isqrt

from noughts.kernels.explore import explore
from noughts.solvers.backward import solve
from tests.library.games import by_rules

State = tuple[int, int, str]


def golden(i: int) -> int:
    """The golden ratio times i, rounded down."""
    return (i + isqrt(5 * i * i)) // 2


def after(state: State) -> list[State]:
    """Every state that a move leads to."""
    a, b, turn = state
    other = "o" if turn == "x" else "x"
    one = [(a - k, b, other) for k in range(1, a + 1)] + [(a, b - k, other) for k in range(1, b + 1)]
    return one + [(a - k, b - k, other) for k in range(1, min(a, b) + 1)]


@cache
def wins(state: State) -> bool:
    """Whether the player to move can take the last counter."""
    return any(not wins(following) for following in after(state))


def test_the_values_of_all_positions_are_those_of_the_game_in_python() -> None:
    game = by_rules("wythoff")
    explored = explore(game)
    solved = solve(explored)
    states = {(a, b, game.to_move(position)) for position in explored.positions for a, b, _ in [position]}
    reached: set[State] = {(5, 8, "x")}
    for state in (waiting := [(5, 8, "x")]):
        new = set(after(state)) - reached
        reached |= new
        waiting += new
    assert states == reached
    for position in explored.positions:
        a, b, mover = position[0], position[1], game.to_move(position)
        if game.outcome(position) is None:
            assert (solved.value(position).winner == mover) == wins((a, b, mover)), position


def test_the_cold_positions_are_multiples_of_the_golden_ratio() -> None:
    game = by_rules("wythoff")
    for i in range(9):
        assert game.meaning.value("cold", i) == (golden(i), golden(i) + i)
        assert not wins((golden(i), golden(i) + i, "x"))
