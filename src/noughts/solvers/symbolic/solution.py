"""What positions are worth in a game of two sides that no list of positions can hold.

With Vₖ of `noughts.solvers.symbolic.strategy`, the positions after k moves from which a side need not lose:
a position is won by a side if the other cannot see to it that it does not lose, and a draw if both can.

How soon is not said by these sets, and mostly not known.  It is where every play is over after the same
number of moves.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property, partial

from noughts.games.game import Game, Move, Position
from noughts.games.value import Value
from noughts.solvers.solved import DRAW, Figures, Solved
from noughts.solvers.symbolic.census import Census
from noughts.solvers.symbolic.layers import Layered
from noughts.solvers.symbolic.prove import arrivals
from noughts.solvers.symbolic.saved_strategy import SavedStrategy
from noughts.solvers.symbolic.strategy import WinningRegion, winning_region
from noughts.stop import Door


@dataclass(frozen=True, eq=False, repr=False)
class SetSolution(Solved):
    """The value of every position, by the sets of those in which each side need not lose."""

    layered: Layered
    census: Census
    strategies: tuple[WinningRegion, WinningRegion]
    door: Door = field(default_factory=Door)
    """Diagrams keep what they have found, and several tables ask one solution."""

    @property
    def game(self) -> Game:
        """The game."""
        return self.census.game

    @cached_property
    def figures(self) -> Figures:
        won, length = [sum(plies) for plies in self.won], self.length
        drawn = self.census.positions - sum(won)
        ahead = [] if length is None else [length - k for plies in self.won for k, n in enumerate(plies) if n]
        return Figures(
            positions=self.census.positions,
            transitions=self.census.transitions,
            values={**dict(zip(self.game.sides, won, strict=True)), "draw": drawn},
            longest=max(ahead, default=None),
        )

    @cached_property
    def kept(self) -> tuple[SavedStrategy, ...]:
        """Where each side need not lose."""
        return tuple(strategy.sets for strategy in self.strategies)

    @cached_property
    def length(self) -> int | None:
        """After how many moves every play is over; ``None`` if that depends."""
        *before, last = range(len(self.layered.all))
        return None if any(self.layered.layer(depth).over for depth in before) else last

    def value(self, position: Position) -> Value:
        """The value of a position; `KeyError` if the rules cannot come to it."""
        with self.door:
            return self._value(position)

    def _value(self, position: Position) -> Value:
        code = self.layered.rules.encoded(position)
        keeps = [kept.keeps(code) for kept in self.kept]
        if all(keeps):
            return DRAW
        if not any(keeps):
            raise KeyError(position)
        winner = self.game.sides[keeps.index(True)]
        return Value(winner, None if self.length is None else self.length - self.depth(code))

    def depth(self, code: int) -> int:
        """After how many moves one comes to a position, where that is one number."""
        sets = self.layered.sets
        filling = self.layered.cells.filling(code)
        here = sets.only(filling)
        return next(k for k, layer in enumerate(self.layered.all) if sets.intersection(layer, here))

    def by_move(self, position: Position) -> dict[Move, Value]:
        """What each legal move makes of the position; distances count the move itself."""
        found = {}
        for move in self.game.moves(position):
            value = self.value(self.game.after(position, move))
            later = None if value.distance is None else value.distance + 1
            found[move] = Value(value.winner, later)
        return found

    @cached_property
    def won(self) -> tuple[tuple[int, ...], ...]:
        """For each side, how many positions it wins of those met first after 0, 1, 2, … moves."""
        sets = self.layered.sets
        met = [arrived.all for arrived in arrivals(self.layered)]
        others = reversed(self.strategies)
        return tuple(
            tuple(
                sets.count(sets.difference(some, kept)) for some, kept in zip(met, other.kept, strict=False)
            )
            for other in others
        )


def solve_by_sets(layered: Layered, counted: Census) -> SetSolution:
    """The value of every position of a game of two sides; `TooManyNodes` if the diagrams run away."""
    first, second = map(partial(winning_region, layered), range(2))
    return SetSolution(layered, counted, (first, second))
