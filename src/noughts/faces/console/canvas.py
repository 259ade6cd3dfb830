"""A sheet of characters to draw on: lines that join, text and signs over them, shades beneath.

An axis maps pixels to the cells of the text.  The lines of a board, and the middles of its squares, must be
evenly spaced in the text, which rounding each place on its own does not ensure.  So the distances between
neighbouring places are rounded, not the places, and all other places are interpolated.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Mapping
from itertools import pairwise
from math import ceil, floor, log
from unicodedata import combining, east_asian_width

from msgspec import Struct, field

from noughts.easel import Color

_UP, RIGHT, _DOWN, LEFT = 1, 2, 4, 8
# The character for every sum of the directions in which lines leave a cell.
_JOINTS = " ╵╶└╷│┌├╴┘─┴┐┤┬┼"

# The corners of frames, as round ones.
_ROUNDED = {"┌": "╭", "┐": "╮", "└": "╰", "┘": "╯"}

Cell = tuple[int, int]
"""Column and row; rows are counted upwards, as pixels are."""


class Sign(Struct, frozen=True):
    """A character in a cell and its colour; a character two cells wide leaves the next one empty."""

    character: str
    color: Color | None = None
    faint: bool = False
    ground: Color | None = None


class Canvas(Struct):
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


# Joints of at most one line, which may lose an end that leads nowhere.
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


# Colours and shades that are distinguishable on any terminal, with colour or without.


PLAIN_DISCS = ((0.2, "●"), (0.5, "◉"), (0.75, "◎"), (1.1, "○"))
"""Discs without colour, each with the lightness up to which it is used."""

PLAIN_SHADES = ((0.2, "█"), (0.5, "▓"), (0.75, "▒"), (0.97, "░"), (1.1, " "))
"""Filled cells without colour."""

# The range of lightness that is readable on black and on white.
_READABLE = (0.40, 0.62)


def lightness(color: Color) -> float:
    """The lightness of a colour: 0 for black, 1 for white (Rec. 601 luma)."""
    return float(299 * color.red + 587 * color.green + 114 * color.blue) / 255000


def is_grey(color: Color) -> bool:
    """Whether it is nearly grey."""
    parts = (color.red, color.green, color.blue)
    return max(parts) - min(parts) < 40


def is_white(color: Color) -> bool:
    """Whether it looks like the white of the screen."""
    return lightness(color) > PLAIN_SHADES[-2][0]


def stepped(color: Color, steps: tuple[tuple[float, str], ...]) -> str:
    """The character of the first step that is as light as the colour."""
    light = lightness(color)
    return next((character for limit, character in steps if light < limit), steps[-1][1])


def readable(color: Color) -> tuple[int, int, int]:
    """The colour, made lighter or darker until it can be read on a dark and on a light terminal."""
    parts = [float(color.red), float(color.green), float(color.blue)]
    low, high = _READABLE
    light = lightness(color)
    if light < low:
        share = (low - light) / (1 - light)
        parts = [part + (255 - part) * share for part in parts]
    elif light > high:
        parts = [part * high / light for part in parts]
    red, green, blue = (min(255, max(0, round(part))) for part in parts)
    return red, green, blue


# Axes that map pixels to the cells of a text.


# Places nearer than this share of a cell are one.
_NEAR = 0.3


class Axis(Struct, frozen=True):
    """A piecewise linear, growing map: the pixel ``places[k]`` lies at ``cells[k]``.

    A line runs through the middle of a cell, at a whole number; the border of a filled shape runs
    between two cells, at a whole number and a half.
    """

    places: tuple[float, ...]
    cells: tuple[float, ...]
    scale: float

    def at(self, place: float) -> float:
        """The place of a pixel, in cells."""
        k = min(max(bisect_right(self.places, place) - 1, 0), len(self.places) - 1)
        start, cell = self.places[k], self.cells[k]
        if place < start or k + 1 == len(self.places):
            return cell + (place - start) / self.scale
        return cell + (place - start) * (self.cells[k + 1] - cell) / (self.places[k + 1] - start)

    def nearest(self, place: float) -> int:
        """The cell that contains the pixel."""
        return floor(self.at(place) + 0.5)

    def within(self, start: float, end: float) -> range:
        """The cells whose middles lie between two pixels, these included."""
        return range(ceil(self.at(start) - 1e-9), floor(self.at(end) + 1e-9) + 1)

    def place(self, cell: float) -> float:
        """The pixel in the middle of a cell: the inverse of `at`."""
        k = min(max(bisect_right(self.cells, cell) - 1, 0), len(self.cells) - 1)
        start, place = self.cells[k], self.places[k]
        if cell < start or k + 1 == len(self.cells):
            return place + (cell - start) * self.scale
        return place + (cell - start) * (self.places[k + 1] - place) / (self.cells[k + 1] - start)

    @property
    def distortion(self) -> float:
        """The average deviation of the distances from being proportional to pixels; 0 if there is none.

        Two places nearer than a cell must be a cell apart: that deviation counts half.
        """
        gaps = [(after - before) / self.scale for before, after in pairwise(self.places)]
        cells = [after - before for before, after in pairwise(self.cells)]
        strains = (abs(log(b / a)) / (1 if a > 1 else 2) for a, b in zip(gaps, cells, strict=True))
        return sum(strains) / len(gaps) if gaps else 0.0


def axis_through(lines: Iterable[float], borders: Iterable[float], scale: float) -> Axis:
    """The axis with `scale` pixels to a cell for these lines and borders of shapes."""
    halves: dict[float, float] = dict.fromkeys(borders, 0.5) | dict.fromkeys(lines, 0.0)
    places = [0.0] if not halves else one_of_near(halves, scale * _NEAR)
    cells = [halves.get(places[0], 0.0)]
    for before, place in pairwise(places):
        half = abs(halves[place] - halves[before])
        cells.append(cells[-1] + rounded((place - before) / scale, half))
    return Axis(tuple(places), tuple(cells), scale)


def one_of_near(halves: Mapping[float, float], near: float) -> list[float]:
    """The places in order, without those next to another one; a line is preferred to a border."""
    kept: list[float] = []
    for place in sorted(halves):
        if not kept or place - kept[-1] > near:
            kept.append(place)
        elif halves[place] < halves[kept[-1]]:
            kept[-1] = place
    return kept


def rounded(gap: float, half: float) -> float:
    """The nearest of 1, 2, 3, … to `gap`, or with `half` of 1/2, 1 1/2, 2 1/2, …; down if in doubt."""
    return max(ceil(gap - half - 0.5), 0 if half else 1) + half
