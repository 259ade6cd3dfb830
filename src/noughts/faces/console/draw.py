"""Images drawn on a canvas of characters, given the axes of its pixels."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from itertools import product
from typing import assert_never

from msgspec import Struct

from noughts.easel import Circle, Disc, Graphic, Image, Segment, Text, Triangle
from noughts.faces.console import canvas
from noughts.faces.console.canvas import LEFT, RIGHT, Axis, Canvas, Cell, Sign, beyond
from noughts.faces.console.figures import LETTER, MINOR, Figure, box_of, is_part
from noughts.faces.console.guides import Rectangles, distance, is_level, place
from noughts.faces.console.shapes import (
    Box,
    bounds,
    cells_inside,
    corners,
    inside_ellipse,
    inside_triangle,
    ring,
    sign_of_triangle,
    slant,
)

# The greatest distance, as a share of its lesser extent, of a line through the middle of a figure.
_CENTRAL = 0.25

_NO_RECTANGLES = Rectangles(frozenset())


class Scene(Struct, frozen=True, dict=True):
    """Images with the rectangles among them, and the figures by the number of their last image."""

    images: Sequence[Image]
    wholes: Rectangles
    figures: Mapping[int, Figure]

    @cached_property
    def parts(self) -> frozenset[int]:
        """The numbers of images that are drawn with a figure."""
        return frozenset(number for number, image in enumerate(self.images) if is_part(image, self.wholes))

    @cached_property
    def largest(self) -> float:
        """The size of the largest figure."""
        return max(figure.size for figure in self.figures.values())

    def is_mark(self, figure: Figure) -> bool:
        """Whether a figure is small compared with the largest one."""
        return figure.text is None and figure.size < MINOR * self.largest

    @cached_property
    def crossed(self) -> int:
        """The number of figures with a line through their middle, which no text can avoid."""
        segments = [image for image in self.images if isinstance(image, Segment)]
        figures = [figure for figure in self.figures.values() if not self.is_mark(figure)]
        places = [(figure.middle, _CENTRAL * figure.least) for figure in figures]
        return sum(any(distance(middle, segment) <= near for segment in segments) for middle, near in places)

    def middles(self, axis: int) -> set[float]:
        """The middles of the figures, except for small marks, and of the shapes that are no figures."""
        parts = self.parts
        found = {figure.middle[axis] for figure in self.figures.values() if not self.is_mark(figure)}
        for number, image in enumerate(self.images):
            if not isinstance(image, Segment) and number not in parts:
                box = box_of(image)
                found.add((box[axis] + box[axis + 2]) / 2)
        return found


def draw_scene(canvas: Canvas, scene: Scene, x: Axis, y: Axis) -> Iterator[None]:
    """Draw all images, one over the other, and marks where they fit; pause after each one."""
    parts = scene.parts
    for number, image in enumerate(scene.images):
        figure = scene.figures.get(number)
        if figure is not None and not scene.is_mark(figure):
            draw_figure(canvas, figure, x, y)
        elif number not in parts:
            draw(canvas, image, x, y, scene.wholes)
        yield
    for figure in filter(scene.is_mark, scene.figures.values()):
        main = figure.main
        if isinstance(main, Circle | Disc | Triangle):
            cell = x.nearest(figure.middle[0]), y.nearest(figure.middle[1])
            canvas.signs.setdefault(cell, Sign(sign_of(main), main.color))


def draw_figure(canvas: Canvas, figure: Figure, x: Axis, y: Axis) -> None:
    """Draw the whole figure if there is room, else its main part, on the colour behind it."""
    left, bottom, right, top = figure.box
    cramped = len(x.within(left, right)) < 3 or len(y.within(bottom, top)) < 3
    if not (cramped and figure.may_shrink):
        for image in figure.images:
            draw(canvas, image, x, y, _NO_RECTANGLES)
        return
    middle = figure.middle
    cell = x.nearest(middle[0]), y.nearest(middle[1])
    main = figure.main
    if isinstance(main, Text):
        columns = draw_text(canvas, main, x, y)
        if figure.ground is not None:
            canvas.shades.update(dict.fromkeys(((column, cell[1]) for column in columns), figure.ground))
    elif isinstance(main, Graphic):
        draw(canvas, main, x, y, _NO_RECTANGLES)
    else:
        write_sign(canvas, main, cell, x)


def sign_of(shape: Circle | Disc | Triangle) -> str:
    """A sign for a small shape."""
    match shape:
        case Circle():
            return "○"
        case Disc(_, _, color):
            return canvas.stepped(color, canvas.PLAIN_DISCS)
        case Triangle():
            return sign_of_triangle(shape)
        case _:
            assert_never(shape)


def draw(canvas: Canvas, image: Image, x: Axis, y: Axis, wholes: Rectangles) -> None:
    """Draw one image over those before it."""
    match image:
        case Segment():
            draw_segment(canvas, image, x, y)
        case Circle() | Disc():
            draw_round(canvas, image, x, y)
        case Triangle():
            draw_triangle(canvas, image, x, y, wholes)
        case Text():
            draw_text(canvas, image, x, y)
        case Graphic(file, center):
            name = file.rpartition("/")[2].partition(".")[0]
            canvas.write(f"[{name}]", (x.nearest(float(center.x)), y.nearest(float(center.y))), None)
        case _:
            assert_never(image)


def draw_text(canvas: Canvas, text: Text, x: Axis, y: Axis) -> range:
    """Write a text and return its columns; it is a touch if a line is nearer than on the screen."""
    cell = x.nearest(float(text.center.x)), y.nearest(float(text.center.y))
    columns = canvas.write(text.content, cell, text.color)
    canvas.touches += crowded(canvas, columns, cell[1], x, box_of(text), LETTER * float(text.height))
    return columns


def crowded(canvas: Canvas, columns: range, row: int, x: Axis, box: Box, near: float) -> bool:
    """Whether there are lines at both sides of the columns, or at one side that is not so `near` on the
    screen.

    A line along the row of the text itself does not count.
    """
    sides = ((columns.start, LEFT, box[0]), (columns.stop - 1, RIGHT, box[2]))
    touched = [
        (beyond((end, row), way)[0], edge)
        for end, way, edge in sides
        if canvas.joints.get(beyond((end, row), way)) and not canvas.joints.get((end, row), 0) & way
    ]
    return len(touched) == 2 or any(abs(x.place(beside) - edge) > near for beside, edge in touched)


def write_sign(canvas: Canvas, shape: Circle | Disc | Triangle, cell: Cell, x: Axis) -> None:
    """A sign for a shape that is too small to be drawn."""
    columns = canvas.write(sign_of(shape), cell, shape.color)
    canvas.touches += crowded(canvas, columns, cell[1], x, box_of(shape), 0.0)


def draw_segment(canvas: Canvas, segment: Segment, x: Axis, y: Axis) -> None:
    """Draw a segment along a row or a column if it is level or upright, else slanted."""
    start, end = ((x.at(float(p.x)), y.at(float(p.y))) for p in (segment.start, segment.end))
    if is_level(segment):
        (column, row), (last_column, last_row) = (
            (x.nearest(float(p.x)), y.nearest(float(p.y))) for p in (segment.start, segment.end)
        )
        canvas.line((column, row), (last_column, last_row), segment.color)
    else:
        slant(canvas, start, end, segment.color)


def draw_round(canvas: Canvas, image: Circle | Disc, x: Axis, y: Axis) -> None:
    """Draw a sign if the shape is small, else its outline or all of its cells."""
    (left, bottom), radius = place(image.center), float(image.radius)
    box = (left - radius, bottom - radius, left + radius, bottom + radius)
    columns, rows = x.within(box[0], box[2]), y.within(box[1], box[3])
    middle = (x.nearest(left), y.nearest(bottom))
    if len(rows) < 3 or len(columns) < 3:
        write_sign(canvas, image, middle, x)
    elif isinstance(image, Circle):
        for cell, sign in ring(columns, rows):
            canvas.put(cell, Sign(sign, image.color))
    else:
        for cell in cells_inside(x, y, box, inside_ellipse(*box)):
            canvas.shade(cell, image.color)


def draw_triangle(canvas: Canvas, triangle: Triangle, x: Axis, y: Axis, wholes: Rectangles) -> None:
    """Draw a triangle: half a rectangle fills the whole one, and any other small triangle is a sign."""
    points = corners(triangle)
    box = bounds(points)
    is_rectangle = wholes.has_half(triangle)
    if is_rectangle:
        cells = list(product(x.within(box[0], box[2]), y.within(box[1], box[3])))
    else:
        cells = cells_inside(x, y, box, inside_triangle(points))
    if not is_rectangle and (len({row for _, row in cells}) < 3 or len({c for c, _ in cells}) < 3):
        middle = (x.nearest((box[0] + box[2]) / 2), y.nearest((box[1] + box[3]) / 2))
        write_sign(canvas, triangle, middle, x)
        return
    for cell in cells:
        canvas.shade(cell, triangle.color)
