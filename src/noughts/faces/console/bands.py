"""A screen cut into strips with columns of their own, such as a row of buttons above a board."""

from __future__ import annotations

from collections.abc import Sequence

from noughts.easel import Image, Segment, Text
from noughts.faces.console.figures import box_of
from noughts.faces.console.guides import is_level, place

_WORD = 3
"""The fewest letters of a word: shorter texts are marks on a board."""

_BUTTONS = 3
"""The most buttons side by side: more boxes are a board with words on it."""

Band = tuple[Image, ...]


def bands(images: Sequence[Image]) -> list[Band]:
    """The strips from top to bottom, the images of each in their order.

    A strip of buttons is one of its own; all others stay together, for letters stand below columns.
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
    """Whether it is a word with lines above, below, to the left and to the right, and not much else."""
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
