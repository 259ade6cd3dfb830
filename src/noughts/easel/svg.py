"""A screen of Easel images as a small SVG, cut to what is drawn."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import assert_never
from xml.sax.saxutils import escape

from noughts.easel import HEIGHT, Circle, Color, Disc, Graphic, Image, Number, Point, Segment, Text, Triangle

Frame = tuple[float, float, float, float]
"""Left, bottom, right, top."""


def frame_of(images: Iterable[Image]) -> Frame:
    """The smallest rectangle around all lines and filled shapes; around all, if there are only texts."""
    images = list(images)
    shapes = [image for image in images if not isinstance(image, Text)] or images
    boxes = [box_of(image) for image in shapes] or [(0, 0, 1, 1)]
    left, bottom = (min(box[i] for box in boxes) for i in (0, 1))
    right, top = (max(box[i] for box in boxes) for i in (2, 3))
    return float(left) - 4, float(bottom) - 4, float(right) + 4, float(top) + 4


def screen_svg(images: Sequence[Image], frame: Frame) -> str:
    """The images, first to last, as an ``svg`` element that shows the frame."""
    left, bottom, right, top = frame
    view = f"{left:g} {HEIGHT - top:g} {right - left:g} {top - bottom:g}"
    return f'<svg viewBox="{view}">{"".join(map(_element, images))}</svg>'


def _element(image: Image) -> str:
    match image:
        case Segment(start, end, color):
            ends = f'x1="{_x(start)}" y1="{_y(start)}" x2="{_x(end)}" y2="{_y(end)}"'
            return f'<line {ends} stroke="{_rgb(color)}" stroke-width="3"/>'
        case Circle(center, radius, color):
            shape = f'cx="{_x(center)}" cy="{_y(center)}" r="{float(radius):g}"'
            return f'<circle {shape} fill="none" stroke="{_rgb(color)}" stroke-width="3"/>'
        case Disc(center, radius, color):
            shape = f'cx="{_x(center)}" cy="{_y(center)}" r="{float(radius):g}"'
            return f'<circle {shape} fill="{_rgb(color)}"/>'
        case Triangle(a, b, c, color):
            corners = " ".join(f"{_x(p)},{_y(p)}" for p in (a, b, c))
            return f'<polygon points="{corners}" fill="{_rgb(color)}"/>'
        case Text(content, center, height, color):
            place = f'x="{_x(center)}" y="{_y(center)}" dy="0.35em"'
            font = f'style="font-size:{float(height):g}px;fill:{_rgb(color)}"'
            return f"<text {place} {font}>{escape(content)}</text>"
        case Graphic(_, center, width, height):
            corner = f'x="{float(center.x - width / 2):g}" y="{float(HEIGHT - center.y - height / 2):g}"'
            size = f'width="{float(width):g}" height="{float(height):g}"'
            return f'<rect {corner} {size} fill="none" stroke="#94a3b8"/>'
        case _:
            assert_never(image)


def box_of(image: Image) -> tuple[Number, Number, Number, Number]:
    """The rectangle around an image: left, bottom, right, top.  Around a text it is a rough guess."""
    match image:
        case Segment(start, end):
            return _around(start, end)
        case Circle(center, radius) | Disc(center, radius):
            return center.x - radius, center.y - radius, center.x + radius, center.y + radius
        case Triangle(a, b, c):
            return _around(a, b, c)
        case Text(_, center, height):
            return center.x - height, center.y - height, center.x + height, center.y + height
        case Graphic(_, center, width, height):
            return (
                center.x - Fraction(width) / 2,
                center.y - Fraction(height) / 2,
                center.x + Fraction(width) / 2,
                center.y + Fraction(height) / 2,
            )
        case _:
            assert_never(image)


def _around(*points: Point) -> tuple[Number, Number, Number, Number]:
    xs, ys = [p.x for p in points], [p.y for p in points]
    return min(xs), min(ys), max(xs), max(ys)


def _x(point: Point) -> str:
    return f"{float(point.x):g}"


def _y(point: Point) -> str:
    return f"{float(HEIGHT - point.y):g}"


def _rgb(color: Color) -> str:
    parts = (round(float(part)) for part in (color.red, color.green, color.blue))
    return "#" + "".join(f"{min(255, max(0, part)):02x}" for part in parts)
