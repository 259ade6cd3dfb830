"""The table of a tournament: points, and what decides between players with the same points."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from noughts.rooms.pairing import Round, System, results_of, score_of


@dataclass(frozen=True)
class Standing:
    """A player in the table.

    * ``rank``: 1 plus the number of players that are ahead
    * ``points``: 1 for a win, ½ for a draw; for a bye 1 in a Swiss tournament, and nothing in a round robin,
      where everybody has one
    * ``buchholz``: the sum of the points of all opponents
    * ``sonneborn_berger``: the sum of the points of opponents that were beaten, and half of those with a draw

    For both, a bye of a Swiss tournament is a win against a dummy with the points of the player (FIDE
    Handbook C.07, Tie-Break Regulations since 2023).  The points of opponents are as they are, also if they
    came late or were removed.
    """

    player: int
    rank: int
    points: float
    buchholz: float
    sonneborn_berger: float


def standings(players: Sequence[int], rounds: Sequence[Round], system: System) -> list[Standing]:
    """The table, the best player first.

    A Swiss tournament is decided by Buchholz, then Sonneborn-Berger; a round robin by Sonneborn-Berger alone,
    since everybody has the same opponents.
    """
    for_bye = 1.0 if system == "swiss" else 0.0
    known = {*players, *(player for each in rounds for pair in each.pairs for player in pair)}
    points = {player: score_of(player, rounds, for_bye) for player in known}
    made = []
    for player in players:
        met = [
            (points[opponent], won)
            for each in rounds
            for opponent, won in results_of(player, each)
            if won is not None
        ]
        byes = sum(each.bye == player for each in rounds)
        met += [(points[player], for_bye)] * (byes if for_bye else 0)
        buchholz, sonneborn_berger = sum(each for each, _ in met), sum(each * won for each, won in met)
        made.append((player, points[player], buchholz, sonneborn_berger))

    def strength(row: tuple[int, float, float, float]) -> tuple[float, ...]:
        _, own, buchholz, sonneborn_berger = row
        return (own, buchholz, sonneborn_berger) if system == "swiss" else (own, sonneborn_berger)

    made.sort(key=lambda row: (*(-each for each in strength(row)), row[0]))
    ranks = [1 + sum(strength(other) > strength(row) for other in made) for row in made]
    return [Standing(row[0], rank, *row[1:]) for rank, row in zip(ranks, made, strict=True)]
