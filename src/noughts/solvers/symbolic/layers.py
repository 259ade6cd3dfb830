"""A game of bounded length in layers: what positions there can be after k moves.

    R₀     = { initial }
    Rₖ₊₁   ⊇ what the moves make of the positions of Rₖ in which the game goes on

Layers are kept simple rather than tight: where the game is over is left out of account, so that a layer
of a game of marks is all positions with so many marks of each kind, and small.  Whatever is found out
about a position of a layer is true of it, reached or not.
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

DRAWN: Final = 50
"""Positions of a layer that are asked whether the game goes on before all are."""


Movers: TypeAlias = tuple[tuple[Turns, Positions], ...]
"""Moves, each with positions in which the game goes on that allow them."""


class Endless(Refusal):
    """Play can return to where it was, so that there is no last layer."""

    def __init__(self) -> None:
        super().__init__(
            "play can return to a position, so that the game has no greatest length",
            "it may still be explored position by position",
        )


@dataclass(frozen=True, slots=True)
class Layer:
    """What there can be after so many moves: positions that go on, and those where the game is over."""

    going_on: Positions
    over: Positions


class Layered:
    """The layers of a game, and what moves do between them."""

    def __init__(self, rules: Grounded, engine: Callable[[Cells], Engine] = DiagramEngine) -> None:
        self.rules = rules
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
        """The moves that some positions of a set allow, with these positions: the game must go on in all."""
        found = []
        for side, to_move in enumerate(self.rules.to_move):
            there = self.sets.where(going_on, to_move)
            for turns in self.turns:
                if turns.side == side and (allowing := self.sets.where(there, turns.guard)):
                    found.append((turns, allowing))
        return tuple(found)

    def movers_in(self, depth: int, some: Positions) -> Movers:
        """The same for positions of a layer, whether or not the game goes on in them."""
        if depth not in self._movers:
            self._movers[depth] = self.movers(self.layer(depth).going_on)
        found = [(turns, self.sets.intersection(some, allowing)) for turns, allowing in self._movers[depth]]
        return tuple((turns, allowing) for turns, allowing in found if allowing)

    def after(self, turns: Turns, some: Positions) -> Positions:
        """What moves make of a set in which all may be made."""
        return self.sets.union_of([self.sets.after(some, steps) for steps in turns.steps])

    def before(self, turns: Turns, some: Positions) -> Positions:
        """What moves lead to a set from, wherever they may be made."""
        return self.sets.union_of([self.sets.before(some, steps) for steps in turns.steps])

    def following(self, movers: Movers) -> Positions:
        """What their moves make of positions."""
        return self.sets.union_of([self.after(turns, allowing) for turns, allowing in movers])

    def leading(self, movers: Movers, target: Positions) -> Positions:
        """From where a move of theirs leads to `target`."""
        found = [self.sets.intersection(allowing, self.before(turns, target)) for turns, allowing in movers]
        return self.sets.union_of(found)

    def pairs(self, movers: Movers, target: Positions) -> int:
        """How many of their moves lead to `target`."""
        return sum(
            self.sets.pairs(allowing, steps, target) for turns, allowing in movers for steps in turns.steps
        )

    def ways(self, movers: Movers) -> int:
        """How many moves they have."""
        return sum(self.sets.ways(allowing, steps) for turns, allowing in movers for steps in turns.steps)

    # Layers

    @cached_property
    def all(self) -> tuple[Positions, ...]:
        """The layers, the beginning in front; `Endless` if there is no last one."""
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
        """How many positions each layer has: no more than these can be reached."""
        return tuple(map(self.sets.count, self.all))

    def _layers(self, moving: Callable[[Positions], Positions]) -> tuple[Positions, ...] | None:
        """The layers if moves are made in a part of each; ``None`` if they come back."""
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
        """Whether the game goes on in some position: mostly a few tell, and all take long to ask."""
        dice = Random(0)
        drawn = (self.cells.code(self.sets.drawn(some, dice)) for _ in range(DRAWN))
        return not all(holds(self.rules.over, code) for code in drawn) or bool(self._goes_on(some))

    def _goes_on(self, some: Positions) -> Positions:
        return self.sets.difference(some, self.sets.where(some, self.rules.over))

    def layer(self, depth: int) -> Layer:
        """A layer divided by whether the game goes on: over it is also where no move is legal."""
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
        """The positions of a set where the game is over that a side has won."""
        return self.sets.where(over, self.rules.wins[side])

    def check_defined(self, some: Positions) -> None:
        """`Unspoken` if the formulas say nothing of some position of a set that play reaches."""
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
