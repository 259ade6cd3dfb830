"""Filled shapes, rings and slanted lines in cells of a canvas."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from math import ceil, floor

from noughts.easel import Color, Triangle
from noughts.faces.console.canvas import Axis, Canvas, Cell, Sign

# The least slope, in rows per column, of a line with one sign in each row.
#
# With it, crossing diagonals of squares that are seven columns wide and one row high still meet in a cross.
_STEEP = 0.25

Corner = tuple[float, float]
"""A point in pixels."""

Box = tuple[float, float, float, float]
"""Left, bottom, right and top."""


def corners(triangle: Triangle) -> tuple[Corner, Corner, Corner]:
    """Its three corners."""
    a, b, c = ((float(p.x), float(p.y)) for p in (triangle.a, triangle.b, triangle.c))
    return a, b, c


def bounds(points: Sequence[Corner]) -> Box:
    """The smallest upright rectangle around the points."""
    xs, ys = zip(*points, strict=True)
    return min(xs), min(ys), max(xs), max(ys)


def sign_of_triangle(triangle: Triangle) -> str:
    """The sign that points where the triangle does."""
    left, bottom, right, top = bounds(points := corners(triangle))
    wide, high = right - left or 1, top - bottom or 1
    for across, along, sign in ((0.5, 1, "▲"), (0.5, 0, "▼"), (0, 0.5, "◀"), (1, 0.5, "▶")):
        tip = (left + across * wide, bottom + along * high)
        if any(abs(x - tip[0]) < wide / 4 and abs(y - tip[1]) < high / 4 for x, y in points):
            return sign
    for across, along, sign in ((0, 0, "◣"), (1, 0, "◢"), (0, 1, "◤"), (1, 1, "◥")):
        if all((x, y) != (right - across * wide, top - along * high) for x, y in points):
            return sign
    return "◆"


def inside_triangle(points: tuple[Corner, Corner, Corner]) -> Callable[[float, float], bool]:
    """Tells whether a point lies in the triangle."""

    def turn(a: Corner, b: Corner, x: float, y: float) -> float:
        return (b[0] - a[0]) * (y - a[1]) - (b[1] - a[1]) * (x - a[0])

    def inside(x: float, y: float) -> bool:
        a, b, c = points
        turns = (turn(a, b, x, y), turn(b, c, x, y), turn(c, a, x, y))
        return all(t >= 0 for t in turns) or all(t <= 0 for t in turns)

    return inside


def inside_ellipse(left: float, bottom: float, right: float, top: float) -> Callable[[float, float], bool]:
    """Tells whether a point lies in the ellipse with these bounds."""
    middle_x, middle_y = (left + right) / 2, (bottom + top) / 2
    half_x, half_y = (right - left) / 2, (top - bottom) / 2
    return lambda x, y: ((x - middle_x) / half_x) ** 2 + ((y - middle_y) / half_y) ** 2 <= 1


def cells_inside(x: Axis, y: Axis, box: Box, inside: Callable[[float, float], bool]) -> list[Cell]:
    """The cells in the box whose middle lies inside."""
    left, bottom, right, top = box
    columns = [(column, x.place(column)) for column in x.within(left, right)]
    rows = [(row, y.place(row)) for row in y.within(bottom, top)]
    return [(column, row) for row, along in rows for column, across in columns if inside(across, along)]


def ring(columns: range, rows: range) -> Iterator[tuple[Cell, str]]:
    """The outline of a circle or an ellipse that fills these columns and rows."""
    box = (columns[0] - 0.5, rows[0] - 0.5, columns[-1] + 0.5, rows[-1] + 0.5)
    inside = inside_ellipse(*box)
    middle = (columns[0] + columns[-1]) / 2
    spans = {}
    for row in rows:
        filled = [column for column in columns if inside(column, row)]
        spans[row] = (filled[0], filled[-1]) if filled else (floor(middle), ceil(middle))
    for row in rows:
        start, end = spans[row]
        if row in (rows[0], rows[-1]):
            left, right = "╭╮" if row == rows[-1] else "╰╯"
            yield from (((column, row), "─") for column in range(start + 1, end))
        else:
            upper = row > (rows[0] + rows[-1]) / 2
            towards = spans[row + 1] if upper else spans[row - 1]
            bent = towards[0] > start and row not in (rows[0] + 1, rows[-1] - 1)
            left, right = ("╱╲" if upper else "╲╱") if bent else "││"
        yield (start, row), left
        yield (end, row), right


def slant(canvas: Canvas, start: Corner, end: Corner, color: Color) -> None:
    """A slanted line between two places given in cells; it goes behind all else."""
    (column, row), (last_column, last_row) = sorted((start, end))
    across, along = last_column - column, last_row - row
    sign = "╱" if along > 0 else "╲"
    steep = abs(along) >= _STEEP * across
    if steep:
        rows = inward(min(row, last_row), max(row, last_row))
        cells = [(round_half_up(column + across * (r - row) / along), r) for r in rows]
    else:
        columns = inward(column, last_column)
        cells = [(c, round_half_up(row + along * (c - column) / across)) for c in columns]
    for k, cell in enumerate(cells):
        level = not steep and k + 1 < len(cells) and cells[k + 1][1] == cell[1]
        behind(canvas, cell, "─" if level else sign, color)


def behind(canvas: Canvas, cell: Cell, sign: str, color: Color) -> None:
    """Put a slanted sign where there is room; two that cross make a cross."""
    if canvas.is_blank(cell):
        canvas.put(cell, Sign(sign, color))
    elif (there := canvas.signs.get(cell)) and {there.character, sign} == {"╱", "╲"}:
        canvas.put(cell, Sign("╳", color))


def inward(start: float, end: float) -> range:
    """The whole numbers between two places, or the one in the middle if there is none."""
    first, last = ceil(start - 1e-9), floor(end + 1e-9)
    middle = round_half_up((start + end) / 2)
    return range(first, last + 1) if first <= last else range(middle, middle + 1)


def round_half_up(number: float) -> int:
    """The nearest whole number."""
    return floor(number + 0.5)
