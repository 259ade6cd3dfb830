"""The picture of a board: lines between the cells, letters for the pieces."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from noughts.easel import HEIGHT, WIDTH, Color, Image, Point, Segment, Text
from noughts.framework.board import Decision
from noughts.games.picture import Area

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
        """Where the first column begins."""
        return (WIDTH - self.width * self.unit) // 2

    @property
    def top(self) -> int:
        """Where the first row begins."""
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
