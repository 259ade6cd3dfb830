"""A game of bounded length in layers: a superset of the positions after k moves.

    R₀     = { initial }
    Rₖ₊₁   ⊇ successors of the positions of Rₖ in which the game goes on

Layers are simple rather than tight: the end of the game is ignored, so that a layer of a game of marks is all
positions with the right number of marks of each kind, which is a small diagram.  What is computed about a
position of a layer is true of it, whether play reaches it or not.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from random import Random
from typing import Final, TypeAlias

from noughts.grounding.formula import NEVER
from noughts.grounding.grounded import Grounded
from noughts.grounding.walk import holds
from noughts.refusal import Refusal
from noughts.solvers.symbolic.cells import Cells, cells_of
from noughts.solvers.symbolic.diagram_engine import DiagramEngine
from noughts.solvers.symbolic.engine import Engine, Positions
from noughts.solvers.symbolic.rewritings import Turns, turns_of
from noughts.solvers.symbolic.sided_moves import with_sided_moves

_DRAWN: Final = 50
"""Random positions of a layer that are tested for the end of the game before the whole layer is: one that
goes on answers the question, and to test all of them takes long."""


Movers: TypeAlias = tuple[tuple[Turns, Positions], ...]
"""Moves, each with the positions that allow it and in which the game goes on."""


class Endless(Refusal):
    """Play can return to where it was, so that there is no last layer."""

    def __init__(self) -> None:
        super().__init__(
            "play can return to a position, so that the game has no greatest length",
            "it may still be explored position by position",
        )


@dataclass(frozen=True, slots=True)
class Layer:
    """A layer: the positions in which the game goes on, and those in which it is over."""

    going_on: Positions
    over: Positions


class Layered:
    """The layers of a game, and the moves between them."""

    def __init__(self, rules: Grounded, engine: Callable[[Cells], Engine] = DiagramEngine) -> None:
        self.rules = rules = with_sided_moves(rules)
        self.cells: Cells = cells_of(rules)
        self.sets: Engine = engine(self.cells)
        self.turns: tuple[Turns, ...] = turns_of(rules, self.cells, self.sets)
        self._divided: dict[int, Layer] = {}
        self._movers: dict[int, Movers] = {}
        self.initial: Positions = self.sets.only(self.cells.filling(rules.initial))

    def __repr__(self) -> str:
        return f"<{len(self.cells)} cells, {self.sets!r}>"

    # Moves

    def movers(self, going_on: Positions) -> Movers:
        """The moves with the positions of a set that allow them; the game must go on in all."""
        found = []
        for side, to_move in enumerate(self.rules.to_move):
            there = self.sets.where(going_on, to_move)
            for turns in self.turns:
                if turns.side == side and (allowing := self.sets.where(there, turns.guard)):
                    found.append((turns, allowing))
        return tuple(found)

    def movers_in(self, depth: int, some: Positions) -> Movers:
        """The moves with the positions of a layer that allow them, except where the game is over."""
        if depth not in self._movers:
            self._movers[depth] = self.movers(self.layer(depth).going_on)
        found = [(turns, self.sets.intersection(some, allowing)) for turns, allowing in self._movers[depth]]
        return tuple((turns, allowing) for turns, allowing in found if allowing)

    def after(self, turns: Turns, some: Positions) -> Positions:
        """The successors of a set by moves that are legal in all of it."""
        return self.sets.union_of([self.sets.after(some, steps) for steps in turns.steps])

    def before(self, turns: Turns, some: Positions) -> Positions:
        """The predecessors of a set by moves, wherever these are legal."""
        return self.sets.union_of([self.sets.before(some, steps) for steps in turns.steps])

    def following(self, movers: Movers) -> Positions:
        """The successors of positions by their moves."""
        return self.sets.union_of([self.after(turns, allowing) for turns, allowing in movers])

    def leading(self, movers: Movers, target: Positions) -> Positions:
        """The positions from which one of their moves leads to `target`."""
        found = [self.sets.intersection(allowing, self.before(turns, target)) for turns, allowing in movers]
        return self.sets.union_of(found)

    def pairs(self, movers: Movers, target: Positions) -> int:
        """The number of their moves that lead to `target`."""
        return sum(
            self.sets.pairs(allowing, steps, target) for turns, allowing in movers for steps in turns.steps
        )

    def ways(self, movers: Movers) -> int:
        """The number of their moves."""
        return sum(self.sets.ways(allowing, steps) for turns, allowing in movers for steps in turns.steps)

    # Layers

    @cached_property
    def all(self) -> tuple[Positions, ...]:
        """The layers from the first position on; `Endless` if there is no last one."""
        simple = self._layers(lambda layer: layer)
        layers = simple if simple is not None else self._layers(self._goes_on)
        if layers is None:
            raise Endless
        return layers

    @cached_property
    def bounded(self) -> bool:
        """Whether there is a last layer."""
        try:
            return bool(self.all)
        except Endless:
            return False

    @cached_property
    def positions(self) -> tuple[int, ...]:
        """The number of positions of each layer: upper bounds of those that play can reach."""
        return tuple(map(self.sets.count, self.all))

    def _layers(self, moving: Callable[[Positions], Positions]) -> tuple[Positions, ...] | None:
        """The layers if moves are made in a part of each; ``None`` if a layer recurs."""
        layers = [self.initial]
        seen = {self.sets.nothing, self.initial}
        while self._goes_on_somewhere(layers[-1]):
            following = self.following(self.movers(moving(layers[-1])))
            if following in seen:
                return tuple(layers) if not following else None
            seen.add(following)
            layers.append(following)
        return tuple(layers)

    def _goes_on_somewhere(self, some: Positions) -> bool:
        """Whether the game goes on in some position: by `_DRAWN` random ones first, then exactly.

        The random numbers have a fixed seed, and only decide how the answer is found.
        """
        dice = Random(0)
        drawn = (self.cells.code(self.sets.drawn(some, dice)) for _ in range(_DRAWN))
        return not all(holds(self.rules.over, code) for code in drawn) or bool(self._goes_on(some))

    def _goes_on(self, some: Positions) -> Positions:
        return self.sets.difference(some, self.sets.where(some, self.rules.over))

    def layer(self, depth: int) -> Layer:
        """A layer, divided by whether the game goes on; it is also over where no move is legal."""
        if depth not in self._divided:
            self._divided[depth] = self._layer(depth)
        return self._divided[depth]

    def _layer(self, depth: int) -> Layer:
        everything = self.all[depth]
        going_on = self._goes_on(everything)
        if going_on:
            further = self.all[depth + 1] if depth + 1 < len(self.all) else self.sets.nothing
            going_on = self.leading(self.movers(going_on), further)
        return Layer(going_on, self.sets.difference(everything, going_on))

    def won_by(self, over: Positions, side: int) -> Positions:
        """The positions of a set, in all of which the game is over, that a side has won."""
        return self.sets.where(over, self.rules.wins[side])

    def check_defined(self, some: Positions) -> None:
        """`Unspoken` if the rules may have no value in some position of a set that play reaches."""
        if self.rules.undefined is not NEVER and (undefined := self.sets.where(some, self.rules.undefined)):
            raise Unspoken(self.cells.code(self.sets.first(undefined)))


class Unspoken(Refusal):
    """In a position that play reaches the rules may have no value."""

    def __init__(self, code: int) -> None:
        self.code = code
        super().__init__(
            "in a position that play reaches the rules may have no value",
            "exploring the game position by position tells which rule it is",
        )


def of_side(movers: Movers, side: int) -> Movers:
    """The moves of a side."""
    return tuple((turns, some) for turns, some in movers if turns.side == side)


def of_others(movers: Movers, side: int) -> Movers:
    """The moves of all sides but one."""
    return tuple((turns, some) for turns, some in movers if turns.side != side)
