"""From the images of a screen to a text, whatever they show.

Nothing here knows what a board is; lines, middles and filled rectangles are what the axes are laid
through.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from noughts.easel import Image
from noughts.faces.console import tones
from noughts.faces.console.bands import all_heights, bands
from noughts.faces.console.canvas import Sign
from noughts.faces.console.sketch import Drawing, Label, Sketch, drawn


@dataclass(frozen=True, slots=True)
class Picture:
    """A text that shows a screen, and the drawings of its strips, for the next picture to be like it."""

    rows: list[list[Sign]]
    drawings: tuple[Drawing, ...]


def raster(
    images: Sequence[Image],
    labels: Sequence[Label] = (),
    *,
    columns: int = 80,
    lines: int | None = None,
    before: Picture | None = None,
) -> Picture:
    """The images as text of at most `columns` and, where that is possible, at most `lines`.

    It is at the scales of `before`, unless they have become bad.
    """
    strips = bands(images)
    spans = [all_heights(strip) for strip in strips]
    last: Sequence[Drawing | None] = (None,) * len(strips)
    if before is not None and len(before.drawings) == len(strips):
        last = before.drawings
    drawings: dict[int, Drawing] = {}
    for number in sorted(range(len(strips)), key=lambda number: spans[number][1] - spans[number][0]):
        within = [label for label in labels if strip_of(label, spans) == number]
        left = None if lines is None else lines - sum(len(done.rows) + 1 for done in drawings.values())
        drawings[number] = drawn(Sketch(strips[number], within, columns, left), last[number])
    in_order = [drawings[number] for number in range(len(strips))]
    return Picture(stacked(in_order), tuple(in_order))


def strip_of(label: Label, spans: Sequence[tuple[float, float]]) -> int:
    """The number of the strip in which the label lies, or to which it is nearest, by the heights it spans."""
    middle = (label.area.bottom + label.area.top) / 2
    distances = [max(low - middle, middle - high, 0) for low, high in spans]
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


def as_text(rows: Iterable[Sequence[Sign]]) -> Iterator[str]:
    """The rows as text without colour; filled cells are shades of grey."""
    for row in rows:
        yield "".join(plain_sign(sign) for sign in row).rstrip()


def plain_sign(sign: Sign) -> str:
    """The character, or a shade where there is none."""
    if sign.character == " " and sign.ground is not None:
        return tones.stepped(sign.ground, tones.PLAIN_SHADES)
    return sign.character
