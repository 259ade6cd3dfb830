"""Easel images as SVG elements, and a screen as an SVG that is cropped to its images."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Final, assert_never

from msgspec import Struct

from noughts.easel import HEIGHT, Circle, Color, Disc, Graphic, Image, Number, Point, Segment, Text, Triangle

MEN: Final = frozenset("♚♛♜♝♞♟")
"""The signs of chess men. Their edge shows white ones on white, and the parts of black ones."""

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


class Element(Struct, frozen=True):
    """An SVG element: its name, its attributes, and the text in it."""

    tag: str
    attributes: Mapping[str, str]
    text: str = ""

    def __str__(self) -> str:
        from html import escape  # `xml.sax.saxutils` would load the clients of the web

        written = "".join(f' {name}="{escape(value)}"' for name, value in self.attributes.items())
        if not self.text:
            return f"<{self.tag}{written}/>"
        return f"<{self.tag}{written}>{escape(self.text, quote=False)}</{self.tag}>"


# How texts and lines are drawn, for all images.
_TEXTS: Final = (
    'text-anchor="middle" stroke-linecap="round" '
    "font-family=\"system-ui, 'Segoe UI', Roboto, 'Liberation Sans', 'DejaVu Sans', sans-serif\""
)


def screen_svg(images: Sequence[Image], frame: Frame) -> str:
    """The images, first to last, as an ``svg`` element that shows the frame, and may be a file of its own."""
    left, bottom, right, top = frame
    wide, high = f"{right - left:g}", f"{top - bottom:g}"
    shown = f'width="{wide}" height="{high}" viewBox="{left:g} {HEIGHT - top:g} {wide} {high}"'
    drawn = "".join(str(styled(element_of(image))) for image in images)
    return f'<svg xmlns="http://www.w3.org/2000/svg" {_TEXTS} {shown}>{drawn}</svg>'


@lru_cache(maxsize=1024)  # most images stay from one picture to the next, and a screen has some hundreds
def element_of(image: Image) -> Element:
    """An image as an element, y downwards from the top of the screen; for a picture file, its outline."""
    match image:
        case Segment(start, end, color):
            ends = {"x1": _number(start.x), "y1": _down(start.y), "x2": _number(end.x), "y2": _down(end.y)}
            return Element("line", {**ends, "stroke": css(color), "stroke-width": "3"})
        case Circle(center, radius, color):
            outline = {"fill": "none", "stroke": css(color), "stroke-width": "3"}
            return Element("circle", {**_round(center, radius), **outline})
        case Disc(center, radius, color):
            return Element("circle", {**_round(center, radius), "fill": css(color)})
        case Triangle(a, b, c, color):
            corners = " ".join(f"{_number(p.x)},{_down(p.y)}" for p in (a, b, c))
            # a hairline in the same colour closes the seam between two triangles that meet
            seam = {"stroke": css(color), "stroke-width": "0.6"}
            return Element("polygon", {"points": corners, "fill": css(color), **seam})
        case Text(content, center, height, color):
            middle = {"x": _number(center.x), "y": _down(center.y)}
            edge = edge_of(color, height) if content in MEN else {}
            return Element(
                "text", {**middle, "font-size": _number(height), "fill": css(color), **edge}, content
            )
        case Graphic():
            return Element("rect", {**corner_and_size(image), "fill": "none", "stroke": "#94a3b8"})
        case _:
            assert_never(image)


def edge_of(color: Color, height: Number) -> dict[str, str]:
    """The edge of a chess man: dark around light ones, light around dark ones."""
    is_light = color.red + color.green + color.blue > 3 * 128
    return {"stroke": "#3c4250" if is_light else "#cdd2d9", "stroke-width": _number(Fraction(height) / 40)}


def styled(element: Element) -> Element:
    """The element for use on a page, with its own text style protected from style sheets of the page."""
    if element.tag != "text":
        return element
    at = element.attributes
    style = f"font-size:{at['font-size']}px;fill:{at['fill']}"
    if "stroke" in at:
        style += f";stroke:{at['stroke']};stroke-width:{at['stroke-width']}"
    return Element("text", {"x": at["x"], "y": at["y"], "dy": "0.35em", "style": style}, element.text)


def corner_and_size(image: Graphic) -> dict[str, str]:
    """The place of a picture file: its upper left corner, width and height."""
    left, top = image.center.x - Fraction(image.width) / 2, image.center.y + Fraction(image.height) / 2
    return {
        "x": _number(left),
        "y": _down(top),
        "width": _number(image.width),
        "height": _number(image.height),
    }


def css(color: Color) -> str:
    """A colour as in style sheets and Tk: ``#16835b``."""
    parts = (min(255, max(0, round(part))) for part in (color.red, color.green, color.blue))
    return "#" + "".join(f"{part:02x}" for part in parts)


def box_of(image: Image) -> tuple[Number, Number, Number, Number]:
    """The rectangle around an image: left, bottom, right, top.  For a text it is an estimate."""
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


def _round(center: Point, radius: Number) -> dict[str, str]:
    return {"cx": _number(center.x), "cy": _down(center.y), "r": _number(radius)}


def _number(exact: Number) -> str:
    return f"{float(exact):g}"


def _down(y: Number) -> str:
    return _number(HEIGHT - y)
