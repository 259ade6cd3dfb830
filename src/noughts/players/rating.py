"""How strong players are, from how their matches ended."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import log10, sqrt
from typing import Final

SURE: Final = 1.959963984540054
"""So many standard deviations to each side hold 95 % of a normal distribution."""
AVERAGE: Final = 1500.0
"""The mean of all ratings."""
STEPS: Final = 10_000
CLOSE: Final = 1e-10


def interval(score: float, matches: int) -> tuple[float, float]:
    """Where the true share of points lies, with a confidence of 95 %, if `score` is the observed one.

    Wilson's interval (E. B. Wilson, JASA 22, 1927), which is no narrower for matches that can be drawn.
    """
    if matches == 0:
        return 0.0, 1.0
    square = SURE * SURE / matches
    middle = (score + square / 2) / (1 + square)
    reach = SURE / (1 + square) * sqrt(score * (1 - score) / matches + square / (4 * matches))
    return max(0.0, middle - reach), min(1.0, middle + reach)


def ratings(players: int, points: Mapping[tuple[int, int], float]) -> list[float]:
    """The ratings of so many players; ``points[i, j]`` is what i has won from j, half a point for a draw.

    Ratings of 400 more mean ten points to one.  They are the most likely ones in the model of Bradley and
    Terry, found as D. R. Hunter says (Annals of Statistics 32, 2004), with one drawn match added to each
    pair that met, so that who has won everything has a rating too.
    """
    won = dict(points)
    for i, j in points:
        won[i, j] = points[i, j] + 0.5
        if (j, i) not in points:
            won[j, i] = 0.5
    met = {(i, j): won[i, j] + won[j, i] for i, j in won}
    total = [sum(share for (i, _), share in won.items() if i == player) for player in range(players)]
    strength = [1.0] * players
    for _ in range(STEPS):
        before = strength
        strength = normal([stronger(player, total, met, before) for player in range(players)])
        if max(abs(a - b) for a, b in zip(strength, before, strict=True)) < CLOSE:
            break
    return [AVERAGE + 400 * log10(each) for each in strength]


def stronger(
    player: int, total: Sequence[float], met: Mapping[tuple[int, int], float], before: Sequence[float]
) -> float:
    """One step toward the most likely strength of a player, given those of the others."""
    expected = sum(n / (before[player] + before[j]) for (i, j), n in met.items() if i == player)
    return total[player] / expected if expected else 1.0


def normal(strengths: Sequence[float]) -> list[float]:
    """The strengths in the same proportions, their geometric mean 1."""
    mean = sum(map(log10, strengths)) / len(strengths)
    return [float(each / 10**mean) for each in strengths]
