"""Colours and shades that are distinguishable on any terminal, with colour or without."""

from __future__ import annotations

from noughts.easel import Color

PLAIN_DISCS = ((0.2, "●"), (0.5, "◉"), (0.75, "◎"), (1.1, "○"))
"""Discs without colour, each with the lightness up to which it is used."""

PLAIN_SHADES = ((0.2, "█"), (0.5, "▓"), (0.75, "▒"), (0.97, "░"), (1.1, " "))
"""Filled cells without colour."""

_READABLE = (0.40, 0.62)
"""The range of lightness that is readable on black and on white."""


def lightness(color: Color) -> float:
    """The lightness of a colour: 0 for black, 1 for white (Rec. 601 luma)."""
    return float(299 * color.red + 587 * color.green + 114 * color.blue) / 255000


def is_grey(color: Color) -> bool:
    """Whether it is nearly grey."""
    parts = (color.red, color.green, color.blue)
    return max(parts) - min(parts) < 40


def is_white(color: Color) -> bool:
    """Whether it looks like the white of the screen."""
    return lightness(color) > PLAIN_SHADES[-2][0]


def stepped(color: Color, steps: tuple[tuple[float, str], ...]) -> str:
    """The character of the first step that is as light as the colour."""
    light = lightness(color)
    return next((character for limit, character in steps if light < limit), steps[-1][1])


def readable(color: Color) -> tuple[int, int, int]:
    """The colour, made lighter or darker until it can be read on a dark and on a light terminal."""
    parts = [float(color.red), float(color.green), float(color.blue)]
    low, high = _READABLE
    light = lightness(color)
    if light < low:
        share = (low - light) / (1 - light)
        parts = [part + (255 - part) * share for part in parts]
    elif light > high:
        parts = [part * high / light for part in parts]
    red, green, blue = (min(255, max(0, round(part))) for part in parts)
    return red, green, blue
