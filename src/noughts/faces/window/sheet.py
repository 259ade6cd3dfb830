"""The part of a document's screen that a window shows, and its colours in the dark."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache

from noughts.easel import HEIGHT, WIDTH, Disc, Graphic, Image, Text, Triangle
from noughts.easel.svg import box_of
from noughts.games.picture import Area

_MARGIN = 24
"""Pixels around what is drawn, as on the page."""

_GROUND = 0.6
"""The share of the sheet from which on a filled shape is its ground; no piece covers as much."""

_WHITE = 240
"""The least red, green and blue of what is nearly white."""

_LETTER = 0.6
"""The width of a letter at most, on average over a word, as a share of its height."""

_DARKEST = 0.86
"""How far colours are inverted: white becomes a dark grey, and black a light one."""

_TURNED = ((-0.574, 1.43, 0.144), (0.426, 0.43, 0.144), (0.426, 1.43, -0.856))
"""Hues turned by half a circle, luminance kept (Filter Effects, ``hueRotate``): inverting turns them back."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """A rectangle of the screen in pixels of the document, y upwards."""

    left: float = 0.0
    bottom: float = 0.0
    right: float = WIDTH
    top: float = HEIGHT

    @property
    def width(self) -> float:
        """Its width."""
        return self.right - self.left

    @property
    def height(self) -> float:
        """Its height."""
        return self.top - self.bottom

    def union(self, other: Sheet) -> Sheet:
        """The smallest sheet that contains both."""
        return Sheet(
            min(self.left, other.left),
            min(self.bottom, other.bottom),
            max(self.right, other.right),
            max(self.top, other.top),
        )

    def with_margin(self) -> Sheet:
        """The sheet with a margin, as far as the screen reaches; the whole screen if it lies outside."""
        found = Sheet(
            max(self.left - _MARGIN, 0.0),
            max(self.bottom - _MARGIN, 0.0),
            min(self.right + _MARGIN, WIDTH),
            min(self.top + _MARGIN, HEIGHT),
        )
        return found if found.width > 0 and found.height > 0 else Sheet()

    def is_painted(self, images: Iterable[Image]) -> bool:
        """Whether one filled shape covers most of it, so that the document has chosen its ground."""
        shapes = (sheet_of(image) for image in images if isinstance(image, Triangle | Graphic))
        return any(shape.width * shape.height > _GROUND * self.width * self.height for shape in shapes)


def has_white_pieces(images: Iterable[Image]) -> bool:
    """Whether something filled is nearly white: on a white sheet it is meant to be white."""
    shapes = (image.color for image in images if isinstance(image, Disc | Triangle))
    return any(min(color.red, color.green, color.blue) >= _WHITE for color in shapes)


def sheet_of(image: Image) -> Sheet:
    """The rectangle around an image."""
    if isinstance(image, Text):
        x, y, height = float(image.center.x), float(image.center.y), float(image.height)
        half = _LETTER * height * len(image.content) / 2
        return Sheet(x - half, y - height / 2, x + half, y + height / 2)
    return Sheet(*map(float, box_of(image)))


def drawn_on(images: Iterable[Image], areas: Sequence[Area]) -> Sheet | None:
    """The rectangle around images and areas of moves; none if there are none."""
    sheets = [sheet_of(image) for image in images]
    sheets += [Sheet(*map(float, (area.left, area.bottom, area.right, area.top))) for area in areas]
    found: Sheet | None = None
    for sheet in sheets:
        found = sheet if found is None else found.union(sheet)
    return found


@cache
def in_the_dark(color: str) -> str:
    """A colour on a dark sheet: its lightness inverted, its hue kept, as on the page.

    >>> in_the_dark("#ffffff"), in_the_dark("#000000"), in_the_dark("#008000")
    ('#242424', '#dbdbdb', '#58b458')
    """
    parts = [int(color[k : k + 2], 16) for k in (1, 3, 5)]
    inverted = [255 * _DARKEST + (1 - 2 * _DARKEST) * part for part in parts]
    turned = (sum(share * part for share, part in zip(row, inverted, strict=True)) for row in _TURNED)
    return "#" + "".join(f"{min(255, max(0, round(part))):02x}" for part in turned)
