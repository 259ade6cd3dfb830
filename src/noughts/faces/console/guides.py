"""The places through which the axes of a text are laid: lines, middles, borders."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import assert_never

from msgspec import Struct

from noughts.easel import Circle, Color, Disc, Graphic, Image, Point, Segment, Text, Triangle
from noughts.faces.console.shapes import Box, bounds, corners


class Guides(Struct, frozen=True):
    """The places of lines and middles along one axis, and those of the borders of rectangles."""

    lines: frozenset[float]
    borders: frozenset[float]


class Rectangles(Struct, frozen=True):
    """The upright rectangles among the images, each of two triangles, since Easel has no rectangles."""

    found: frozenset[tuple[Box, Color]]

    def has_half(self, triangle: Triangle) -> bool:
        """Whether another triangle completes it to a rectangle."""
        return (bounds(corners(triangle)), triangle.color) in self.found


def rectangles(images: Iterable[Image]) -> Rectangles:
    """The rectangles that two triangles of one colour fill together."""
    halves = {image for image in images if isinstance(image, Triangle) and is_half_a_rectangle(image)}
    count = Counter((bounds(corners(half)), half.color) for half in halves)
    return Rectangles(frozenset(found for found, times in count.items() if times >= 2))


def is_half_a_rectangle(triangle: Triangle) -> bool:
    """Whether its corners are three of the four corners of an upright rectangle."""
    points = corners(triangle)
    left, bottom, right, top = bounds(points)
    upright = all(x in (left, right) and y in (bottom, top) for x, y in points)
    return upright and left < right and bottom < top


def guides(images: Sequence[Image], wholes: Rectangles, middles: Iterable[float], *, axis: int) -> Guides:
    """The guides along x (0) or y (1), `middles` of figures among them.

    The middle between two lines that face each other counts even while nothing is drawn there, so a board
    looks the same whatever pieces are on it.
    """
    edges = list(line_edges(images, axis))
    places = {edge.at for edge in edges}
    facing = {(here + there) / 2 for here, there in facing_pairs(edges)}
    borders = set(rectangle_borders(wholes, axis))
    return Guides(frozenset(places.union(facing, middles)), frozenset(borders - places))


class Edge(Struct, frozen=True):
    """A line across an axis, or the end of one along it: its place, and its extent across."""

    at: float
    low: float
    high: float
    is_end: bool


def is_level(segment: Segment) -> bool:
    """Whether it is parallel to an axis."""
    return segment.start.x == segment.end.x or segment.start.y == segment.end.y


def distance(point: tuple[float, float], segment: Segment) -> float:
    """The distance of the point from the nearest point of the segment."""
    start, end, here = (complex(x, y) for x, y in (place(segment.start), place(segment.end), point))
    along, across = end - start, here - start
    share = (across * along.conjugate()).real / abs(along) ** 2 if along else 0.0
    return abs(across - min(max(share, 0.0), 1.0) * along)


def line_edges(images: Iterable[Image], axis: int) -> Iterator[Edge]:
    """The lines across the axis, and the ends of those along it."""
    for image in images:
        if isinstance(image, Segment) and is_level(image):
            start, end = place(image.start), place(image.end)
            other = sorted((start[1 - axis], end[1 - axis]))
            is_end = start[axis] != end[axis]
            for at in {start[axis], end[axis]}:
                yield Edge(at, other[0], other[1], is_end)


def facing_pairs(edges: Sequence[Edge]) -> Iterator[tuple[float, float]]:
    """The places of each line and of the next one that faces it, or whose end does."""
    for edge in edges:
        facing = [
            (other.at, other.is_end)
            for other in edges
            if other.at > edge.at and other.low <= edge.high and edge.low <= other.high
        ]
        if facing and not (edge.is_end and min(facing)[1]):
            yield edge.at, min(facing)[0]


def rectangle_borders(wholes: Rectangles, axis: int) -> Iterator[float]:
    """The places where rectangles begin and end."""
    for box, _ in wholes.found:
        yield box[axis]
        yield box[axis + 2]


def extent(images: Iterable[Image], *, axis: int) -> tuple[float, float]:
    """The least and the greatest place of the images along an axis; texts may be longer."""
    ends = [end for image in images for end in ends_of(image, axis)]
    return min(ends, default=0.0), max(ends, default=0.0)


def ends_of(image: Image, axis: int) -> tuple[float, ...]:
    """The places along an axis where an image begins and ends."""
    match image:
        case Segment(start, end):
            return place(start)[axis], place(end)[axis]
        case Circle(center, radius) | Disc(center, radius):
            return place(center)[axis] - float(radius), place(center)[axis] + float(radius)
        case Triangle(a, b, c):
            return place(a)[axis], place(b)[axis], place(c)[axis]
        case Text(_, center) | Graphic(_, center):
            return (place(center)[axis],)
        case _:
            assert_never(image)


def place(point: Point) -> tuple[float, float]:
    """The point as floating-point numbers."""
    return float(point.x), float(point.y)
