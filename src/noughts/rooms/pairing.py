"""Pairings: who plays whom in the next round of a tournament, and who plays first.

Players are numbers.  All functions are pure, so all processes pair alike.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Final, Literal, TypeAlias, get_args

System: TypeAlias = Literal["swiss", "round robin"]
"""How a tournament is paired: by points, or everybody with everybody."""

SYSTEMS: Final[tuple[System, ...]] = get_args(System)

_NOBODY: Final = -1
"""Whom the player with the bye meets."""

Pair: TypeAlias = tuple[int, int]
"""Two players; the first plays the side that begins."""


@dataclass(frozen=True)
class Round:
    """The pairs of a round, each with the points of its first player, ``None`` before the match is over; and
    the player with the bye, who has no opponent, ``None`` if there is none."""

    pairs: tuple[Pair, ...]
    points: tuple[float | None, ...]
    bye: int | None = None


def score_of(player: int, rounds: Sequence[Round], for_bye: float) -> float:
    """The points of a player: 1 for a win, ½ for a draw, and those `for_bye` for each bye."""
    return sum(
        sum(points for _, points in results_of(player, each) if points is not None)
        + (for_bye if each.bye == player else 0.0)
        for each in rounds
    )


def results_of(player: int, played: Round) -> Iterator[tuple[int, float | None]]:
    """The opponent of a player in a round, with the points of the player; nothing if there is no opponent."""
    for (first, second), points in zip(played.pairs, played.points, strict=True):
        if player == first:
            yield second, points
        elif player == second:
            yield first, None if points is None else 1.0 - points


def first_and_second(one: int, other: int, rounds: Sequence[Round]) -> Pair:
    """Two players in the order in which they should play.

    The one that played first less often plays first; if that was equally often, the one that played second
    when they last differed; otherwise the lower number.
    """

    def history(player: int) -> tuple[int, list[int], int]:
        turns = turns_of(player, rounds)
        return sum(turns), turns[::-1], player

    first, second = sorted((one, other), key=history)
    return first, second


def swiss_round(players: Sequence[int], rounds: Sequence[Round]) -> tuple[list[Pair], int | None]:
    """The pairs of the next round of a Swiss tournament, and the player with the bye if their number is odd.

    Of all pairings, one is chosen in which, in this order of importance, (1) the fewest pairs have met before
    and the fewest players get another bye; (2) the fewest players have played first, or second, three times
    more often than the other, or three times in a row; (3) opponents have equal points, and the bye is for
    the fewest points; (4) all have played first and second equally often.  These are the basic rules of FIDE
    (Handbook C.04.1).  The pairing is a matching of least weight in the graph of all pairs:
    S. Ólafsson, Weighted Matching in Chess Tournaments, J. Opl Res. Soc. 41 (1990), 17-24.
    """
    import networkx as nx  # which has the matching; we found no maintained library for Swiss tournaments

    points = {player: score_of(player, rounds, 1.0) for player in players}
    lowest = min(points.values(), default=0.0)
    costs: dict[Pair, tuple[int, int, int, int]] = {}
    for one, other in combinations(players, 2):
        first, second = first_and_second(one, other, rounds)
        turns = [[*turns_of(first, rounds), 1], [*turns_of(second, rounds), -1]]
        costs[one, other] = (
            sum({one, other} == set(pair) for each in rounds for pair in each.pairs),
            sum(abs(sum(each)) > 2 or abs(sum(each[-3:])) == 3 for each in turns),
            int(2 * (points[one] - points[other])) ** 2,
            sum(sum(each) ** 2 for each in turns),
        )
    if len(players) % 2:
        for player in players:
            byes = sum(each.bye == player for each in rounds)
            costs[player, _NOBODY] = (byes, 0, int(2 * (points[player] - lowest)) ** 2, 0)
    base = 1 + len(players) * max((max(cost) for cost in costs.values()), default=0)
    graph = nx.Graph()
    for (one, other), cost in costs.items():
        graph.add_edge(one, other, weight=lexicographic_weight(cost, base))
    matched = [sorted(edge) for edge in nx.min_weight_matching(graph)]
    bye = next((high for low, high in matched if low == _NOBODY), None)
    pairs = [first_and_second(low, high, rounds) for low, high in matched if low != _NOBODY]
    return sorted(pairs, key=lambda pair: (-max(points[pair[0]], points[pair[1]]), pair)), bye


def turns_of(player: int, rounds: Sequence[Round]) -> list[int]:
    """For each match of a player, 1 if the player had the side that begins, and -1 otherwise."""
    return [1 if player == pair[0] else -1 for each in rounds for pair in each.pairs if player in pair]


def lexicographic_weight(costs: Sequence[int], base: int) -> int:
    """The number with these digits: sums of weights compare as lists of sums of costs do."""
    number = 0
    for digit in costs:
        number = base * number + digit
    return number


def round_robin_round(players: Sequence[int], number: int) -> list[Pair]:
    """The pairs of a round, from 1, of a tournament in which everybody meets everybody once.

    It is that of the Berger tables (FIDE Handbook C.05, Annex 1): with n players, or one more if n is odd,
    players i and j meet in round r if i + j ≡ r + 1 modulo n - 1, and player n meets the one who would meet
    himself.  If i + j is odd, the lower number plays first, otherwise the higher one.  The opponent of a
    player that is missing has a bye.
    """
    count = len(players) + len(players) % 2
    pairs: list[Pair] = []
    for low, high in combinations(range(1, count), 2):
        if (low + high - number - 1) % (count - 1) == 0:
            pairs.append((low, high) if (low + high) % 2 else (high, low))
    alone = next((each for each in range(1, count) if (2 * each - number - 1) % (count - 1) == 0), None)
    if alone is not None and count == len(players):
        pairs.append((alone, count) if alone <= count // 2 else (count, alone))
    return [(players[one - 1], players[other - 1]) for one, other in sorted(pairs)]


def round_robin_length(players: int) -> int:
    """The number of rounds in which everybody meets everybody once."""
    return max(players - 1 + players % 2, 0)
