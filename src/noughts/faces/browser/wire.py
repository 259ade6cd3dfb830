"""What is sent to the page: views and images as JSON, y downwards as the page draws."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Sequence
from typing import Any, TypeAlias, assert_never

from noughts.easel import HEIGHT, Circle, Color, Disc, Graphic, Image, Number, Point, Segment, Text, Triangle
from noughts.faces.table import Table
from noughts.faces.view import View
from noughts.games.record import write_record

Json: TypeAlias = dict[str, Any]


def view_json(view: View) -> Json:
    """All of a view."""
    plain = dataclasses.asdict(dataclasses.replace(view, images=None))
    images = None if view.images is None else images_json(view.images)
    return {**plain, "kind": "table", "headline": view.headline, "images": images}


def record_json(table: Table) -> Json:
    """The match in writing, and what a file of it may be called."""
    return {"kind": "record", "name": f"{table.game.name}.match", "text": write_record(table.record())}


def images_json(images: Iterable[Image]) -> list[Json]:
    """Images in the order in which they are drawn."""
    return [image_json(image) for image in images]


def changes_json(before: Sequence[Image], after: Sequence[Image]) -> Json:
    """How many images there are after a change, and those that are others than before, by their places.

    A document makes what does not change only once: it is the same object then, and need not be compared.
    """
    changed = [
        (place, image_json(image))
        for place, image in enumerate(after)
        if place >= len(before) or (image is not before[place] and image != before[place])
    ]
    return {"count": len(after), "changed": changed}


def image_json(image: Image) -> Json:
    """One image: its kind, numbers and colour."""
    match image:
        case Segment(start, end, color):
            return {"kind": "segment", "points": [xy(start), xy(end)], "color": css(color)}
        case Circle(center, radius, color):
            return {"kind": "circle", "center": xy(center), "radius": number(radius), "color": css(color)}
        case Disc(center, radius, color):
            return {"kind": "disc", "center": xy(center), "radius": number(radius), "color": css(color)}
        case Triangle(a, b, c, color):
            return {"kind": "triangle", "points": [xy(a), xy(b), xy(c)], "color": css(color)}
        case Text(content, center, height, color):
            size = number(height)
            return {"kind": "text", "text": content, "center": xy(center), "size": size, "color": css(color)}
        case Graphic(file, center, width, height):
            extent = {"width": number(width), "height": number(height)}
            return {"kind": "graphic", "file": file, "center": xy(center), **extent}
        case _:
            assert_never(image)


def xy(point: Point) -> list[float]:
    """A place on the page."""
    return [number(point.x), number(HEIGHT - point.y)]


def number(exact: Number) -> float:
    """A number that a screen can tell from its neighbours."""
    return round(float(exact), 3)


def css(color: Color) -> str:
    """A colour in a style sheet."""
    red, green, blue = (min(255, max(0, round(part))) for part in (color.red, color.green, color.blue))
    return f"#{red:02x}{green:02x}{blue:02x}"
