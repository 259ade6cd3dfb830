"""The perfect player: it moves by exact values, and gives its opponent the most opportunities for
mistakes."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from random import Random
from typing import ClassVar

from noughts.games.game import Move
from noughts.games.match import Match
from noughts.games.value import Oracle, mistakes_after


class PerfectPlayer:
    """A player that moves by the exact values of an oracle.

    It takes the quickest win or the longest loss, or preserves the draw.  Among equally good moves, it takes
    one with the largest share of losing replies (`temptation`); ties are broken by `seed`.
    """

    name: ClassVar[str] = "perfect"

    def __init__(self, oracle: Oracle, *, seed: int | str | None = None) -> None:
        self._oracle = oracle
        self._dice = Random(seed)

    def choose(self, match: Match) -> Move:
        """A best move of the greatest temptation."""
        return self._dice.choice(self.choices(match))

    def choices(self, match: Match) -> Sequence[Move]:
        """The best moves of the greatest temptation."""
        best = self._oracle.best(match.position)
        temptations = [temptation(self._oracle, match, move) for move in best]
        most = max(temptations)
        return [m for m, t in zip(best, temptations, strict=True) if t == most]


def temptation(oracle: Oracle, match: Match, move: Move) -> Fraction:
    """The share of losing replies among the opponent's replies to `move`; 0 if there are no replies."""
    errors, replies = mistakes_after(oracle, match, move)
    return Fraction(errors, replies or 1)
