"""Where the moves of a game lie on a board: the cells that a player chooses among.

In many games a move is to take a cell that nobody has taken: `grid_of` finds out, and lays the cells out
as they lie on the game's screen.  The moves of any other game are a `Menu`: a row of choices, dealt out
anew before every move.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Final, Protocol

from noughts.framework.board import Board, Decision
from noughts.games.game import Game, Move
from noughts.games.match import Match
from noughts.games.picture import Pictured
from noughts.kernels.search_game import search_game_of

WALKS: Final = 12
"""Random matches that are looked at to tell what moves a game has."""
LONGEST_WALK: Final = 200


class Layout(Protocol):
    """Cells for the moves of a game."""

    def size(self, match: Match) -> tuple[int, int]:
        """How wide and how high the board is."""

    def move_at(self, match: Match, cell: Decision) -> Move | None:
        """The legal move of a cell."""

    def cell_of(self, match: Match, move: Move) -> Decision:
        """The cell of a legal move."""

    def deal(self, match: Match, board: Board) -> None:
        """Make the board ready for the next move, once one has been made."""

    def set_up(self, match: Match, board: Board) -> None:
        """Make the blank board what it is after all moves of the match."""


@dataclass(frozen=True, slots=True)
class Grid:
    """Every move takes a cell, and every cell is taken once: the texts of the moves, and where they lie."""

    width: int
    height: int
    cells: Mapping[str, Decision]

    def size(self, match: Match) -> tuple[int, int]:
        """The same throughout."""
        return self.width, self.height

    def move_at(self, match: Match, cell: Decision) -> Move | None:
        """The legal move whose text lies there."""
        return next((move for move in match.legal_moves if self.cell_of(match, move) == cell), None)

    def cell_of(self, match: Match, move: Move) -> Decision:
        """Where its text lies."""
        return self.cells[match.game.move_text(match.position, move)]

    def deal(self, match: Match, board: Board) -> None:
        """The pieces stay where they are."""

    def set_up(self, match: Match, board: Board) -> None:
        """Put down a piece for each move."""
        game = match.game
        piece_of = {side: piece for piece, side in enumerate(game.sides)}
        for position, move in zip(match.positions, match.moves, strict=False):
            x, y = self.cells[game.move_text(position, move)]
            board.p_map[y][x] = piece_of[game.to_move(position)]
            board.round_counter += 1


@dataclass(frozen=True, slots=True)
class Menu:
    """The legal moves in their order, in one row."""

    def size(self, match: Match) -> tuple[int, int]:
        """A cell for each; one if there is none, since there is no board without a cell."""
        return max(1, len(match.legal_moves)), 1

    def move_at(self, match: Match, cell: Decision) -> Move | None:
        """The legal move of that number."""
        moves = match.legal_moves
        return moves[cell[0]] if cell[1] == 0 and 0 <= cell[0] < len(moves) else None

    def cell_of(self, match: Match, move: Move) -> Decision:
        """Its number among the legal ones."""
        return list(match.legal_moves).index(move), 0

    def deal(self, match: Match, board: Board) -> None:
        """New choices."""
        board.clear(*self.size(match))

    def set_up(self, match: Match, board: Board) -> None:
        """The choices that there are now."""
        self.deal(match, board)


def layout_of(game: Game) -> Layout:
    """A grid if the game takes cells, else a menu."""
    return grid_of(game) or Menu()


def grid_of(game: Game) -> Grid | None:
    """The cells of a game in which every move takes one of those that can be taken first.

    Told by playing at random; ``None`` if any move is something else.
    """
    match, quick = Match(game), search_game_of(game).quick
    texts = [game.move_text(match.position, move) for move in match.legal_moves]
    if not texts or not all(takes_cells(quick, texts, Random(seed)) for seed in range(WALKS)):
        return None
    return pictured_grid(game, texts) or plain_grid(texts)


def takes_cells(game: Game, texts: Iterable[str], dice: Random) -> bool:
    """Whether, along one line of play, the legal moves are always some of the cells still free."""
    match, free = Match(game), set(texts)
    while match.legal_moves and len(match.moves) < LONGEST_WALK:
        found = {game.move_text(match.position, move): move for move in match.legal_moves}
        if not found.keys() <= free:
            return False
        taken = dice.choice(list(found))
        free.discard(taken)
        match = match.play(found[taken])
    return True


def pictured_grid(game: Game, texts: Sequence[str]) -> Grid | None:
    """The cells as they lie on the screen, if each has one place there and they fill a rectangle."""
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
    """The cells in their order, in rows as near to a square as fills a rectangle."""
    height = max(k for k in range(1, len(texts) + 1) if len(texts) % k == 0 and k * k <= len(texts))
    width = len(texts) // height
    return Grid(width, height, {text: (k % width, k // width) for k, text in enumerate(texts)})
