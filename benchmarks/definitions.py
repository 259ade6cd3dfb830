"""How long does it take to explore a game by its definitions, against Python written by hand, and its kernel?

The first positions of Othello on four by four and of the L game, which chooses among 12,288 moves; both walk
through the same positions.  Then games of the library by the quick code that is made of their definitions,
against the definitions as they are compiled.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import islice
from math import inf
from pathlib import Path
from typing import Any
from unittest.mock import patch

from benchmarks.games import document
from benchmarks.measuring import Ratio, best_of_each
from noughts.cli.game_argument import load_program
from noughts.documents import by_rules
from noughts.documents.by_rules import GameByRules
from noughts.documents.from_document import game_from
from noughts.grounding.ground import ground
from noughts.kernels.explore import explore_kernel, explore_rules
from noughts.kernels.kernel import Kernel

FOLDER = Path(__file__).parent / "documents"
LIBRARY = {
    "breakthrough": 3000,
    "draughts": 500,
    "hare": 1000,
    "konane": 400,
    "mnk": 3000,
    "morris": 100,
    "mutorere": 1000,
    "sim": 3000,
    "tapatan": 2000,
    "tictactoe": 3000,
    "y": 2000,
}
"""Games whose states are sets, tuples or maps, and how many of their positions are explored."""
Successors = Callable[[Any], list[Any] | None]
"""The positions after one; ``None`` where the game is over."""


def measure() -> Iterator[Ratio]:
    for name, by_hand, initial, count, most in (
        ("othello44", othello, OTHELLO, 2000, 12.0),
        ("lgame", l_game, L_GAME, 200, 30.0),
    ):
        game = game_from(load_program([FOLDER / f"{name}.led"]), name=name)
        positions = [*map(plain, first_of(game, count))]
        assert reached(by_hand, positions[:count]) | {initial} == {*positions}
        ours, python = best_of_each(
            partial(first_of, game, count), partial(reached, by_hand, positions[:count]), times=3
        )
        yield Ratio(f"{name} by definitions", ours, "Python by hand", python, most=most)
    dodgem = document("dodgem")
    kernel = Kernel(ground(dodgem))
    ours, through_kernel = best_of_each(
        lambda: explore_rules(dodgem), lambda: explore_kernel(dodgem, kernel), times=3
    )
    yield Ratio("dodgem by definitions", ours, "its kernel", through_kernel, note="1,963 positions")
    for name, count in LIBRARY.items():
        game = document(name)
        quick, compiled = best_of_each(
            partial(first_of, game, count), partial(without_quick_code, game, count), times=3
        )
        yield Ratio(f"{name} by quick code", quick, "compiled definitions", compiled, most=2 / 3)


def without_quick_code(game: GameByRules, count: int) -> None:
    """The first positions by the definitions as they are compiled."""
    with patch.object(by_rules, "_QUESTIONS_BEFORE", inf):
        first_of(game.twin(), count)


def first_of(game: Any, count: int) -> list[Any]:
    """The first positions, breadth first, and those after them."""
    from noughts.kernels.explore import _ByRules

    found = _ByRules(game, game.initial)
    for _ in islice(found.expansion(), count):
        pass
    return found.nodes


def reached(successors: Successors, positions: Iterable[Any]) -> set[Any]:
    """The positions after some, by hand."""
    return {after for position in positions for after in successors(position) or ()}


def plain(position: Any) -> Any:
    """A position of a document with Python's own sets and names."""
    from noughts.values.scalars import Atom
    from noughts.values.sets import Set

    if isinstance(position, Set):
        return frozenset(map(plain, position))
    if isinstance(position, tuple):
        return tuple(map(plain, position))
    return position.name if isinstance(position, Atom) else position


SQUARES = frozenset((x, y) for x in range(1, 5) for y in range(1, 5))
DIRECTIONS = [(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if x or y]
OTHELLO = (
    "black",
    frozenset({("white", (2, 2)), ("white", (3, 3)), ("black", (2, 3)), ("black", (3, 2))}),
)


def flips(board: dict[Any, str], side: str, square: tuple[int, int]) -> list[tuple[int, int]]:
    """The discs that a side turns by a disc on a square."""
    found: list[tuple[int, int]] = []
    for right, up in DIRECTIONS:
        run, x, y = [], square[0] + right, square[1] + up
        while (there := board.get((x, y))) is not None and there != side:
            run.append((x, y))
            x, y = x + right, y + up
        if there == side:
            found += run
    return found


def othello(position: Any) -> list[Any] | None:
    """The positions after one of Othello."""
    side, discs = position
    board = {square: owner for owner, square in discs}
    other = "white" if side == "black" else "black"
    empty = [square for square in SQUARES if square not in board]
    moves = [(square, turned) for square in empty if (turned := flips(board, side, square))]
    if not moves:
        return [(other, discs)] if any(flips(board, other, square) for square in empty) else None
    return [
        (other, discs - {(other, s) for s in turned} | {(side, s) for s in (*turned, square)})
        for square, turned in moves
    ]


CORNER = [(0, 0), (1, 0), (2, 0)]
SHAPES = [[*CORNER, end] for end in ((2, 1), (0, 1), (2, -1), (0, -1))]
PLACES = {
    place
    for shape in (*SHAPES, *([(y, x) for x, y in shape] for shape in SHAPES))
    for right in range(5)
    for up in range(5)
    if (place := frozenset((x + right, y + up) for x, y in shape)) <= SQUARES
}
L_GAME = (
    "red",
    frozenset({(1, 2), (1, 3), (1, 4), (2, 4)}),
    frozenset({(4, 3), (4, 2), (4, 1), (3, 1)}),
    frozenset({(1, 1), (4, 4)}),
)


def l_game(position: Any) -> list[Any] | None:
    """The positions after one of the L game."""
    side, red, blue, coins = position
    own, enemy = (red, blue) if side == "red" else (blue, red)
    taken, found = enemy | coins, []
    for place in PLACES:
        if place == own or not taken.isdisjoint(place):
            continue
        free = SQUARES - place - taken
        for left in ((coins - {coin}) | {to} for coin in coins for to in (*free, coin)):
            found.append(("blue", place, blue, left) if side == "red" else ("red", red, place, left))
    return found or None
