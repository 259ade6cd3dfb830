"""Every position that play can reach, counted without listing any.

With M₀, M₁, … as in `noughts.solvers.symbolic.prove`, what play comes to for the first time after so many
moves, the positions are Σ |Mₖ|, and the transitions the pairs of a position of some Mₖ in which the game
goes on and a move that is legal in it.
"""

from __future__ import annotations

from dataclasses import dataclass

from noughts.games.game import Game
from noughts.solvers.symbolic.layers import Layered, Tell
from noughts.solvers.symbolic.prove import arrivals


@dataclass(frozen=True, slots=True)
class Census:
    """The figures of a game, as `noughts.solvers.solved.Explored` has them."""

    game: Game
    plies: tuple[int, ...]
    transitions: int
    ends: tuple[int, ...]
    """How many positions each side has won, and last how many nobody has."""

    def __len__(self) -> int:
        return sum(self.plies)

    def terminal(self) -> dict[str, int]:
        """How many positions are over, by winner; ``draw`` counts those that nobody has won."""
        return dict(zip((*self.game.sides, "draw"), self.ends, strict=True))

    def counts(self) -> dict[str, int | dict[str, int]]:
        """The figures of a game: its positions, transitions and ends."""
        return {
            "positions": sum(self.plies),
            "transitions": self.transitions,
            "terminal": self.terminal(),
        }

    def by_ply(self) -> list[int]:
        """How many positions lie 0, 1, 2, … moves from the first one, along a shortest line."""
        return list(self.plies)


def census(layered: Layered, *, tell: Tell | None = None) -> Census:
    """All positions of a game, counted; `Refusal` if it has no formulas for it or the diagrams run away."""
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
        if tell is not None:
            tell(sum(plies))
    return Census(layered.rules.game, tuple(plies), transitions, tuple(ends))
