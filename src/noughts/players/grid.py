"""Boards whose cells are the moves of a game.

In many games a move takes a free cell.  `grid_of` recognises these games and arranges the cells as on the
game's screen.  The moves of any other game are a `Menu`: one row with a cell for each legal move of the
position.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from random import Random
from typing import Final, TypeAlias

from msgspec import Struct

from noughts.games.game import Game, Move
from noughts.games.match import Match
from noughts.games.picture import Pictured
from noughts.kernels.search_game import search_game_of

Cell: TypeAlias = tuple[int, int]
"""A cell as x, to the right, and y, downward, both from 0 at the corner at the top left."""

BLANK: Final = -1
"""The value of a cell without a piece.  A piece is the index of its side."""

Pieces: TypeAlias = Mapping[Cell, int]
"""The piece in every cell of a board, or `BLANK`; row by row."""

# Random matches by which `grid_of` decides what the moves of a game are.
_WALKS: Final = 12
# The most moves of such a match: a grid has fewer cells on any board that a person would play on.
_LONGEST_WALK: Final = 200


@cache
def lines(width: int, height: int) -> tuple[tuple[Cell, ...], ...]:
    """The cells of each row and each column, and of both diagonals if the board is square.

    >>> lines(2, 1)
    (((0, 0), (1, 0)), ((0, 0),), ((1, 0),))
    """
    rows = tuple(tuple((x, y) for x in range(width)) for y in range(height))
    columns = tuple(zip(*rows, strict=True))
    square = width == height
    return rows + columns + tuple(diagonal(width, height, number) for number in (1, 2) if square)


def diagonal(width: int, height: int, number: int) -> tuple[Cell, ...]:
    """The cells of a diagonal, downward: 1 from the top left corner, 2 from the top right one."""
    return tuple((k if number == 1 else width - 1 - k, k) for k in range(min(width, height)))


class Grid(Struct, frozen=True):
    """The board of a game in which every move takes a free cell: the texts of the moves, and their cells."""

    width: int
    height: int
    cells: Mapping[str, Cell]

    def size(self, match: Match) -> tuple[int, int]:
        """The width and height, constant during a match."""
        return self.width, self.height

    def cell_of(self, match: Match, move: Move) -> Cell:
        """The cell of a legal move."""
        return self.cells[match.game.move_text(match.position, move)]

    def pieces(self, match: Match) -> Pieces:
        """The piece in each cell, by the moves of the match."""
        game = match.game
        found = dict.fromkeys(((x, y) for y in range(self.height) for x in range(self.width)), BLANK)
        for position, text in zip(match.positions, match.move_texts(), strict=False):
            found[self.cells[text]] = game.sides.index(game.to_move(position))
        return found


class Menu(Struct, frozen=True):
    """The board of any other game: its legal moves in one row, in their order."""

    def size(self, match: Match) -> tuple[int, int]:
        """One row with a cell for each legal move; at least one, since every board has a cell."""
        return max(1, len(match.legal_moves)), 1

    def cell_of(self, match: Match, move: Move) -> Cell:
        """The place of a legal move in the row."""
        return match.legal_moves.index(move), 0

    def pieces(self, match: Match) -> Pieces:
        """No pieces: a menu shows choices."""
        return {}


Layout: TypeAlias = Grid | Menu
"""Cells for the moves of a game."""


def layout_of(game: Game) -> Layout:
    """A grid if the game takes cells, else a menu."""
    return grid_of(game) or Menu()


def move_at(layout: Layout, match: Match, cell: Cell) -> Move | None:
    """The legal move of a cell; ``None`` if it has none."""
    return next((move for move in match.legal_moves if layout.cell_of(match, move) == cell), None)


def grid_of(game: Game) -> Grid | None:
    """The grid of a game in which every move takes one of the cells that are free initially.

    That is decided by random matches; ``None`` if some move of them is something else.
    """
    match, quick = Match(game), search_game_of(game).quick
    texts = match.legal_texts
    if not texts or not all(takes_cells(quick, texts, Random(seed)) for seed in range(_WALKS)):
        return None
    return pictured_grid(game, texts) or plain_grid(texts)


def takes_cells(game: Game, texts: Iterable[str], dice: Random) -> bool:
    """Whether, along one random line of play, the legal moves are always free cells."""
    match, free = Match(game), set(texts)
    while match.legal_moves and match.ply < _LONGEST_WALK:
        found = dict(zip(match.legal_texts, match.legal_moves, strict=True))
        if not found.keys() <= free:
            return False
        taken = dice.choice(list(found))
        free.discard(taken)
        match = match.play(found[taken])
    return True


def pictured_grid(game: Game, texts: Sequence[str]) -> Grid | None:
    """The cells arranged as on the screen; ``None`` unless each has one place there and they fill a
    rectangle."""
    if not isinstance(game, Pictured):
        return None
    areas = game.areas(game.initial)
    centres: dict[str, tuple[int, int]] = {}
    for move, rectangles in areas.items():
        area = rectangles[0]
        centres[game.move_text(game.initial, move)] = (area.left + area.right, -area.bottom - area.top)
    columns = sorted({x for x, _ in centres.values()})
    rows = sorted({y for _, y in centres.values()})
    if centres.keys() != set(texts) or len(set(centres.values())) != len(columns) * len(rows):
        return None
    cells = {text: (columns.index(x), rows.index(y)) for text, (x, y) in centres.items()}
    return Grid(len(columns), len(rows), cells) if len(set(cells.values())) == len(texts) else None


def plain_grid(texts: Sequence[str]) -> Grid:
    """The cells in order, in the rectangle that is nearest to a square."""
    height = max(k for k in range(1, len(texts) + 1) if len(texts) % k == 0 and k * k <= len(texts))
    width = len(texts) // height
    return Grid(width, height, {text: (k % width, k // width) for k, text in enumerate(texts)})
