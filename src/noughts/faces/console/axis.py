"""Axes that map pixels to the cells of a text.

The lines of a board, and the middles of its squares, must be evenly spaced in the text, which rounding each
place on its own does not ensure.  So the distances between neighbouring places are rounded, not the places,
and all other places are interpolated.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import pairwise
from math import ceil, floor, log

_NEAR = 0.3
"""Places nearer than this share of a cell are one."""


@dataclass(frozen=True, slots=True)
class Axis:
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
