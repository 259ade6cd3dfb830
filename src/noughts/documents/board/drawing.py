"""The lines of a board: of squares and hexagons, or between points."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import product
from math import hypot
from typing import TypeAlias

from noughts.documents.board.places import BoardPlan
from noughts.documents.board.words import point_size

Stroke: TypeAlias = tuple[int, int, int, int]
"""From a pixel to another one."""


def strokes_of(layout: BoardPlan) -> list[Stroke]:
    """The lines of a board."""
    if layout.outline == "square":
        return sorted(squares(layout))
    if layout.outline == "hexagon":
        return sorted(set(hexagons(layout)))
    return list(between_points(layout))


def squares(layout: BoardPlan) -> Iterator[Stroke]:
    """The sides of all squares, those that go on from each other as one line."""
    half = layout.unit // 2
    level, upright = set[tuple[int, int]](), set[tuple[int, int]]()
    for x, y in middles(layout):
        level |= {(y - half, x - half), (y + half, x - half)}
        upright |= {(x - half, y - half), (x + half, y - half)}
    yield from ((start, y, end, y) for y, start, end in runs(level, layout.unit))
    yield from ((x, start, x, end) for x, start, end in runs(upright, layout.unit))


def between_blocks(layout: BoardPlan) -> list[Stroke]:
    """The sides of all blocks."""
    half, found = layout.unit // 2, set[Stroke]()
    for block in layout.blocks:
        across, up = ([(place.x, place.y)[axis] for place in block] for axis in (0, 1))
        left, bottom, right, top = min(across) - half, min(up) - half, max(across) + half, max(up) + half
        found |= {(left, y, right, y) for y in (bottom, top)} | {(x, bottom, x, top) for x in (left, right)}
    return sorted(found)


def middles(layout: BoardPlan) -> Iterable[tuple[int, int]]:
    """The middles of the squares that are drawn: those of both colours if all cells are of one."""
    cells = {(place.x, place.y) for place in layout.places}
    across, up = ([middle[axis] for middle in cells] for axis in (0, 1))
    left, bottom, unit = min(across, default=0), min(up, default=0), layout.unit
    if len({(x - left + y - bottom) // unit % 2 for x, y in cells}) > 1:
        return cells
    return product(range(left, max(across) + 1, unit), range(bottom, max(up) + 1, unit)) if cells else ()


def runs(sides: Iterable[tuple[int, int]], unit: int) -> Iterator[tuple[int, int, int]]:
    """Sides on one line, each with its start, that go on from each other: the line, its start and its end."""
    found: list[tuple[int, int, int]] = []
    for line, start in sorted(sides):
        if found and found[-1][0] == line and found[-1][2] == start:
            found[-1] = (line, found[-1][1], start + unit)
        else:
            found.append((line, start, start + unit))
    yield from found


def hexagons(layout: BoardPlan) -> Iterator[Stroke]:
    """The sides of hexagons that stand on a corner."""
    half, long = layout.unit // 2, layout.unit * 577 // 1000
    short = long // 2
    corners = [(0, long), (half, short), (half, -short), (0, -long), (-half, -short), (-half, short)]
    for place in layout.places:
        points = [(place.x + x, place.y + y) for x, y in corners]
        for (x, y), (u, v) in zip(points, [*points[1:], points[0]], strict=True):
            yield (x, y, u, v) if (x, y) < (u, v) else (u, v, x, y)


def between_points(layout: BoardPlan) -> Iterator[Stroke]:
    """Lines from the edge of one point to the edge of another."""
    gap = layout.unit * point_size(layout) / 100
    for one, two in layout.lines:
        length = hypot(two.x - one.x, two.y - one.y)
        x, y = (two.x - one.x) * gap / length, (two.y - one.y) * gap / length
        yield round(one.x + x), round(one.y + y), round(two.x - x), round(two.y - y)
