"""Exact values agree with the definition, with theory, and with what is known of small games."""

from __future__ import annotations

from functools import cache, reduce
from operator import xor

import pytest
from hypothesis import given
from hypothesis import strategies as st

from noughts.games.game import Game
from noughts.games.result import Oracle, Value
from noughts.kernels.explore import explore_rules
from noughts.solvers.backward import TooManySides, solve, solve_game, values_by_layers
from tests.small_games import GraphGame, Hexapawn, Nim, TicTacToe
from tests.small_games.graph import graphs

DRAW = Value(None, None)

KNOWN: dict[str, tuple[Game, Value]] = {
    "tic-tac-toe is a draw": (TicTacToe(), DRAW),
    "hexapawn is the second player's": (Hexapawn(), Value("b", 6)),
    "three heaps that cancel": (Nim((1, 2, 3)), Value("second", 6)),
    "a single heap is taken at once": (Nim((7,)), Value("first", 1)),
}


@pytest.mark.parametrize("name", KNOWN)
def test_known_values(name: str) -> None:
    game, value = KNOWN[name]
    assert solve_game(game).value(game.initial) == value


def test_the_values_of_tic_tac_toe_add_up() -> None:
    solution = solve_game(TicTacToe())
    counts = solution.figures.values
    assert sum(counts.values()) == 5478
    assert solution.value("x...o....") == DRAW
    assert solution.value("xo.......") == Value("x", 5)
    assert solution.value("xox.o....") == DRAW
    assert solution.best("x........") == (4,)  # only the centre holds against a corner
    assert solution.figures.longest == max(depth for _, depth in map(minimax, solution.graph.positions))


@cache
def minimax(position: str) -> tuple[int, int]:
    """1 if x wins, -1 if o does, else 0; and the plies to the end that decides, 0 in a draw."""
    game = TicTacToe()
    outcome = game.outcome(position)
    if outcome is not None:
        return {"x": 1, "o": -1, None: 0}[outcome.winner], 0
    sign = 1 if game.to_move(position) == "x" else -1
    after = [minimax(game.after(position, move)) for move in game.moves(position)]
    best = max(sign * result for result, _ in after)
    plies = [n + 1 for result, n in after if sign * result == best]
    return sign * best, 0 if best == 0 else min(plies) if best > 0 else max(plies)


def test_tic_tac_toe_has_the_values_of_minimax() -> None:
    solution = solve_game(TicTacToe())
    for position in solution.graph.positions:
        assert isinstance(position, str)
        result, plies = minimax(position)
        expected = DRAW if result == 0 else Value("x" if result == 1 else "o", plies)
        assert solution.value(position) == expected


@given(st.lists(st.integers(0, 4), max_size=3).map(tuple))
def test_nim_is_won_exactly_where_the_heaps_do_not_cancel(heaps: tuple[int, ...]) -> None:
    """C. L. Bouton, Nim, a game with a complete mathematical theory, 1902."""
    solution = solve_game(Nim(heaps))
    for side, left in solution.graph.positions:
        other = "second" if side == "first" else "first"
        winner = side if reduce(xor, left, 0) else other
        assert solution.value((side, left)).winner == winner


def circle(*, exit_for: str) -> GraphGame:
    """a at 0 and b at 1 may go round for ever; each may leave, to a place won by `exit_for`."""
    return GraphGame({0: [1, 2], 1: [0, 3], 2: [], 3: []}, {0: "a", 1: "b", 2: exit_for, 3: exit_for})


def test_who_would_lose_by_leaving_a_circle_stays_in_it() -> None:
    """Derived by hand: if all ends are won by b, a never leaves and b leaves at once."""
    solution = solve_game(circle(exit_for="b"))
    assert solution.value(0) == Value("b", 2)
    assert solution.value(1) == Value("b", 1)
    assert solution.best(0) == (0,)  # to go on loses later than to leave


def test_a_circle_that_nobody_wants_to_leave_is_a_draw() -> None:
    game = GraphGame({0: [1, 2], 1: [0, 3], 2: [], 3: []}, {0: "a", 1: "b", 2: "b", 3: "a"})
    solution = solve_game(game)
    assert solution.value(0) == solution.value(1) == DRAW
    assert solution.best(0) == (0,)
    assert solution.best(1) == (0,)
    assert solution.figures.values == {"a": 1, "b": 1, "draw": 2}


def test_the_loser_delays_and_the_winner_hurries() -> None:
    """a at 0 loses by 1 at once or by 2, 3, 4 later; b at 3 could dawdle through 5."""
    game = GraphGame(
        {0: [1, 2], 1: [], 2: [3], 3: [5, 4], 4: [], 5: [6], 6: [4]},
        {0: "a", 1: "b", 2: "a", 3: "b", 4: "b", 5: "a", 6: "b"},
    )
    solution = solve_game(game)
    assert solution.value(0) == Value("b", 3)
    assert solution.best(0) == (1,)
    assert solution.best(3) == (1,)
    assert solution.by_move(3) == {0: Value("b", 3), 1: Value("b", 1)}
    assert solution.by_move(4) == {}
    assert solution.best(4) == ()


def test_a_single_side_wins_if_it_can_reach_a_won_end() -> None:
    arrows = {0: [1, 2], 1: [0, 5], 2: [3], 3: [4], 4: [], 5: []}
    marks = {0: "a", 1: "a", 2: "a", 3: "a", 4: "a", 5: None}
    alone = solve_game(GraphGame(arrows, marks, sides=("a",)))
    assert alone.value(0) == Value("a", 3)
    assert alone.value(1) == Value("a", 4)
    assert alone.value(5) == DRAW
    assert alone.best(1) == (0,)


def test_more_than_two_sides_are_refused() -> None:
    game = GraphGame({0: []}, {0: "a"}, sides=("a", "b", "c"), name="three at a table")
    with pytest.raises(
        TooManySides, match=r"three at a table has 3 sides \(a, b, c\), and a position has one value"
    ):
        solve(explore_rules(game))


def test_a_position_that_play_does_not_reach_is_not_known() -> None:
    solution: Oracle = solve(explore_rules(TicTacToe(), "xo......."))
    with pytest.raises(KeyError):
        solution.value("." * 9)


def slow_values(game: GraphGame) -> dict[int, Value]:
    """The definition itself: what can be forced within n plies, for n = 0, 1, 2, …

    win(n, s) = { p : s has won at p }                                     if n = 0
              = win(n-1, s) + { p : s moves at p, some q after is in it }
                            + { p : another moves at p, every q after is in it }
    and the distance is the least n.
    """
    values: dict[int, Value] = {}
    for side in game.sides:
        forced = {p for p in game.arrows if not game.arrows[p] and game.marks[p] == side}
        for plies in range(len(game.arrows) + 1):
            for p in forced:
                values.setdefault(p, Value(side, plies))
            forced = forced | {
                p
                for p, after in game.arrows.items()
                if after and (any if game.marks[p] == side else all)(q in forced for q in after)
            }
    return {p: values.get(p, DRAW) for p in game.arrows}


@given(graphs())
def test_any_graph_has_the_values_of_the_definition(game: GraphGame) -> None:
    solution = solve_game(game)
    expected = slow_values(game)
    for position in solution.graph.positions:
        assert isinstance(position, int)
        assert solution.value(position) == expected[position]


@given(graphs())
def test_best_moves_keep_the_value_and_no_other_is_better(game: GraphGame) -> None:
    solution = solve_game(game)
    for position in solution.graph.positions:
        if game.outcome(position) is not None:
            continue
        value, by_move = solution.value(position), solution.by_move(position)
        assert list(by_move) == list(game.moves(position))
        assert set(solution.best(position)) == {m for m, reached in by_move.items() if reached == value}
        assert solution.best(position)
        mover = game.to_move(position)
        assert max(merit(v, mover) for v in by_move.values()) == merit(value, mover)


def merit(value: Value, side: str) -> tuple[int, int]:
    """How much `side` likes a value: wins the sooner the better, then draws, then losses the later."""
    if value.distance is None:
        return (0, 0)
    return (1, -value.distance) if value.winner == side else (-1, value.distance)


@given(graphs())
def test_arrays_give_every_position_the_same_value(game: GraphGame) -> None:
    graph = explore_rules(game)
    one_by_one = solve(graph).values
    assert values_by_layers(graph, [(1, -1, 0)[winner] for winner in graph.winners]) == one_by_one
