"""The screen and the mouse of a document: images and input as values.

The screen is white, 1000 pixels wide and 800 high, with the origin at the bottom left and y upwards; all
lengths are in pixels.  Numbers are exact (`int` or `Fraction`); a face converts them for drawing.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import ClassVar, TypeAlias, assert_never

from msgspec import Struct, field

from noughts.values.scalars import Opaque

WIDTH = 1000
HEIGHT = 800
FRAMES_PER_SECOND = 30

Number: TypeAlias = int | Fraction


class Point(Opaque, frozen=True):
    """A place on the screen."""

    printed: ClassVar[str] = "an Easel point"
    maker: ClassVar[str] = "point"
    x: Number
    y: Number


class Color(Opaque, frozen=True):
    """Red, green and blue, each from 0 to 255."""

    printed: ClassVar[str] = "an Easel color"
    maker: ClassVar[str] = "color"
    red: Number
    green: Number
    blue: Number


class Segment(Opaque, frozen=True):
    """A straight line between two points."""

    printed: ClassVar[str] = "an Easel image"
    maker: ClassVar[str] = "segment"
    start: Point
    end: Point
    color: Color


class Circle(Opaque, frozen=True):
    """The outline of a circle."""

    printed: ClassVar[str] = "an Easel image"
    maker: ClassVar[str] = "circle"
    center: Point
    radius: Number
    color: Color


class Disc(Opaque, frozen=True):
    """A filled circle."""

    printed: ClassVar[str] = "an Easel image"
    maker: ClassVar[str] = "disc"
    center: Point
    radius: Number
    color: Color


class Triangle(Opaque, frozen=True):
    """A filled triangle."""

    printed: ClassVar[str] = "an Easel image"
    maker: ClassVar[str] = "fTri"
    a: Point
    b: Point
    c: Point
    color: Color


class Text(Opaque, frozen=True):
    """A line of text, centred on a point; `height` is that of its letters' box."""

    printed: ClassVar[str] = "an Easel image"
    maker: ClassVar[str] = "text"
    content: str
    center: Point
    height: Number
    color: Color


class Graphic(Opaque, frozen=True):
    """A picture file, centred on a point and scaled to `width` and `height`."""

    printed: ClassVar[str] = "an Easel image"
    maker: ClassVar[str] = "graphic"
    file: str
    center: Point
    width: Number
    height: Number


Image: TypeAlias = Segment | Circle | Disc | Triangle | Text | Graphic


class Input(Struct, frozen=True):
    """The input of mouse and keyboard in one frame.

    `x` and `y` are the place where the left button was pressed if `clicked`, else the place of the cursor;
    `keys` are the letters held down.
    """

    clicked: bool = False
    x: int = 0
    y: int = 0
    keys: frozenset[str] = field(default_factory=frozenset)


def layer(image: Image) -> int:
    """0 for filled shapes, 1 for lines, 2 for text: the order in which a *set* of images is drawn."""
    match image:
        case Disc() | Triangle() | Graphic():
            return 0
        case Segment() | Circle():
            return 1
        case Text():
            return 2
        case _:
            assert_never(image)


def in_layers(images: Iterable[Image]) -> tuple[Image, ...]:
    """The images of a set in drawing order: filled shapes, then lines, then text, otherwise as printed."""
    return tuple(sorted(images, key=layer))
