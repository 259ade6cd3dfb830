"""Ratings of players from the results of their matches."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import log10, sqrt
from typing import Final

_QUANTILE: Final = 1.959963984540054
"""The 97.5th percentile of the standard normal distribution: 95 % lie within that many deviations of the
mean."""
AVERAGE: Final = 1500.0
"""The mean of all ratings."""
_STEPS: Final = 10_000
"""The most MM steps; the steps converge long before, unless two groups of players hardly met."""
_CLOSE: Final = 1e-10
"""A change of all strengths at which the steps end: far below a hundredth of a rating point."""


def interval(score: float, matches: int) -> tuple[float, float]:
    """The 95 % confidence interval of the expected score, given the observed `score` of some matches.

    Wilson's interval (E. B. Wilson, JASA 22, 1927), which is no narrower for matches that can be drawn.
    """
    if matches == 0:
        return 0.0, 1.0
    square = _QUANTILE * _QUANTILE / matches
    middle = (score + square / 2) / (1 + square)
    reach = _QUANTILE / (1 + square) * sqrt(score * (1 - score) / matches + square / (4 * matches))
    return max(0.0, middle - reach), min(1.0, middle + reach)


def ratings(players: int, points: Mapping[tuple[int, int], float]) -> list[float]:
    """The ratings of `players`; ``points[i, j]`` is the score of i against j, half a point for a draw.

    A difference of 400 means odds of ten to one.  Ratings are maximum-likelihood estimates in the model of
    Bradley and Terry, computed by the MM algorithm of D. R. Hunter (Annals of Statistics 32, 2004).  One
    drawn match is added to each pair that played, so that the rating of a player with a perfect score is
    finite.
    """
    won = dict(points)
    for i, j in points:
        won[i, j] = points[i, j] + 0.5
        if (j, i) not in points:
            won[j, i] = 0.5
    played = {(i, j): won[i, j] + won[j, i] for i, j in won}
    total = [sum(share for (i, _), share in won.items() if i == player) for player in range(players)]
    strength = [1.0] * players
    for _ in range(_STEPS):
        before = strength
        strength = normal([stronger(player, total, played, before) for player in range(players)])
        if max(abs(a - b) for a, b in zip(strength, before, strict=True)) < _CLOSE:
            break
    return [AVERAGE + 400 * log10(each) for each in strength]


def stronger(
    player: int, total: Sequence[float], played: Mapping[tuple[int, int], float], before: Sequence[float]
) -> float:
    """One MM step: the new strength of a player, given those of the others."""
    expected = sum(n / (before[player] + before[j]) for (i, j), n in played.items() if i == player)
    return total[player] / expected if expected else 1.0


def normal(strengths: Sequence[float]) -> list[float]:
    """The strengths, scaled to a geometric mean of 1."""
    mean = sum(map(log10, strengths)) / len(strengths)
    return [float(each / 10**mean) for each in strengths]
