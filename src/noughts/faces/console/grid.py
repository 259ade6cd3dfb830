"""A screen on a grid of characters of one size, so that nothing moves but what moves on the screen."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product
from typing import TypeAlias

from noughts.easel import HEIGHT, WIDTH, Circle, Color, Disc, Image, Triangle
from noughts.faces.console.axis import Axis
from noughts.faces.console.canvas import Canvas, Sign
from noughts.faces.console.draw import draw, sign_of
from noughts.faces.console.figures import box_of
from noughts.faces.console.guides import Rectangles, rectangles
from noughts.faces.console.shapes import bounds, cells_inside, corners, inside_ellipse, inside_triangle

_CORNERS = ((0, 0), (0, HEIGHT), (WIDTH, 0), (WIDTH, HEIGHT))

_DOT, _FILLED, _RING = 0.25, 2.0, 3.0
"""The rows that a shape takes: discs below the first are dots; from the second on shapes fill cells, and
from the third on circles are drawn.  All others are signs."""

Shape: TypeAlias = Circle | Disc | Triangle


@dataclass(frozen=True, slots=True)
class Even(Axis):
    """An axis with cells of one size; what is further away than the screen is long is not that far."""

    count: int

    def at(self, place: float) -> float:
        """Where the pixel lies, in cells."""
        cell = place / self.scale - 0.5
        return min(max(cell, -self.count), 2.0 * self.count)

    def place(self, cell: float) -> float:
        """The pixel in the middle of a cell."""
        return (cell + 0.5) * self.scale


def even(scale: float, length: int) -> Even:
    """The axis with `scale` pixels to a cell along a screen of that length."""
    return Even((), (), scale, round(length / scale))


def grid(images: Sequence[Image], columns: int, rows: int) -> tuple[list[list[Sign]], Color | None]:
    """The screen as large as it fits into the columns and rows, and the colour behind all of it."""
    scale = max(WIDTH / columns, HEIGHT / (2 * rows))
    x, y = even(scale, WIDTH), even(2 * scale, HEIGHT)
    wholes = rectangles(images)
    seen, backdrop = in_front(images, wholes)
    canvas = Canvas()
    for image in seen:
        if isinstance(image, Circle | Disc | Triangle):
            draw_shape(canvas, image, x, y, wholes)
        else:
            draw(canvas, image, x, y, wholes)
    cells = [[canvas.seen((column, row)) for column in range(x.count)] for row in reversed(range(y.count))]
    return cells, backdrop


def draw_shape(canvas: Canvas, shape: Shape, x: Even, y: Even, wholes: Rectangles) -> None:
    """A dot, a sign or all of it, by its size alone: it looks the same wherever it moves."""
    left, bottom, right, top = box = box_of(shape)
    rows = min((right - left) / (2 * x.scale), (top - bottom) / y.scale)
    if isinstance(shape, Triangle) and wholes.has_half(shape):
        for cell in product(covered(x, left, right), covered(y, bottom, top)):
            canvas.shade(cell, shape.color)
    elif rows < (_RING if isinstance(shape, Circle) else _FILLED):
        sign = "·" if isinstance(shape, Disc) and rows < _DOT else sign_of(shape)
        middle = x.nearest((left + right) / 2), y.nearest((bottom + top) / 2)
        canvas.put(middle, Sign(sign, shape.color))
    elif isinstance(shape, Circle):
        draw(canvas, shape, x, y, wholes)
    else:
        inside = inside_ellipse(*box) if isinstance(shape, Disc) else inside_triangle(corners(shape))
        for cell in cells_inside(x, y, box, inside):
            canvas.shade(cell, shape.color)


def covered(axis: Even, start: float, end: float) -> range:
    """The cells whose middles lie between two pixels, or the one in which they are."""
    within = axis.within(start, end)
    return within or range(middle := axis.nearest((start + end) / 2), middle + 1)


def in_front(images: Sequence[Image], wholes: Rectangles) -> tuple[Sequence[Image], Color | None]:
    """The images in front of the last that covers the whole screen, and its colour."""
    for number in reversed(range(len(images))):
        image = images[number]
        if isinstance(image, Triangle) and covers_all(image, wholes):
            return images[number + 1 :], image.color
    return images, None


def covers_all(triangle: Triangle, wholes: Rectangles) -> bool:
    """Whether it hides the screen, alone or with the other half of its rectangle."""
    points = corners(triangle)
    if wholes.has_half(triangle):
        left, bottom, right, top = bounds(points)
        return left <= 0 and bottom <= 0 and right >= WIDTH and top >= HEIGHT
    inside = inside_triangle(points)
    return all(inside(x, y) for x, y in _CORNERS)
