"""A set of rules as a game: it can be solved, audited and played like any other."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

from noughts.easel import HEIGHT, WIDTH, Color, Image, Point, Segment, Text
from noughts.framework.board import Board, Decision
from noughts.framework.rule_set import GameOver, InvalidStep, RuleSet, Tied
from noughts.games.game import Outcome, Side
from noughts.games.picture import Area

# The picture of a board: lines between the cells, letters for the pieces.

_MARGIN: Final = 50
_LARGEST_CELL: Final = 200
_BLACK: Final = Color(0, 0, 0)
_INKS: Final = (Color(0, 0, 255), Color(0, 128, 0), Color(200, 0, 0), Color(128, 0, 128))
"""The colours of the pieces; a fifth piece has the first colour again."""


@dataclass(frozen=True, slots=True)
class Picture:
    """A board of `width` by `height` cells in the middle of the screen, as large as fits."""

    width: int
    height: int

    @property
    def unit(self) -> int:
        """The length of a cell."""
        return min(_LARGEST_CELL, (WIDTH - 2 * _MARGIN) // self.width, (HEIGHT - 2 * _MARGIN) // self.height)

    @property
    def left(self) -> int:
        """The x coordinate of the left border."""
        return (WIDTH - self.width * self.unit) // 2

    @property
    def top(self) -> int:
        """The y coordinate of the upper border."""
        return (HEIGHT + self.height * self.unit) // 2

    def area(self, cell: Decision) -> Area:
        """The pixels of a cell, without its border."""
        left, top = self.left + cell[0] * self.unit, self.top - cell[1] * self.unit
        return Area(left + 1, top - self.unit + 1, left + self.unit - 1, top - 1)

    def images(self, rows: Sequence[Sequence[int]], symbols: Sequence[str]) -> Iterator[Image]:
        """The lines, then the pieces."""
        yield from self.lines()
        for y, row in enumerate(rows):
            for x, piece in enumerate(row):
                if piece >= 0:
                    centre = Point(
                        self.left + (2 * x + 1) * self.unit // 2, self.top - (2 * y + 1) * self.unit // 2
                    )
                    yield Text(symbols[piece], centre, self.unit * 3 // 5, _INKS[piece % len(_INKS)])

    def lines(self) -> Iterator[Segment]:
        """The borders between cells and around the board."""
        right, bottom = self.left + self.width * self.unit, self.top - self.height * self.unit
        for column in range(self.width + 1):
            x = self.left + column * self.unit
            yield Segment(Point(x, bottom), Point(x, self.top), _BLACK)
        for row in range(self.height + 1):
            y = self.top - row * self.unit
            yield Segment(Point(self.left, y), Point(right, y), _BLACK)


@dataclass(frozen=True, slots=True)
class BoardPosition:
    """The pieces on a board, the state of its rules, and the outcome if the match is over."""

    rows: tuple[tuple[int, ...], ...]
    round_counter: int
    state: Hashable
    outcome: Outcome | None = None

    @property
    def picture(self) -> Picture:
        """The picture of the board, which knows the places of cells on the screen."""
        return Picture(len(self.rows[0]), len(self.rows))


Successors: TypeAlias = Mapping[Decision, BoardPosition]
"""Where each step leads."""


class BoardGame:
    """The game of a board: a side for each piece, a move for each step that the rules allow.

    Rules with a state of their own declare it by `RuleSet.state`; everything else is on the board.
    """

    def __init__(self, board: Board, *, name: str | None = None, sides: Sequence[Side] | None = None) -> None:
        self.board = board.copy()
        self.name = name if name is not None else board.rule_set.name
        self.sides: tuple[Side, ...] = tuple(sides if sides is not None else board.rule_set.symbols)
        self.initial = snapshot(board)
        self._successors: tuple[BoardPosition, Successors] | None = None

    @classmethod
    def of(cls, rule_set: RuleSet) -> BoardGame:
        """The game of a set of rules, on a board of their own size."""
        return cls(Board(rule_set=rule_set))

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.name}>"

    def at(self, position: BoardPosition) -> Board:
        """The board in a position."""
        board = self.board.copy()
        board.p_map = [list(row) for row in position.rows]
        board.height, board.width = len(position.rows), len(position.rows[0])
        board.round_counter = position.round_counter
        board.rule_set.restore(position.state)
        return board

    def to_move(self, position: BoardPosition) -> Side:
        """The side whose piece is put down next."""
        return self.sides[self.at(position).rule_set.next_piece()]

    def moves(self, position: BoardPosition) -> Sequence[Decision]:
        """The blanks that the rules allow, in reading order."""
        return tuple(self.successors(position))

    def after(self, position: BoardPosition, move: Decision) -> BoardPosition:
        """The position after the step."""
        return self.successors(position)[move]

    def outcome(self, position: BoardPosition) -> Outcome | None:
        """How the rules ended the match after the last step, if they did."""
        if position.outcome is None and not self.successors(position):
            return Outcome(None, "no step is allowed")
        return position.outcome

    def successors(self, position: BoardPosition) -> Successors:
        """The position after each legal step, cached for the most recent position."""
        if self._successors is None or self._successors[0] is not position:
            self._successors = (
                position,
                {} if position.outcome is not None else self.find_successors(position),
            )
        return self._successors[1]

    def find_successors(self, position: BoardPosition) -> Successors:
        """The result of a step to each blank, on a copy of the board; invalid steps are left out."""
        board = self.at(position)
        piece = board.rule_set.next_piece()
        found: dict[Decision, BoardPosition] = {}
        for x, y in board.blanks():
            tried = board.copy()
            try:
                tried.go(x, y, piece)
            except InvalidStep:
                continue
            except Tied:
                found[x, y] = snapshot(tried, Outcome(None, "tied"))
            except GameOver as over:
                winner = piece if over.winner is None else over.winner
                found[x, y] = snapshot(tried, Outcome(self.sides[winner], "game over"))
            else:
                found[x, y] = snapshot(tried)
        return found

    def images(self, position: BoardPosition) -> Sequence[Image]:
        """The lines and pieces on a screen."""
        return tuple(position.picture.images(position.rows, self.board.rule_set.symbols))

    def clicked(self, position: BoardPosition, x: int, y: int) -> Decision | None:
        """The step of a click, if the rules allow it."""
        return next((cell for cell, (area,) in self.areas(position).items() if (x, y) in area), None)

    def areas(self, position: BoardPosition) -> Mapping[Decision, tuple[Area]]:
        """The cell of each step."""
        return {cell: (position.picture.area(cell),) for cell in self.successors(position)}

    def move_text(self, position: BoardPosition, move: Decision) -> str:
        """The number of the cell, from 1, in reading order."""
        x, y = move
        return str(y * len(position.rows[0]) + x + 1)

    def position_text(self, position: BoardPosition) -> str:
        """The rows from the top, a dot for a blank, and the state of the rules."""
        symbols = (*self.board.rule_set.symbols, ".")
        rows = "/".join("".join(symbols[piece] for piece in row) for row in position.rows)
        return rows if position.state is None else f"{rows} {position.state!r}"


def snapshot(board: Board, outcome: Outcome | None = None) -> BoardPosition:
    """The position on a board now."""
    rows = tuple(map(tuple, board.p_map))
    return BoardPosition(rows, board.round_counter, board.rule_set.state(), outcome)
