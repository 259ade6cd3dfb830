"""From the images of a screen to a text, whatever they show.

Every scale of a list is tried, and the best text wins: nothing lost, nothing cramped, in proportion
and compact.  Nothing here knows what a board is; lines, middles and filled rectangles are what the
axes are laid through.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import product

from noughts.easel import Image
from noughts.faces.console import tones
from noughts.faces.console.axis import Axis, axis_through
from noughts.faces.console.bands import Band, bands, span_of_all
from noughts.faces.console.canvas import Canvas, Sign, width_of
from noughts.faces.console.draw import Scene, draw_scene
from noughts.faces.console.figures import figures
from noughts.faces.console.guides import extent, guides, rectangles
from noughts.games.picture import Area

ROW_HEIGHTS = (130.0, 100.0, 80.0, 64.0, 50.0, 40.0, 32.0, 25.0, 20.0)
COLUMN_WIDTHS = (65.0, 50.0, 40.0, 32.0, 25.0, 20.0, 16.0, 12.5, 10.0, 8.0, 6.0, 4.0)
"""Pixels to a cell that are tried; a character is about twice as high as wide."""

Scale = tuple[float, float]
"""Pixels to a column and to a row."""


@dataclass(frozen=True, slots=True)
class Label:
    """A faint text for an area where nothing is drawn: the move that a click makes there.

    An empty one only keeps room for what may be drawn there later, unless the area is a narrow strip.
    """

    text: str
    area: Area


LOST, CRAMPED, DISTORTED = 1000.0, 50.0, 60.0
"""What it costs that something is written over something else, right beside it, or out of proportion."""

UNLABELLED = 12.0
"""What it costs that a move is not written where a click makes it."""

LIKING = 40.0
"""How much better another scale must be to give up the one of the last drawing: as when that is cramped."""

ROOM = 3
"""An area is so wide at least, in columns: a letter and a blank at each side."""


@dataclass(frozen=True, slots=True)
class Layout:
    """Where everything would be drawn at a scale, and what is known of its cost before it is drawn."""

    scale: Scale
    x: Axis
    y: Axis
    cost: float


@dataclass(frozen=True, slots=True)
class Drawing:
    """A text that shows the images, where on the screen it begins, and what it costs: less is better."""

    rows: list[list[Sign]]
    left: float
    scale: Scale
    cost: float


@dataclass(frozen=True, slots=True)
class Picture:
    """A text that shows a screen, and the scales of its strips, for the next picture to be like it."""

    rows: list[list[Sign]]
    scales: tuple[Scale, ...]


def raster(
    images: Sequence[Image], labels: Sequence[Label] = (), *, columns: int = 80, before: Picture | None = None
) -> Picture:
    """The images as text in so many columns; at the scales of `before`, unless they have become bad."""
    strips = bands(images)
    liked: Sequence[Scale | None] = (None,) * len(strips)
    if before is not None and len(before.scales) == len(strips):
        liked = before.scales
    drawings = []
    for number, strip in enumerate(strips):
        within = [label for label in labels if strip_of(label, strips) == number]
        drawings.append(best_drawing(Sketch(strip, within, columns, liked[number])))
    return Picture(stacked(drawings), tuple(drawing.scale for drawing in drawings))


def strip_of(label: Label, strips: Sequence[Band]) -> int:
    """The number of the strip in which the label lies, or to which it is nearest."""
    middle = (label.area.bottom + label.area.top) / 2
    distances = [max(low - middle, middle - high, 0) for low, high in map(span_of_all, strips)]
    return distances.index(min(distances))


def stacked(drawings: Sequence[Drawing]) -> list[list[Sign]]:
    """One drawing below the other, at their places from the left as far as columns allow."""
    drawings = [drawing for drawing in drawings if drawing.rows]
    if not drawings:
        return []
    left = min(drawing.left for drawing in drawings)
    tallest = max(drawings, key=lambda drawing: len(drawing.rows))
    found: list[list[Sign]] = []
    for drawing in drawings:
        indent = [Sign(" ")] * round((drawing.left - left) / tallest.scale[0])
        found += [[]] if found else []
        found += [[*indent, *row] for row in drawing.rows]
    return found


def best_drawing(sketch: Sketch) -> Drawing:
    """Layouts are drawn from the cheapest on, until none can be better than the best drawing."""
    layouts = sorted(map(sketch.layout, product(COLUMN_WIDTHS, ROW_HEIGHTS)), key=lambda layout: layout.cost)
    best = sketch.drawn(layouts[0])
    for layout in layouts[1:]:
        if layout.cost >= best.cost:
            break
        best = min(best, sketch.drawn(layout), key=lambda drawing: drawing.cost)
    return best


class Sketch:
    """Images that are to be drawn, and what is the same about them at every scale."""

    def __init__(
        self, images: Sequence[Image], labels: Sequence[Label], columns: int, before: Scale | None
    ) -> None:
        wholes = rectangles(images)
        self._scene = Scene(images, wholes, figures(images, wholes))
        self._labels = labels
        self._columns = columns
        self._before = before
        self._guides = [guides(images, wholes, self._scene.middles(axis), axis=axis) for axis in (0, 1)]
        self._extents = [extent(images, axis=axis) for axis in (0, 1)]

    def layout(self, scale: Scale) -> Layout:
        """The axes at this scale, and what they cost."""
        x, y = (
            axis_through(along.lines, along.borders, pixels)
            for along, pixels in zip(self._guides, scale, strict=True)
        )
        cost = DISTORTED * (x.distortion + y.distortion) - LIKING * (scale == self._before)
        return Layout(scale, x, y, cost + self._size(*(self._cells(axis, x, y) for axis in (0, 1))))

    def drawn(self, layout: Layout) -> Drawing:
        """The text with this layout."""
        x, y = layout.x, layout.y
        canvas = Canvas()
        draw_scene(canvas, self._scene, x, y)
        missing = [label for label in self._labels if not write_label(canvas, label, x, y)]
        rows = list(canvas.rows())
        size = self._size(len(rows[0]) if rows else 0, len(rows))
        known = layout.cost - self._size(*(self._cells(axis, x, y) for axis in (0, 1)))
        found = LOST * canvas.clashes + CRAMPED * (canvas.touches + bool(missing))
        found += UNLABELLED * sum(label.text != "" for label in missing)
        return Drawing(rows, x.place(canvas.left), layout.scale, known + size + found)

    def _size(self, width: float, height: float) -> float:
        """Large texts cost their size, those that are too wide more than anything else."""
        return width + 2 * height + LOST * max(width - self._columns, 0)

    def _cells(self, axis: int, x: Axis, y: Axis) -> float:
        """At least so many columns or rows are drawn: lines may end half a cell before their ends."""
        start, end = self._extents[axis]
        along = (x, y)[axis]
        return max(along.at(end) - along.at(start) - 1, 0)


def write_label(canvas: Canvas, label: Label, x: Axis, y: Axis) -> bool:
    """Write it in the middle of its area if that is blank; was there room?"""
    area = label.area
    columns, rows = x.within(area.left, area.right), y.within(area.bottom, area.top)
    if not all(canvas.is_blank((column, row)) for column in columns for row in rows):
        return True
    middle = (x.nearest((area.left + area.right) / 2), y.nearest((area.bottom + area.top) / 2))
    if not label.text and area.right - area.left < (area.top - area.bottom) / 2:
        return True
    if len(columns) < max(ROOM, width_of(label.text) + 2) or middle[1] not in rows:
        return False
    canvas.write(label.text, middle, None, faint=True)
    return True


def plain(rows: Iterable[Sequence[Sign]]) -> Iterator[str]:
    """The rows as text without colour; filled cells are shades of grey."""
    for row in rows:
        yield "".join(plain_sign(sign) for sign in row).rstrip()


def plain_sign(sign: Sign) -> str:
    """The character, or a shade where there is none."""
    if sign.character == " " and sign.ground is not None:
        return tones.stepped(sign.ground, tones.PLAIN_SHADES)
    return sign.character
