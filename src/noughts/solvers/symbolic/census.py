"""The census of a game: all reachable positions, counted without a list.

With Mₖ as in `noughts.solvers.symbolic.prove`, the positions at distance k from the first one, there are
Σ |Mₖ| positions; the transitions are the pairs of a position of some Mₖ and a legal move.
"""

from __future__ import annotations

from collections.abc import Iterator

from noughts.solvers.solved import Census
from noughts.solvers.symbolic.layers import Layered
from noughts.solvers.symbolic.prove import arrivals


def census(layered: Layered) -> Census:
    """All positions of a game, counted; `Refusal` if it cannot be grounded or the diagrams grow too large."""
    *_, last = censuses(layered)
    return last


def censuses(layered: Layered) -> Iterator[Census]:
    """The census of the positions within 0, 1, 2, … moves, the last one of all positions."""
    count = layered.sets.count
    sides = range(len(layered.rules.sides))
    plies: list[int] = []
    transitions = 0
    ends = [0] * (len(sides) + 1)
    for arrived in arrivals(layered):
        plies.append(count(arrived.all))
        transitions += layered.ways(layered.movers(arrived.layer.going_on))
        won = [count(layered.won_by(arrived.layer.over, side)) for side in sides]
        for place, number in enumerate((*won, count(arrived.layer.over) - sum(won))):
            ends[place] += number
        yield Census(layered.rules.game, tuple(plies), transitions, tuple(ends))
