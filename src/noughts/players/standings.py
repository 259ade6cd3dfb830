"""The standings after many matches: points, confidence intervals, ratings."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from math import log10, sqrt
from typing import Final

from msgspec import Struct

from noughts.games.game import Side, wins
from noughts.games.result import Json, ResultRow, ResultTable, counted, headline
from noughts.players.arena import Batch, BatchResult

# Ratings of players, from the results of their matches.

# The 97.5th percentile of the standard normal distribution: 95 % lie within that many deviations of the mean.
_QUANTILE: Final = 1.959963984540054
AVERAGE: Final = 1500.0
"""The mean of all ratings."""
# The most MM steps; they converge long before, unless two groups of players have hardly met.
_MOST_STEPS: Final = 10_000
# The most rows of a table of pairings that is printed: the ordered pairs of six players.
_MOST_PAIRS: Final = 30
# The largest change of a strength after which the steps end, far below a hundredth of a rating point.
_SMALLEST_CHANGE: Final = 1e-10


def interval(score: float, matches: int) -> tuple[float, float]:
    """The 95 % confidence interval of the expected score, given the observed `score` of some matches.

    It is Wilson's interval (E. B. Wilson, JASA 22, 1927), which is for wins and losses; draws only make the
    true interval narrower.
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
    drawn match is added to each pair that played, which makes the rating of a player with a perfect score
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
    for _ in range(_MOST_STEPS):
        before = strength
        strength = normal([stronger(player, total, played, before) for player in range(players)])
        if max(abs(a - b) for a, b in zip(strength, before, strict=True)) < _SMALLEST_CHANGE:
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


class Standing(Struct, frozen=True):
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
        """The standings of all players, the best first."""
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


class Tournament(Struct, frozen=True):
    """A tournament: the name of the `game`, the `tally` of all results, and the `seed` of random numbers.

    >>> import noughts
    >>> found = noughts.load("nim").arena(["perfect", lambda match: match.legal_moves[0]], matches=4)
    >>> found.standings[0].player, found.standings[0].won
    ('perfect', 4)
    """

    game: str
    tally: Tally
    seed: int

    @property
    def standings(self) -> list[Standing]:
        """The standings of all players, the best first."""
        return self.tally.standings()

    def __repr__(self) -> str:
        scores = ", ".join(f"{each.player} {each.score:.1%}" for each in self.standings)
        return f"<Tournament of {self.game}: {scores}>"

    def as_json(self) -> Json:
        """The players, best first, and every pair in the order of moving."""
        first, second = self.tally.sides
        return {
            "game": self.game,
            "seed": self.seed,
            "matches": self.tally.matches,
            "players": [
                {
                    "player": each.player,
                    "matches": each.matches,
                    "won": each.won,
                    "drawn": each.drawn,
                    "lost": each.lost,
                    "points": each.points,
                    "score": round(each.score, 6),
                    "interval": [round(bound, 6) for bound in each.confidence],
                    "rating": round(each.rating, 1),
                }
                for each in self.standings
            ],
            "pairs": [
                {
                    first: self.tally.names[pair[0]],
                    second: self.tally.names[pair[1]],
                    "wins": {first: count[first], second: count[second]},
                    "draws": count[None],
                }
                for pair, count in sorted(self.tally.counts.items())
            ],
        }

    def rows(self) -> Iterator[ResultRow]:
        """The standings, and the results of each pair if they fit on a screen."""
        first, second = self.tally.sides
        matches = counted(self.tally.matches, "match")
        yield from headline(self.game, f"{matches}, {first} moves first; seed {self.seed}.")
        standings = []
        for each in self.standings:
            low, high = (f"{100 * bound:.1f}" for bound in each.confidence)
            numbers = (each.won, each.drawn, each.lost, f"{each.rating:.0f}")
            standings.append((each.player, f"{each.score:.1%}", f"{low}–{high}%", *numbers))
        yield ResultTable(["player", "score", "95 % CI", "won", "drawn", "lost", "rating"], standings)
        if len(self.tally.counts) <= _MOST_PAIRS:
            names = self.tally.names
            pairs = [
                (f"{names[a]} – {names[b]}", count[first], count[None], count[second])
                for (a, b), count in sorted(self.tally.counts.items())
            ]
            yield from ("", ResultTable([f"{first} – {second}", wins(first), "draws", wins(second)], pairs))


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
