"""Sketches: a strip of the screen at the scale that shows it best.

Every scale of a list is tried, and the best text wins: nothing is lost or cramped, and it is in proportion
and compact.  In a match the scale of the last drawing stays while it is about as good as it was.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from heapq import heapify, heapreplace
from itertools import product

from msgspec import Struct

from noughts.easel import Image
from noughts.faces.console.canvas import Axis, Canvas, Sign, axis_through, width_of
from noughts.faces.console.draw import Scene, draw_scene
from noughts.faces.console.figures import figures
from noughts.faces.console.guides import extent, guides, rectangles
from noughts.games.picture import Area

# The scales that are tried, in pixels to a cell; a character is about twice as high as wide.
_ROW_HEIGHTS = (130.0, 100.0, 80.0, 64.0, 50.0, 40.0, 32.0, 25.0, 20.0)
_COLUMN_WIDTHS = (65.0, 50.0, 40.0, 32.0, 25.0, 20.0, 16.0, 12.5, 10.0, 8.0, 6.0, 4.0)

Scale = tuple[float, float]
"""Pixels to a column and to a row."""

SCALES: tuple[Scale, ...] = tuple(product(_COLUMN_WIDTHS, _ROW_HEIGHTS))

_LOST, _CRAMPED, _DISTORTED = 1000.0, 50.0, 60.0
"""The costs of writing over another sign, of writing next to a line, and of a distorted board."""

# The cost of a move whose text is not at the area of its click.
_UNLABELLED = 12.0

# The advantage of another scale for which that of the last drawing is given up: the cost of one cramped sign.
#
# Other scales are tried only when it has become so much worse, so a board keeps its size and is drawn
# quickly.
_LIKING = 40.0

# The least width of an area in columns: a letter and a blank at each side.
_ROOM = 3


class Label(Struct, frozen=True):
    """A faint text for an empty area: the move that a click makes there.

    An empty text only reserves space for a later drawing.  No board grows to have room in a narrow strip.
    """

    text: str
    area: Area


class Drawing(Struct, frozen=True):
    """A text that shows the images, and the place on the screen where it begins.

    `strain` is the least cost of faults in a text at this scale since the scale was chosen.
    """

    rows: list[list[Sign]]
    left: float
    scale: Scale
    strain: float


def drawn(sketch: Sketch, last: Drawing | None) -> Drawing:
    """The drawing at the scale of the last one if that is about as good as it was, else at the best scale."""
    if last is None:
        return best(sketch).drawing()
    again = Attempt(sketch, last.scale)
    again.finish()
    if again.strain > last.strain + _LIKING:
        return best(sketch, liked=last.scale).drawing()
    return again.drawing(least=last.strain)


def best(sketch: Sketch, *, liked: Scale | None = None) -> Attempt:
    """The cheapest of all attempts, finished.

    The attempt that is cheapest so far is always continued.  As costs only grow, the first finished attempt
    costs no more than any other would, and few others are ever finished.
    """
    attempts = [Attempt(sketch, scale, liking=_LIKING * (scale == liked)) for scale in SCALES]
    queue = [(attempt.cost, number, attempt) for number, attempt in enumerate(attempts)]
    heapify(queue)
    while not queue[0][2].is_done:
        _, number, attempt = queue[0]
        attempt.go_on()
        heapreplace(queue, (attempt.cost, number, attempt))
    return queue[0][2]


class Sketch:
    """Images to be drawn in a number of columns and rows, and their properties that do not depend on the
    scale.

    With `rows` None there may be any number of rows.
    """

    def __init__(
        self, images: Sequence[Image], labels: Sequence[Label], columns: int, rows: int | None = None
    ) -> None:
        wholes = rectangles(images)
        self.scene = Scene(images, wholes, figures(images, wholes))
        self.labels = labels
        self.columns = columns
        self.rows = rows
        self.extents = [extent(images, axis=axis) for axis in (0, 1)]
        self._guides = [guides(images, wholes, self.scene.middles(axis), axis=axis) for axis in (0, 1)]

    def axes(self, scale: Scale) -> tuple[Axis, Axis]:
        """The axes from pixels to columns and to rows."""
        x, y = (
            axis_through(along.lines, along.borders, pixels)
            for along, pixels in zip(self._guides, scale, strict=True)
        )
        return x, y


class Attempt:
    """A sketch that is drawn at a scale, step by step.

    `strain` is the cost of its faults, and `cost` includes its size.  Both only grow while it is drawn.
    It begins with the size that the images have on the screen, except for half a cell at each end, where
    lines may end; texts may need more.
    """

    def __init__(self, sketch: Sketch, scale: Scale, *, liking: float = 0.0) -> None:
        self.scale = scale
        self._liking = liking
        self.is_done = False
        self._sketch = sketch
        self._x, self._y = sketch.axes(scale)
        self._canvas = Canvas()
        self._unlabelled = 0
        self._unwritten = self._roomless = False
        self._distorted = _DISTORTED * (self._x.distortion + self._y.distortion)
        self._width, self._height = (
            max(axis.at(end) - axis.at(start) - 1, 0)
            for axis, (start, end) in zip((self._x, self._y), sketch.extents, strict=True)
        )
        self._steps = self._drawn()

    @property
    def strain(self) -> float:
        """The faults of a drawing as a cost: the greatest if it is too large or something is lost."""
        canvas, sketch = self._canvas, self._sketch
        lost = max(self._width - sketch.columns, 0)
        if sketch.rows is not None:
            lost += max(self._height - sketch.rows, 0)
        if canvas.clashes:
            lost += max(canvas.clashes - sketch.scene.crossed, 0)
        cramped = canvas.touches + self._unwritten + self._roomless
        return self._distorted + _LOST * lost + _CRAMPED * cramped + _UNLABELLED * self._unlabelled

    @property
    def cost(self) -> float:
        """The cost of the sketch so far."""
        return self.strain + self._width + 2 * self._height - self._liking

    def go_on(self) -> None:
        """Continue until the cost grows, or the sketch is done."""
        before = self.cost
        for _ in self._steps:
            if self.cost > before:
                return

    def finish(self) -> None:
        """Draw all of it."""
        for _ in self._steps:
            pass

    def drawing(self, *, least: float | None = None) -> Drawing:
        """The sketch as a drawing; `least` is the least strain that it had before."""
        left = self._x.place(self._canvas.extent[0].start)
        strain = self.strain if least is None else min(self.strain, least)
        return Drawing(self._canvas.rows(), left, self.scale, strain)

    def _write(self, label: Label) -> None:
        """Write a label in the middle of its area if there is room."""
        x, y, area = self._x, self._y, label.area
        room = room_for(label, self._canvas, x, y)
        if room is None:
            return
        if room >= max(_ROOM, width_of(label.text) + 2):
            middle = x.nearest((area.left + area.right) / 2), y.nearest((area.bottom + area.top) / 2)
            self._canvas.write(label.text, middle, None, faint=True)
            return
        self._unlabelled += label.text != ""
        if not is_strip(area):
            self._unwritten |= label.text != ""
            self._roomless |= room < _ROOM

    def _drawn(self) -> Iterator[None]:
        """All images, then the labels for which there is room."""
        canvas, sketch = self._canvas, self._sketch
        yield from draw_scene(canvas, sketch.scene, self._x, self._y)
        for label in sketch.labels:
            self._write(label)
        canvas.drop_stubs()
        columns, rows = canvas.extent
        self._width, self._height = max(self._width, len(columns)), max(self._height, len(rows))
        self.is_done = True


def room_for(label: Label, canvas: Canvas, x: Axis, y: Axis) -> int | None:
    """The columns for a label; ``None`` if something is drawn in its area."""
    area = label.area
    columns, rows = x.within(area.left, area.right), y.within(area.bottom, area.top)
    if not all(canvas.is_blank((column, row)) for column in columns for row in rows):
        return None
    return len(columns) if y.nearest((area.bottom + area.top) / 2) in rows else 0


def is_strip(area: Area) -> bool:
    """Whether an area is so narrow that a board with room for text in it would be out of proportion."""
    return area.right - area.left < (area.top - area.bottom) / 2
