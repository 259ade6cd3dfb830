"""A sheet of characters to draw on: lines that join, text and signs over them, shades beneath."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from unicodedata import combining, east_asian_width

from noughts.easel import Color

_UP, RIGHT, _DOWN, LEFT = 1, 2, 4, 8
_JOINTS = " ╵╶└╷│┌├╴┘─┴┐┤┬┼"
"""The character for every sum of the directions in which lines leave a cell."""

_ROUNDED = {"┌": "╭", "┐": "╮", "└": "╰", "┘": "╯"}

Cell = tuple[int, int]
"""Column and row; rows are counted upwards, as pixels are."""


@dataclass(frozen=True, slots=True)
class Sign:
    """A character in a cell and its colour; a character two cells wide leaves the next one empty."""

    character: str
    color: Color | None = None
    faint: bool = False
    ground: Color | None = None


@dataclass(slots=True)
class Canvas:
    """A sheet with everything that was drawn so far.

    `clashes` counts signs that were written over others.  `touches` counts signs too near to a line, and
    lines without a whole cell of their own.  The fewer there are, the better is the scale.
    """

    joints: dict[Cell, int] = field(default_factory=lambda: defaultdict(int))
    joint_colors: dict[Cell, Color] = field(default_factory=dict)
    signs: dict[Cell, Sign] = field(default_factory=dict)
    shades: dict[Cell, Color] = field(default_factory=dict)
    clashes: int = 0
    touches: int = 0

    def line(self, start: Cell, end: Cell, color: Color) -> None:
        """A line along a row or a column, from the middle of one cell to that of another."""
        (column, row), (last_column, last_row) = min(start, end), max(start, end)
        forth, back = (RIGHT, LEFT) if row == last_row else (_UP, _DOWN)
        across, along = last_column - column, last_row - row
        self.touches += max(across, along) < 2
        for step in range(max(across, along) + 1):
            cell = (column + step * (across > 0), row + step * (along > 0))
            directions = (forth if step < max(across, along) else 0) | (back if step else 0)
            self.joints[cell] |= directions
            self.joint_colors[cell] = color

    def write(self, text: str, middle: Cell, color: Color | None, *, faint: bool = False) -> range:
        """A text whose middle is in that cell; the columns that it takes."""
        width = width_of(text)
        column, row = middle[0] - (width - 1) // 2, middle[1]
        span = range(column, column + width)
        self.clashes += any((k, row) in self.signs or (k, row) in self.joints for k in span)
        self.clashes += any((k, row) in self.signs for k in (column - 1, column + width))
        for character in text:
            if combining(character):
                continue
            self.put((column, row), Sign(character, color, faint))
            for _ in range(width_of(character) - 1):
                column += 1
                self.put((column, row), Sign(""))
            column += 1
        return span

    def put(self, cell: Cell, sign: Sign) -> None:
        """One character."""
        self.signs[cell] = sign

    def shade(self, cell: Cell, color: Color) -> None:
        """Fill a cell, covering what is there."""
        self.signs.pop(cell, None)
        self.joints.pop(cell, None)
        self.shades[cell] = color

    def is_blank(self, cell: Cell) -> bool:
        """Whether the cell has nothing but a shade."""
        return cell not in self.signs and not self.joints.get(cell)

    @property
    def extent(self) -> tuple[range, range]:
        """The columns and the rows of the drawing."""
        lines = {cell for cell, joint in self.joints.items() if joint}
        drawn = lines | self.signs.keys() | self.shades.keys()
        if not drawn:
            return range(0), range(0)
        columns, rows = ({cell[axis] for cell in drawn} for axis in (0, 1))
        return range(min(columns), max(columns) + 1), range(min(rows), max(rows) + 1)

    def rows(self) -> list[list[Sign]]:
        """The drawn rows, cut to their borders, from top to bottom."""
        columns, rows = self.extent
        return [[self.seen((column, row)) for column in columns] for row in reversed(rows)]

    def seen(self, cell: Cell) -> Sign:
        """The sign of a cell on its shade: a letter, or else the lines that meet there."""
        shade = self.shades.get(cell)
        if sign := self.signs.get(cell):
            return Sign(sign.character, sign.color, sign.faint, shade)
        if joint := self.joints.get(cell, 0):
            return Sign(_JOINTS[joint], self.joint_colors[cell], ground=shade)
        return Sign(" ", ground=shade)

    def drop_stubs(self) -> None:
        """Let a line end at the border of its last cell if it meets nothing in the middle of it."""
        for cell, joint in list(self.joints.items()):
            if joint in (_UP, RIGHT, _DOWN, LEFT) and self.joints.get(beyond(cell, joint), 0) not in _ALONE:
                del self.joints[cell]


_ALONE = (_UP, RIGHT, _DOWN, LEFT, 0)


def beyond(cell: Cell, direction: int) -> Cell:
    """The next cell in a direction."""
    column, row = cell
    return column + (direction == RIGHT) - (direction == LEFT), row + (direction == _UP) - (
        direction == _DOWN
    )


def width_of(text: str) -> int:
    """The number of cells of a text on a terminal."""
    return sum(0 if combining(c) else 2 if east_asian_width(c) in "WF" else 1 for c in text)
