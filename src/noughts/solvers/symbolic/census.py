"""Every position that play can reach, counted without listing any.

With M₀, M₁, … as in `noughts.solvers.symbolic.prove`, what play comes to for the first time after so many
moves, the positions are Σ |Mₖ|, and the transitions the pairs of a position of some Mₖ in which the game
goes on and a move that is legal in it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from noughts.games.game import Game
from noughts.solvers.symbolic.layers import Layered
from noughts.solvers.symbolic.prove import arrivals


@dataclass(frozen=True, slots=True)
class Census:
    """The figures of a game, as `noughts.solvers.solved.Explored` has them."""

    game: Game
    plies: tuple[int, ...]
    transitions: int
    ends: tuple[int, ...]
    """How many positions each side has won, and last how many nobody has."""

    @property
    def positions(self) -> int:
        """How many there are, which may be more than a length can be."""
        return sum(self.plies)

    def __len__(self) -> int:
        return self.positions

    def terminal(self) -> dict[str, int]:
        """How many positions are over, by winner; ``draw`` counts those that nobody has won."""
        return dict(zip((*self.game.sides, "draw"), self.ends, strict=True))

    def counts(self) -> dict[str, int | dict[str, int]]:
        """The figures of a game: its positions, transitions and ends."""
        return {
            "positions": self.positions,
            "transitions": self.transitions,
            "terminal": self.terminal(),
        }

    def by_ply(self) -> list[int]:
        """How many positions lie 0, 1, 2, … moves from the first one, along a shortest line."""
        return list(self.plies)


def census(layered: Layered) -> Census:
    """All positions of a game, counted; `Refusal` if it has no formulas for it or the diagrams run away."""
    *_, last = censuses(layered)
    return last


def censuses(layered: Layered) -> Iterator[Census]:
    """The positions within 0, 1, 2, … moves, and at last all of them."""
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
