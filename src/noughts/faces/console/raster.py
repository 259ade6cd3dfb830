"""Text for the images of a screen.

Nothing here knows what a board is: the axes are derived from lines, middles and filled rectangles.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from msgspec import Struct

from noughts.easel import Image, Segment, Text
from noughts.faces.console import canvas
from noughts.faces.console.canvas import Sign
from noughts.faces.console.figures import box_of
from noughts.faces.console.guides import is_level, place
from noughts.faces.console.sketch import Drawing, Label, Sketch, drawn
from noughts.games.game import Game, Position
from noughts.games.picture import Pictured

# Strips of a screen, each with columns of its own, such as a row of buttons above a board.

# The fewest letters of a word: shorter texts are marks on a board.
_WORD = 3

# The most buttons side by side: more boxes are a board with words on it.
_BUTTONS = 3

Band = tuple[Image, ...]


def bands(images: Sequence[Image]) -> list[Band]:
    """The strips from top to bottom, the images of each in their order.

    A strip of buttons is one of its own.  All others stay together, since letters must be below their
    columns.
    """
    joined: list[list[Image]] = []
    for strip in separate(images):
        if joined and not (has_button(joined[-1]) or has_button(strip)):
            joined[-1] += strip
        else:
            joined.append(list(strip))
    order = {id(image): number for number, image in enumerate(images)}
    return [tuple(sorted(strip, key=lambda image: order[id(image)])) for strip in joined]


def separate(images: Sequence[Image]) -> list[list[Image]]:
    """The images between one blank strip of the screen and the next, from top to bottom."""
    found: list[list[Image]] = []
    lowest = 0.0
    for image in sorted(images, key=lambda image: -heights(image)[1]):
        low, high = heights(image)
        if found and high >= lowest:
            found[-1].append(image)
            lowest = min(lowest, low)
        else:
            found.append([image])
            lowest = low
    return found


def has_button(strip: Sequence[Image]) -> bool:
    """Whether a strip is a word with lines above, below, to the left and to the right, and not much else."""
    lines = [image for image in strip if isinstance(image, Segment) and is_level(image)]
    if len(lines) > _BUTTONS * 4:
        return False
    words = [image for image in strip if isinstance(image, Text) and len(image.content) >= _WORD]
    return any(enclosed(place(word.center), lines) for word in words)


def enclosed(point: tuple[float, float], lines: Sequence[Segment]) -> bool:
    """Whether there are lines on all four sides."""
    sides: set[tuple[int, bool]] = set()
    for line in lines:
        start, end = place(line.start), place(line.end)
        across = 0 if start[0] == end[0] else 1
        low, high = sorted((start[1 - across], end[1 - across]))
        if low <= point[1 - across] <= high:
            sides.add((across, start[across] > point[across]))
    return len(sides) == 4


def all_heights(images: Sequence[Image]) -> tuple[float, float]:
    """The least and the greatest y of an image."""
    lows, highs = zip(*map(heights, images), strict=True)
    return min(lows), max(highs)


def heights(image: Image) -> tuple[float, float]:
    """The least and the greatest y."""
    if isinstance(image, Segment):
        low, high = sorted((float(image.start.y), float(image.end.y)))
        return low, high
    _, bottom, _, top = box_of(image)
    return bottom, top


class Picture(Struct, frozen=True):
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
    """The images as text of at most `columns` and, if that is possible, at most `lines`.

    It has the scales of `before`, unless they have become bad.
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
    """The drawings below each other, at their places from the left if the columns allow that."""
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


def board_text(rules: Game, position: Position) -> str:
    """The board of a position without colours, or the position on one line if the game has no screen."""
    if not isinstance(rules, Pictured):
        return rules.position_text(position)
    return "\n".join(line.rstrip() for line in as_text(raster(rules.images(position)).rows))


def as_text(rows: Iterable[Sequence[Sign]]) -> Iterator[str]:
    """The rows as text without colour; filled cells are shades of grey."""
    for row in rows:
        yield "".join(plain_sign(sign) for sign in row).rstrip()


def plain_sign(sign: Sign) -> str:
    """The character, or a shade where there is none."""
    if sign.character == " " and sign.ground is not None:
        return canvas.stepped(sign.ground, canvas.PLAIN_SHADES)
    return sign.character
