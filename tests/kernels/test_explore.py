"""Exploring finds every position once, in a fixed order, and every transition."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from noughts.games.game import Game, Position, TooManyPositions
from noughts.kernels.columns import PositionColumns
from noughts.kernels.explore import KernelListing, UnlawfulGame, explore_kernel, explore_rules
from noughts.kernels.kernel import Kernel
from noughts.kernels.kernel_source import NOBODY
from tests.library.games import by_rules
from tests.small_games import GraphGame, Hexapawn, Nim, TicTacToe

FIGURES: dict[str, tuple[Game, int, int, dict[str, int]]] = {
    "tic-tac-toe": (TicTacToe(), 5478, 16167, {"x": 626, "o": 316, "draw": 16}),
    "tic-tac-toe, one move left": (
        TicTacToe(initial="xoxxoxo.o"),
        2,
        1,
        {"x": 0, "o": 0, "draw": 1},
    ),
    "one heap of 3": (Nim((3,)), 6, 7, {"first": 1, "second": 1, "draw": 0}),
    "no heap at all": (Nim(()), 1, 0, {"first": 0, "second": 1, "draw": 0}),
    "two arrows to one place": (
        GraphGame({0: [1, 1], 1: []}, {0: "a", 1: "b"}),
        2,
        2,
        {"a": 0, "b": 1, "draw": 0},
    ),
    "an arrow back": (
        GraphGame({0: [0, 1], 1: [0]}, {0: "a", 1: "b"}),
        2,
        3,
        {"a": 0, "b": 0, "draw": 0},
    ),
}

BY_PLY: dict[str, tuple[Game, list[int]]] = {
    # Legal diagrams by the number of pieces on the board.
    "tic-tac-toe": (TicTacToe(), [1, 9, 72, 252, 756, 1260, 1520, 1140, 390, 78]),
    "one heap of 3": (Nim((3,)), [1, 3, 2]),
}

LINES_OF_PLAY: dict[str, tuple[Game, list[int]]] = {
    # How many lines of play there are of each length: the perft counts of tic-tac-toe.
    "tic-tac-toe": (TicTacToe(), [1, 9, 72, 504, 3024, 15120, 54720, 148176, 200448, 127872]),
}


@pytest.mark.parametrize("name", FIGURES)
def test_the_figures_are_those_known_from_elsewhere(name: str) -> None:
    game, positions, transitions, terminal = FIGURES[name]
    counts = explore_rules(game).counts()
    assert counts == {"positions": positions, "transitions": transitions, "terminal": terminal}
    assert json.loads(json.dumps(counts)) == counts


@pytest.mark.parametrize("name", BY_PLY)
def test_positions_by_ply(name: str) -> None:
    game, sizes = BY_PLY[name]
    assert explore_rules(game).by_ply() == sizes


@pytest.mark.parametrize("name", LINES_OF_PLAY)
def test_lines_of_play_counted_over_the_graph(name: str) -> None:
    """Push the count of lines along the transitions, ply by ply."""
    game, counts = LINES_OF_PLAY[name]
    exploration = explore_rules(game)
    lines = {0: 1}
    for count in counts:
        assert sum(lines.values()) == count
        pushed: dict[int, int] = {}
        for number, times in lines.items():
            for after in exploration.successors(number):
                pushed[after] = pushed.get(after, 0) + times
        lines = pushed
    assert not lines


@pytest.mark.parametrize("game", [TicTacToe(), Hexapawn(), Nim((2, 3))], ids=lambda game: game.name)
def test_every_part_says_what_the_game_says(game: Game) -> None:
    exploration = explore_rules(game)
    for number, position in enumerate(exploration.positions):
        assert exploration.number_of[position] == number
        after = [exploration.positions[k] for k in exploration.successors(number)]
        assert after == [game.after(position, move) for move in game.moves(position)]
        outcome = game.outcome(position)
        winner = None if outcome is None else outcome.winner
        expected = NOBODY if winner is None else game.sides.index(winner)
        assert exploration.winners[number] == expected
        mover = exploration.movers[number]
        assert mover == (NOBODY if outcome else game.sides.index(game.to_move(position)))


graphs = st.integers(1, 12).flatmap(
    lambda size: st.lists(st.lists(st.integers(0, size - 1), max_size=4), min_size=size, max_size=size).map(
        lambda rows: GraphGame(dict(enumerate(rows)), dict.fromkeys(range(size), "a"))
    )
)


@given(graphs)
def test_what_is_found_is_the_closure_of_the_start_in_order_of_distance(game: GraphGame) -> None:
    exploration = explore_rules(game)
    reached = {0}
    for _ in game.arrows:
        reached |= {after for position in reached for after in game.arrows[position]}
    assert set(exploration.positions) == reached
    assert len(exploration.positions) == len(reached)
    assert exploration.transitions == sum(len(game.arrows[position]) for position in reached)
    assert sum(exploration.by_ply()) == len(exploration)
    for ply, size in enumerate(exploration.by_ply()):
        at_ply = [p for p in exploration.positions if distance(game, p) == ply]
        assert len(at_ply) == size


def distance(game: GraphGame, position: Position) -> int:
    """The length of a shortest way from 0."""
    ring, steps = {0}, 0
    while position not in ring:
        ring |= {after for p in ring for after in game.arrows[p]}
        steps += 1
    return steps


def test_two_explorations_are_alike() -> None:
    first, second = explore_rules(Hexapawn()), explore_rules(Hexapawn())
    assert first.positions == second.positions
    assert first.targets == second.targets


def test_exploring_from_another_position() -> None:
    exploration = explore_rules(TicTacToe(), "xoxxoxo..")
    assert exploration.positions == ("xoxxoxo..", "xoxxoxoo.", "xoxxoxo.o", "xoxxoxoxo")
    assert exploration.terminal() == {"x": 0, "o": 1, "draw": 1}


def test_progress_is_told_and_ends_small() -> None:
    told: list[tuple[int, int]] = []
    explore_rules(TicTacToe(), progress=lambda known, waiting: told.append((known, waiting)))
    assert len(told) > 10
    assert told == sorted(told, key=lambda pair: pair[0])
    assert all(0 <= waiting <= known <= 5478 for known, waiting in told)
    assert told[-1][1] < 64


def test_the_limit_is_exact_and_says_what_to_do() -> None:
    assert len(explore_rules(TicTacToe(), limit=5478)) == 5478
    with pytest.raises(TooManyPositions) as caught:
        explore_rules(TicTacToe(), limit=5477)
    assert str(caught.value) == (
        "tic-tac-toe has more than 5,477 positions, which is the limit; "
        "allow more with `limit=`, or make the game smaller"
    )


class Stuck(TicTacToe):
    def moves(self, position: str) -> list[int]:
        return []


class Strange(TicTacToe):
    def to_move(self, position: str) -> str:
        return "z"


@pytest.mark.parametrize(
    ("make", "fault"),
    [
        (Stuck, "in .../.../... there is no legal move, but the match is not over; let the rules"),
        (Strange, "in .../.../... `z` is to move, which is not a side; the sides are `x`, `o`"),
        (
            lambda: TicTacToe(sides=("o",), initial="xxx......"),
            "`x` has won, which is not a side; the sides are `o`",
        ),
    ],
)
def test_a_game_that_breaks_the_laws_is_refused(make: Callable[[], Game], fault: str) -> None:
    with pytest.raises(UnlawfulGame) as caught:
        explore_rules(make())
    assert fault in str(caught.value)


def test_a_list_by_a_kernel_goes_on_where_it_was_left():
    game = by_rules("hexapawn")
    kernel = Kernel(game.ground())
    listing = KernelListing(game, kernel)
    for limit in (1, 20, 100):
        assert listing.within(limit) is None
    found, whole = listing.within(135), explore_kernel(game, kernel)
    assert found is not None
    assert found.codes == whole.codes
    for part in ("offsets", "targets", "movers", "winners"):
        assert getattr(found, part) == getattr(whole, part)


def test_the_moves_of_a_listed_game_need_no_further_columns(monkeypatch: pytest.MonkeyPatch) -> None:
    """Columns are for many positions together; the moves of one after the other come from the kernel."""
    made: list[int] = []
    columns = PositionColumns.columns

    def counted(self: PositionColumns, states: Any) -> list[Any]:
        made.append(len(states))
        return columns(self, states)

    monkeypatch.setattr(PositionColumns, "columns", counted)
    kernel = Kernel(by_rules("hexapawn").ground())
    assert kernel.columns is not None
    kernel.columns.worth_it = 1
    graph = explore_kernel(by_rules("hexapawn"), kernel)
    assert sum(made) == len(graph)
    assert [graph.moves(number) for number in range(len(graph))] == [
        list(by_rules("hexapawn").moves(position)) for position in graph.positions
    ]
    assert sum(made) == len(graph)
