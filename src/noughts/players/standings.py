"""The standings after many matches: points, confidence intervals, ratings."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from noughts.games.game import Side
from noughts.players.arena import Batch, BatchResult
from noughts.players.rating import interval, ratings


@dataclass(frozen=True, slots=True)
class Standing:
    """The results of one player against all others."""

    player: str
    won: int
    drawn: int
    lost: int
    rating: float

    @property
    def matches(self) -> int:
        """The number of its matches."""
        return self.won + self.drawn + self.lost

    @property
    def points(self) -> float:
        """One for a match that is won, half a point for one that is drawn."""
        return self.won + self.drawn / 2

    @property
    def score(self) -> float:
        """The share of the points."""
        return self.points / self.matches if self.matches else 0.0

    @property
    def confidence(self) -> tuple[float, float]:
        """The 95 % confidence interval of its expected score."""
        return interval(self.score, self.matches)


class Tally:
    """Counts of results: for each ordered pair, the wins of the first mover, of the second, and the draws."""

    def __init__(self, names: Sequence[str], sides: Sequence[Side]) -> None:
        self.names = unlike(names)
        self.sides = sides
        self.counts: dict[tuple[int, int], Counter[Side | None]] = {}

    def add(self, batch: Batch, result: BatchResult) -> None:
        """The matches of a batch."""
        self.counts.setdefault((batch.first, batch.second), Counter()).update(result.winners)

    @property
    def matches(self) -> int:
        """The number of matches."""
        return sum(count.total() for count in self.counts.values())

    def standings(self) -> list[Standing]:
        """All players, the best in front."""
        rated = ratings(len(self.names), self.points())
        found = [self.standing(number, rating) for number, rating in enumerate(rated)]
        return sorted(found, key=lambda standing: (-standing.score, -standing.rating))

    def standing(self, player: int, rating: float) -> Standing:
        """The standing of one player."""
        won = drawn = lost = 0
        for pair, count in self.counts.items():
            if player in pair:
                own, other = self.sides if pair[0] == player else reversed(self.sides)
                won, drawn, lost = won + count[own], drawn + count[None], lost + count[other]
        return Standing(self.names[player], won, drawn, lost, rating)

    def points(self) -> dict[tuple[int, int], float]:
        """The score of each player against each other."""
        found: dict[tuple[int, int], float] = {}
        for (first, second), count in self.counts.items():
            for a, b, side in ((first, second, self.sides[0]), (second, first, self.sides[1])):
                found[a, b] = found.get((a, b), 0.0) + count[side] + count[None] / 2
        return found


def unlike(names: Sequence[str]) -> list[str]:
    """The names, repeated ones with a number.

    >>> unlike(["random", "perfect", "random"])
    ['random', 'perfect', 'random (2)']
    """
    used: Counter[str] = Counter()
    found = []
    for name in names:
        used[name] += 1
        found.append(name if used[name] == 1 else f"{name} ({used[name]})")
    return found
