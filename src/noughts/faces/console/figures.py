"""Figures: shapes on top of each other that a text shows as one, such as a coin with a number."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import TypeAlias, assert_never

from msgspec import Struct

from noughts.easel import Circle, Color, Disc, Graphic, Image, Segment, Text, Triangle
from noughts.faces.console.guides import Rectangles, place
from noughts.faces.console.shapes import Box, bounds, corners

Shape: TypeAlias = Circle | Disc | Triangle | Text | Graphic

# The greatest width or height of a piece in pixels, a quarter of the screen; larger shapes are scenery.
_LARGEST = 250.0

LETTER = 0.55
"""The width of a letter, as a share of its height."""

MINOR = 0.4
"""The share of the largest figure's size below which a figure is only a mark."""


class Figure(Struct, frozen=True, dict=True):
    """Shapes and at most one text around the same place."""

    images: tuple[Shape, ...]

    @cached_property
    def box(self) -> Box:
        """The smallest upright rectangle around all of it."""
        lefts, bottoms, rights, tops = zip(*map(box_of, self.images), strict=True)
        return min(lefts), min(bottoms), max(rights), max(tops)

    @property
    def size(self) -> float:
        """Its greater extent."""
        left, bottom, right, top = self.box
        return max(right - left, top - bottom)

    @property
    def least(self) -> float:
        """Its lesser extent."""
        left, bottom, right, top = self.box
        return min(right - left, top - bottom)

    @property
    def text(self) -> Text | None:
        """The text on the figure."""
        return next((image for image in self.images if isinstance(image, Text)), None)

    @property
    def main(self) -> Shape:
        """The part that is shown if there is room for only one: the text, else the largest shape."""
        return self.text or max(self.images, key=lambda image: area(box_of(image)))

    @property
    def ground(self) -> Color | None:
        """The colour that the text stands on."""
        fills = [image.color for image in self.images if isinstance(image, Disc | Triangle)]
        return fills[-1] if fills and self.text else None

    @property
    def middle(self) -> tuple[float, float]:
        """The middle of its main part."""
        left, bottom, right, top = box_of(self.main)
        return (left + right) / 2, (bottom + top) / 2

    @property
    def may_shrink(self) -> bool:
        """Whether its main part can represent the whole figure; it cannot if the figure has an unfilled
        ring."""
        return self.text is None or self.ground is not None or len(self.images) == 1


def figures(images: Sequence[Image], wholes: Rectangles) -> dict[int, Figure]:
    """The figures among the images, each by the number of its last image."""
    boxes = {number: box_of(image) for number, image in shapes(images) if is_part(image, wholes)}
    leader = {number: number for number in boxes}

    def first(number: int) -> int:
        while leader[number] != number:
            number = leader[number] = leader[leader[number]]
        return number

    for one, other in overlapping(boxes):
        leader[first(other)] = first(one)
    members: dict[int, list[int]] = {}
    for number in boxes:
        members.setdefault(first(number), []).append(number)
    return dict(found for numbers in members.values() for found in made_of(images, numbers))


def shapes(images: Sequence[Image]) -> Iterator[tuple[int, Shape]]:
    """All images that are not lines, with their numbers."""
    return ((number, image) for number, image in enumerate(images) if not isinstance(image, Segment))


def made_of(images: Sequence[Image], numbers: list[int]) -> Iterator[tuple[int, Figure]]:
    """One figure; or one for each image if there is more than one text, since then they only happen to
    touch."""
    shapes = [image for number in numbers if not isinstance(image := images[number], Segment)]
    if sum(isinstance(shape, Text) for shape in shapes) > 1:
        yield from ((number, Figure((shape,))) for number, shape in zip(numbers, shapes, strict=True))
    else:
        yield numbers[-1], Figure(tuple(shapes))


def is_part(image: Image, wholes: Rectangles) -> bool:
    """Whether an image can be a part of a figure."""
    if isinstance(image, Segment) or (isinstance(image, Triangle) and wholes.has_half(image)):
        return False
    left, bottom, right, top = box_of(image)
    return max(right - left, top - bottom) <= _LARGEST


def overlapping(boxes: dict[int, Box]) -> Iterator[tuple[int, int]]:
    """The pairs of boxes of which one holds the middle of the other."""
    from_left = sorted(boxes, key=lambda number: boxes[number])
    for k, one in enumerate(from_left):
        for other in from_left[k + 1 :]:
            if boxes[other][0] > boxes[one][2]:
                break
            if holds_middle(boxes[one], boxes[other]) or holds_middle(boxes[other], boxes[one]):
                yield one, other


def holds_middle(outer: Box, inner: Box) -> bool:
    """Whether the middle of the inner box lies in the outer."""
    x, y = (inner[0] + inner[2]) / 2, (inner[1] + inner[3]) / 2
    return outer[0] <= x <= outer[2] and outer[1] <= y <= outer[3]


def area(box: Box) -> float:
    """Width times height."""
    return (box[2] - box[0]) * (box[3] - box[1])


def box_of(image: Shape) -> Box:
    """The smallest upright rectangle around a shape; for a text, nearly."""
    match image:
        case Circle(center, radius) | Disc(center, radius):
            (x, y), half = place(center), (float(radius), float(radius))
        case Triangle():
            return bounds(corners(image))
        case Text(content, center, height):
            (x, y), half = place(center), (len(content) * LETTER * float(height) / 2, float(height) / 2)
        case Graphic(_, center, width, height):
            (x, y), half = place(center), (float(width) / 2, float(height) / 2)
        case _:
            assert_never(image)
    return x - half[0], y - half[1], x + half[0], y + half[1]
