"""The lines of a board: of squares, hexagons and triangles, or between points."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations, pairwise, product
from math import atan2, cos, hypot, isclose, radians, sin, tau
from typing import Final, TypeAlias

from noughts.documents.board.looks import GREY, HOLE, SHUT
from noughts.documents.board.places import BoardPlan, Outline, Place, triangle_of
from noughts.easel import Circle, Color, Point, Segment, Triangle

Stroke: TypeAlias = tuple[int, int, int, int]
"""From a pixel to another one."""


PIECE: Final = 36
"""The radius of a piece, in hundredths of the distance of cells."""
# The radius of a dot, in hundredths of the distance of cells.
_DOT: Final = 8
# Half of the square of a cell that is clicked, in hundredths of the distance of cells: a piece is within, the
# names of points and hexagons are not.
_REACH: Final[Mapping[Outline, int]] = {
    "square": 50,
    "point": 41,
    "hexagon": 37,
    "triangle": 37,
    "pit": 50,
    "bank": 50,
}
_REACH_OF_DOT: Final = 24
LINE_REACH: Final = 24
"""Half of the square of a line that is clicked, in hundredths of the distance of cells: less than a quarter,
so that those of two lines at a corner lie apart."""
# How far from that square the middle of a point's name is, in hundredths of the distance of cells.
_BESIDE: Final = 11
# How wide a letter is, as a share of its height, in typefaces without serifs: of capitals some are wider.
_LETTER: Final = 0.58
_UPPER_RIGHT: Final = radians(51)
# Above and beneath a point, where a name of more than three letters stands.
_UPRIGHT: Final = (tau / 4, -tau / 4)
LEAST: Final = 12
"""The height of letters that can just be read, in pixels of the screen."""
TEXT: Final = 26
"""The height of what is written, if there is room for it: on a phone, a third of that."""
# The radius of a pit, in hundredths of the distance of cells.
_RIM: Final = 45
# Pixels by which the lines lie outside that make a border heavy.
_HEAVY: Final = (1, 3, 5)


def strokes_of(layout: BoardPlan) -> list[Stroke]:
    """The lines of a board."""
    if layout.outline == "square":
        return sorted(squares(layout))
    if layout.outline in ("hexagon", "triangle"):
        return sorted(set(sides(layout)))
    if layout.outline in ("pit", "bank"):
        return []
    return [] if layout.are_gone else list(between_points(layout))


def squares(layout: BoardPlan) -> Iterator[Stroke]:
    """The sides of all squares, those that go on from each other as one line."""
    half = layout.unit // 2
    level, upright = set[tuple[int, int]](), set[tuple[int, int]]()
    for x, y in middles(layout):
        level |= {(y - half, x - half), (y + half, x - half)}
        upright |= {(x - half, y - half), (x + half, y - half)}
    yield from ((start, y, end, y) for y, start, end in runs(level, layout.unit))
    yield from ((x, start, x, end) for x, start, end in runs(upright, layout.unit))


def rims(layout: BoardPlan) -> Iterator[Circle | Segment]:
    """The edges of pits, of stores, which are as high as several pits, and of the board that has them."""
    half = radius(layout, _RIM)
    for place in layout.places:
        if place.wide == place.high == 1:
            yield Circle(Point(place.x, place.y), half, GREY)
        else:
            yield from rectangle(*box_around(layout, [place], layout.unit // 2 - half), GREY)
    yield from rectangle(*box_around(layout, layout.places, 0), GREY)


def box_around(layout: BoardPlan, places: Iterable[Place], inset: int) -> tuple[int, int, int, int]:
    """Left, bottom, right and top of some cells, less an inset."""
    far = [
        (each, int(each.wide * layout.unit / 2) - inset, int(each.high * layout.unit / 2) - inset)
        for each in places
    ]
    return (
        min(each.x - across for each, across, _ in far),
        min(each.y - up for each, _, up in far),
        max(each.x + across for each, across, _ in far),
        max(each.y + up for each, _, up in far),
    )


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
    if not are_of_one_colour(layout):
        return cells
    return product(range(left, max(across) + 1, unit), range(bottom, max(up) + 1, unit)) if cells else ()


def are_of_one_colour(layout: BoardPlan) -> bool:
    """Whether the cells are every other square, as those on which draughts are played."""
    colours = {(place.x + place.y) // layout.unit % 2 for place in layout.places}
    return len(colours) == 1 < len(layout.places)


def dark_squares(layout: BoardPlan) -> Iterator[Triangle]:
    """The squares of cells that are every other one, filled."""
    if layout.outline == "square" and are_of_one_colour(layout):
        for place in layout.places:
            yield from filled(*box_around(layout, [place], 0), HOLE)


def enclosed(layout: BoardPlan) -> Iterator[Triangle]:
    """The squares that are no cells but have some all around them, filled: the lines alone show cells."""
    cells, unit = {(place.x, place.y) for place in layout.places}, layout.unit
    is_grid = layout.outline == "square" and all(place.wide == place.high == 1 for place in layout.places)
    if not (cells and is_grid):
        return
    across, up = ([*range(min(axis), max(axis) + 1, unit)] for axis in zip(*cells, strict=True))
    spots = {*product(across, up)}
    if not cells <= spots:  # they lie elsewhere, where the document says
        return
    gaps = spots - {*middles(layout)}
    border = {(x, y) for x, y in gaps if x in (across[0], across[-1]) or y in (up[0], up[-1])}
    while border:
        x, y = border.pop()
        gaps.discard((x, y))
        border |= gaps & {(x + unit, y), (x - unit, y), (x, y + unit), (x, y - unit)}
    for x, y in sorted(gaps):
        yield from filled(x - unit // 2, y - unit // 2, x + unit // 2, y + unit // 2, SHUT)


def runs(sides: Iterable[tuple[int, int]], unit: int) -> Iterator[tuple[int, int, int]]:
    """Sides on one line, each with its start, that go on from each other: the line, its start and its end."""
    found: list[tuple[int, int, int]] = []
    for line, start in sorted(sides):
        if found and found[-1][0] == line and found[-1][2] == start:
            found[-1] = (line, found[-1][1], start + unit)
        else:
            found.append((line, start, start + unit))
    yield from found


def sides(layout: BoardPlan) -> Iterator[Stroke]:
    """The sides of hexagons that stand on a corner, or of triangles."""
    for place in layout.places:
        for (x, y), (u, v) in sides_of(layout, place):
            yield (x, y, u, v) if (x, y) < (u, v) else (u, v, x, y)


def sides_of(layout: BoardPlan, place: Place) -> Iterator[tuple[tuple[int, int], tuple[int, int]]]:
    """The sides of the square, the hexagon or the triangle of a cell."""
    half, long = layout.unit // 2, layout.unit * 577 // 1000
    short = long // 2
    corners = [(-half, half), (half, half), (half, -half), (-half, -half)]
    if layout.outline == "hexagon":
        corners = [(0, long), (half, short), (half, -short), (0, -long), (-half, -short), (-half, short)]
    elif layout.outline == "triangle":
        half, far, near = triangle_of(layout.unit)
        up = -1 if place.points_down else 1
        corners = [(0, up * far), (half, -up * near), (-half, -up * near)]
    points = [(place.x + x, place.y + y) for x, y in corners]
    return zip(points, [*points[1:], points[0]], strict=True)


def along(layout: BoardPlan, border: Sequence[Place]) -> Iterator[Stroke]:
    """The outer sides of the cells of a border: those that look away from the middle of the board rather than
    along the border, each as heavy as some lines."""
    first, last = min(border, key=by_place), max(border, key=by_place)
    across, up = first.y - last.y, last.x - first.x
    middle = [sum(axis) / len(layout.places) for axis in zip(*map(by_place, layout.places), strict=True)]
    if across * (first.x - middle[0]) + up * (first.y - middle[1]) < 0:
        across, up = -across, -up
    far = hypot(across, up)
    for place in border:
        for (x, y), (u, v) in sides_of(layout, place):
            out, over = (x + u) / 2 - place.x, (y + v) / 2 - place.y
            size = hypot(out, over)
            if out * across + over * up > size * far / 2:
                for k in _HEAVY:
                    i, j = round(k * out / size), round(k * over / size)
                    yield x + i, y + j, u + i, v + j


def by_place(place: Place) -> tuple[int, int]:
    """Where a cell lies."""
    return place.x, place.y


def between_points(layout: BoardPlan) -> Iterator[Stroke]:
    """Lines from the edge of one point to the edge of another."""
    gap = layout.unit * point_size(layout) / 100
    for one, two in layout.lines:
        length = hypot(two.x - one.x, two.y - one.y)
        x, y = (two.x - one.x) * gap / length, (two.y - one.y) * gap / length
        yield round(one.x + x), round(one.y + y), round(two.x - x), round(two.y - y)


def radius(layout: BoardPlan, hundredths: int) -> int:
    """A part of the distance of cells."""
    return max(layout.unit * hundredths // 100, 4)


def point_size(layout: BoardPlan) -> int:
    """The radius of a point, in hundredths of the distance of cells: where pieces lie, that of a piece."""
    return _DOT if layout.are_ends else PIECE


def reach(layout: BoardPlan) -> int:
    """Half of the square that is clicked for a cell, in hundredths of the distance of cells."""
    return _REACH_OF_DOT if layout.are_ends else _REACH[layout.outline]


def fitted(texts: Iterable[str], width: float, most: int) -> int:
    """The height of texts, `most` of which fit into a width."""
    longest = max(map(len, texts), default=0)
    return max(min(most, int(width / (_LETTER * max(longest, 1)))), LEAST)


def width_of_text(text: str, height: int) -> int:
    """About how wide a text is."""
    return int(_LETTER * height * len(text))


def name_height(layout: BoardPlan) -> int:
    """The height of the names of cells."""
    return max(layout.unit // 6, 14)


def corner(layout: BoardPlan, place: Place) -> tuple[int, int]:
    """Where the name of a cell stands: in its upper left corner, at the top of a hexagon, in the upper or
    lower corner of a triangle, beside a point."""
    x, y, unit = place.x, place.y, layout.unit
    if layout.outline == "hexagon":
        return x, y + unit * 45 // 100
    if layout.outline == "triangle":
        return x, y + unit * 55 // 100 * (-1 if place.points_down else 1)
    if layout.outline == "point":
        height = name_height(layout)
        is_wide = width_of_text(place.name, height) > 2 * height
        angle = free_angle([*lines_at(layout, place)], _UPRIGHT if is_wide else ())
        across, up = cos(angle), sin(angle)
        far = unit * (reach(layout) + _BESIDE) / 100 / max(abs(across), abs(up))
        return x + round(far * across), y + round(far * up)
    far = 43 if layout.outline == "pit" and place.high == 1 else 38
    up = int((place.high - 1) * unit / 2)
    return x - unit * far // 100, y + up + unit * far // 100


def lines_at(layout: BoardPlan, place: Place) -> Iterator[float]:
    """The angles at which lines leave a point."""
    for one, two in layout.lines:
        if place in (one, two):
            other = two if place == one else one
            yield atan2(other.y - place.y, other.x - place.x)


def free_angle(angles: Sequence[float], among: Sequence[float] = ()) -> float:
    """An angle, perhaps one of some, as far from others as can be; of several, the one nearest to the upper
    right."""
    if among:
        return max(among, key=lambda angle: min((1 - cos(angle - other) for other in angles), default=0))
    if not angles:
        return _UPPER_RIGHT
    ordered = sorted(angle % tau for angle in angles)
    gaps = [(two - one, (one + two) / 2) for one, two in pairwise([*ordered, ordered[0] + tau])]
    widest = max(width for width, _ in gaps)
    middles = [middle for width, middle in gaps if isclose(width, widest, rel_tol=0.02)]
    return min(middles, key=lambda middle: (round(1 - cos(middle - _UPPER_RIGHT), 3), middle))


def filled(left: int, bottom: int, right: int, top: int, colour: Color) -> Iterator[Triangle]:
    """A filled rectangle, as triangles along both diagonals: those along one would show a seam."""
    corners = Point(left, bottom), Point(right, bottom), Point(right, top), Point(left, top)
    for three in combinations(corners, 3):
        yield Triangle(*three, colour)


def rectangle(left: int, bottom: int, right: int, top: int, colour: Color) -> Iterator[Segment]:
    """The sides of a rectangle."""
    corners = [Point(left, bottom), Point(right, bottom), Point(right, top), Point(left, top)]
    for one, two in zip(corners, [*corners[1:], corners[0]], strict=True):
        yield Segment(one, two, colour)
