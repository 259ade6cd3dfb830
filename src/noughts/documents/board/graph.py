"""A graph drawn on a square: points at distances like those along its lines.

The stress of a drawing is the sum of (|p - q| - d(p, q))² / d(p, q)² over all pairs of points, where d counts
lines; it is made less step by step (Gansner, Koren, North, "Graph Drawing by Stress Majorization", 2004).
"""

from __future__ import annotations

from collections.abc import Sequence
from math import atan2, cos, hypot, pi, sin
from typing import Final

_STEPS: Final = 300
_ANGLES: Final = 720
"""Directions in which the drawing is turned to have most lines level or upright: half degrees."""

Spread = list[tuple[float, float]]


def spread_out(count: int, edges: Sequence[tuple[int, ...]]) -> Spread:
    """Points in a square of side 1, y downwards; without lines, or with all of them, on a circle."""
    points = on_circle(count)
    if 0 < len(edges) < count * (count - 1) // 2:
        distances = lengths(count, edges)
        for _ in range(_STEPS):
            points = relaxed(points, distances)
        points = upright(points, edges)
    return in_square(points)


def on_circle(count: int) -> Spread:
    """Points on a circle, the first one on top, clockwise; a little uneven, so that none hides another."""
    angles = [2 * pi * k / count - pi / 2 for k in range(count)]
    return [(cos(angle) * (1 + k * 1e-6), sin(angle)) for k, angle in enumerate(angles)]


def lengths(count: int, edges: Sequence[tuple[int, ...]]) -> list[list[float]]:
    """The number of lines from each point to each; what is not joined is as far apart as the longest way."""
    far = float(count)
    found = [[0.0 if a == b else far for b in range(count)] for a in range(count)]
    for a, b in edges:
        found[a][b] = found[b][a] = 1.0
    for via in range(count):
        for a in range(count):
            for b in range(count):
                found[a][b] = min(found[a][b], found[a][via] + found[via][b])
    return found


def relaxed(points: Spread, distances: Sequence[Sequence[float]]) -> Spread:
    """Each point at the mean of where the others want it."""
    moved = list(points)
    for a, (x, y) in enumerate(points):
        weight = across = down = 0.0
        for b, (u, v) in enumerate(moved):
            if a != b:
                wanted = distances[a][b]
                ratio = wanted / max(hypot(x - u, y - v), 1e-9)
                weight += wanted**-2
                across += wanted**-2 * (u + (x - u) * ratio)
                down += wanted**-2 * (v + (y - v) * ratio)
        if weight:
            moved[a] = across / weight, down / weight
    return moved


def upright(points: Spread, edges: Sequence[tuple[int, ...]]) -> Spread:
    """The drawing turned so that as many lines as possible are level or upright."""
    directions = [atan2(points[b][1] - points[a][1], points[b][0] - points[a][0]) for a, b in edges]

    def bent(angle: float) -> float:
        return sum(min(abs(sin(each + angle)), abs(cos(each + angle)), 0.2) for each in directions)

    angles = [pi * k / _ANGLES for k in range(_ANGLES)]
    best = min(angles, key=lambda angle: round(bent(angle), 6))
    return [(x * cos(best) - y * sin(best), x * sin(best) + y * cos(best)) for x, y in points]


def in_square(points: Spread) -> Spread:
    """The drawing moved and scaled into the unit square, in its middle."""
    left, top = min(x for x, _ in points), min(y for _, y in points)
    wide, high = max(x for x, _ in points) - left, max(y for _, y in points) - top
    size = max(wide, high) or 1.0
    return [((x - left + (size - wide) / 2) / size, (y - top + (size - high) / 2) / size) for x, y in points]
