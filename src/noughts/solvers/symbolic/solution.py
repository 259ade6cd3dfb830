"""What positions are worth in a game of two sides that no list of positions can hold.

With Vₖ of `noughts.solvers.symbolic.strategy`, the positions after k moves from which a side need not lose:
a position is won by a side if the other cannot see to it that it does not lose, and a draw if both can.

How soon is not said by these sets, and mostly not known.  It is where every play is over after the same
number of moves.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, partial

from noughts.games.game import Game, Move, Position
from noughts.games.value import Value
from noughts.solvers.backward import DRAW
from noughts.solvers.symbolic.census import Census
from noughts.solvers.symbolic.kept import Kept
from noughts.solvers.symbolic.layers import Layered
from noughts.solvers.symbolic.prove import arrivals
from noughts.solvers.symbolic.strategy import Safe, safe


@dataclass(frozen=True, eq=False, repr=False)
class SetSolution:
    """The value of every position, as `noughts.solvers.solved.Solved` has it."""

    layered: Layered
    census: Census
    strategies: tuple[Safe, Safe]

    def __repr__(self) -> str:
        return f"<{self.game.name}: {self.value(self.game.initial)}>"

    @property
    def game(self) -> Game:
        """The game."""
        return self.census.game

    @property
    def size(self) -> int:
        """How many positions there are."""
        return sum(self.census.plies)

    @property
    def transitions(self) -> int:
        """How many pairs of a position and a legal move."""
        return self.census.transitions

    @cached_property
    def kept(self) -> tuple[Kept, ...]:
        """Where each side need not lose."""
        return tuple(strategy.sets for strategy in self.strategies)

    @cached_property
    def length(self) -> int | None:
        """After how many moves every play is over; ``None`` if that depends."""
        *before, last = range(len(self.layered.all))
        return None if any(self.layered.layer(depth).over for depth in before) else last

    def value(self, position: Position) -> Value:
        """The value of a position; `KeyError` if the rules cannot come to it."""
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

    def best(self, position: Position) -> tuple[Move, ...]:
        """The moves that keep the value, in the game's order."""
        value = self.value(position)
        return tuple(move for move, reached in self.by_move(position).items() if reached == value)

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

    def counts(self) -> dict[str, int]:
        """How many positions each side wins, and how many are drawn."""
        won = [sum(plies) for plies in self.won]
        return {**dict(zip(self.game.sides, won, strict=True)), "draw": self.size - sum(won)}

    def longest(self) -> int | None:
        """The greatest distance from any position to a win; ``None`` if all are drawn, or it is not known."""
        if self.length is None:
            return None
        return max((self.length - k for plies in self.won for k, n in enumerate(plies) if n), default=None)


def solve_by_sets(layered: Layered, counted: Census) -> SetSolution:
    """The value of every position of a game of two sides; `TooManyNodes` if the diagrams run away."""
    first, second = map(partial(safe, layered), range(2))
    return SetSolution(layered, counted, (first, second))
