"""The values of a game of two sides with too many positions for a list.

With the winning regions Vₖ of `noughts.solvers.symbolic.strategy`, in which a side has a strategy that never
loses: a position is won by a side if it lies outside the region of the other, and a draw if it lies in both.

These sets do not say how soon.  The distance is known only where every match has the same number of moves.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property, lru_cache, partial

from msgspec import field

from noughts.games.game import Game, Move, Position
from noughts.games.result import Value
from noughts.solvers.solved import DRAW, Census, Figures, Solved
from noughts.solvers.symbolic.layers import Layered
from noughts.solvers.symbolic.prove import arrivals
from noughts.solvers.symbolic.saved_strategy import SavedStrategy
from noughts.solvers.symbolic.strategy import WinningRegion, winning_region
from noughts.stop import Door


class SetSolution(Solved, frozen=True, eq=False, dict=True):
    """The value of every position, from the winning regions of both sides."""

    layered: Layered
    census: Census
    strategies: tuple[WinningRegion, WinningRegion]
    door: Door = field(default_factory=Door)
    """The lock of the diagrams, whose memoised results several tables share."""

    def __reduce__(self) -> tuple[object, ...]:
        fact = f"the solution of {self.game.name} consists of diagrams, which cannot be pickled"
        raise TypeError(f"{fact}; send the game, and solve it where the solution is needed")

    @property
    def game(self) -> Game:
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
        """The winning region of each side."""
        return tuple(strategy.sets for strategy in self.strategies)

    @cached_property
    def length(self) -> int | None:
        """The number of moves of every match; ``None`` if it varies."""
        *before, last = range(len(self.layered.all))
        return None if any(self.layered.layer(depth).over for depth in before) else last

    def value(self, position: Position) -> Value:
        """The value of a position; `KeyError` if it is in no layer."""
        with self.door:
            return self._known(position)

    @cached_property
    def _known(self) -> Callable[[Position], Value]:
        """The cached values of positions, because a face asks for all of those of a match again."""
        return lru_cache(maxsize=4096)(self._value)

    def _value(self, position: Position) -> Value:
        code = self.layered.rules.encoded(position)
        filling = self.layered.cells.filling(code)
        keeps = [kept.keeps_filling(filling) for kept in self.kept]
        if all(keeps):
            return DRAW
        if not any(keeps):
            raise KeyError(position)
        winner = self.game.sides[keeps.index(True)]
        return Value(winner, None if self.length is None else self.length - self.depth(code))

    def depth(self, code: int) -> int:
        """The number of moves that lead to a position, if it is unique."""
        sets = self.layered.sets
        filling = self.layered.cells.filling(code)
        here = sets.only(filling)
        return next(k for k, layer in enumerate(self.layered.all) if sets.intersection(layer, here))

    def by_move(self, position: Position) -> dict[Move, Value]:
        found = {}
        for move in self.game.moves(position):
            value = self.value(self.game.after(position, move))
            later = None if value.distance is None else value.distance + 1
            found[move] = Value(value.winner, later)
        return found

    @cached_property
    def won(self) -> tuple[tuple[int, ...], ...]:
        """For each side, how many of the positions at distance 0, 1, 2, … it wins."""
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
    """The value of every position of a game of two sides; `TooManyNodes` if the diagrams grow too large."""
    first, second = map(partial(winning_region, layered), range(2))
    return SetSolution(layered, counted, (first, second))
