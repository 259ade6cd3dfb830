"""The engine in use: zero-suppressed diagrams, with moves as rewritings and formulas as restrictions.

``docs/decisions`` records why this engine was chosen.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Final
from weakref import WeakValueDictionary

from noughts.grounding.formula import Formula
from noughts.refusal import Refusal
from noughts.solvers.symbolic.cells import Cells
from noughts.solvers.symbolic.diagrams import NODE_LIMIT, NOTHING, Diagram, Diagrams, TooManyNodes
from noughts.solvers.symbolic.engine import Filling, Rewriting
from noughts.solvers.symbolic.restriction import Restriction
from noughts.solvers.symbolic.totals import fullness
from noughts.solvers.symbolic.transition_relation import Steps, TransitionRelation
from noughts.stop import current, processor_time

SWEEP_FROM: Final = 200_000
"""Nodes up to which none are swept: a sweep visits every node, and this many take about 100 MB."""


class Held:
    """A set of positions; its diagram is kept as long as this object is referenced.

    Equal sets are one object, so that they can be compared and hashed by identity.
    """

    __slots__ = ("__weakref__", "diagram")

    def __init__(self, diagram: Diagram) -> None:
        self.diagram = diagram

    def __bool__(self) -> bool:
        return self.diagram != NOTHING

    def __repr__(self) -> str:
        return f"<diagram {self.diagram}>"


class TooLong(TooManyNodes):
    """The diagrams are not finished in time."""

    def __init__(self, seconds: float) -> None:
        Refusal.__init__(
            self, f"the diagrams take longer than {seconds:g} seconds", "`--symbolic` waits for them"
        )


@dataclass
class Patience:
    """How many seconds of the processor diagrams may take; whoever gave them may allow more meanwhile."""

    seconds: float = math.inf
    begun: float = field(default_factory=processor_time)

    @property
    def spent(self) -> float:
        """The seconds that are gone."""
        return processor_time() - self.begun

    def look(self) -> None:
        """`TooLong` if they are over; `Stopped` if nobody wants the diagrams any longer."""
        current.get().look()
        if self.seconds < math.inf and self.spent > self.seconds:
            raise TooLong(self.seconds)


class DiagramEngine:
    """Sets of positions as `noughts.solvers.symbolic.diagrams`; `TooLong` when patience is over."""

    def __init__(self, cells: Cells, *, limit: int = NODE_LIMIT, patience: Patience | None = None) -> None:
        self.look = (patience or Patience()).look
        self._diagrams = Diagrams(cells.contents, limit=limit, look=self.look)
        self._relation = TransitionRelation(self._diagrams)
        self._restriction = Restriction(self._diagrams, cells)
        self._fullness = fullness(self._diagrams)
        self._there: WeakValueDictionary[Diagram, Held] = WeakValueDictionary()
        self._alive_before = SWEEP_FROM // 2
        self.nothing = self._held(NOTHING)

    def __repr__(self) -> str:
        return repr(self._diagrams)

    def _held(self, diagram: Diagram) -> Held:
        self.look()
        found = self._there.get(diagram)
        if found is None:
            found = self._there[diagram] = Held(diagram)
        return found

    @property
    def made(self) -> int:
        return self._diagrams.made

    @property
    def alive(self) -> int:
        """The number of nodes at present."""
        return self._diagrams.alive

    @property
    def limit(self) -> int:
        return self._diagrams.limit

    # Sets

    def only(self, filling: Filling) -> Held:
        return self._held(self._diagrams.only(filling))

    def union(self, a: Held, b: Held) -> Held:
        return self._held(self._diagrams.union(a.diagram, b.diagram))

    def intersection(self, a: Held, b: Held) -> Held:
        return self._held(self._diagrams.intersection(a.diagram, b.diagram))

    def difference(self, a: Held, b: Held) -> Held:
        return self._held(self._diagrams.difference(a.diagram, b.diagram))

    def union_of(self, sets: Sequence[Held]) -> Held:
        return self._held(self._diagrams.union_of([some.diagram for some in sets]))

    def where(self, some: Held, formula: Formula) -> Held:
        return self._held(self._restriction.where(some.diagram, formula))

    # Moves

    def steps(self, rewritings: Iterable[Rewriting]) -> tuple[Steps, ...]:
        return self._relation.steps(rewritings)

    def after(self, some: Held, steps: Steps) -> Held:
        return self._held(self._relation.after(some.diagram, steps))

    def before(self, some: Held, steps: Steps) -> Held:
        return self._held(self._relation.before(some.diagram, steps))

    def ways(self, source: Held, steps: Steps) -> int:
        return self._relation.ways(source.diagram, steps)

    def pairs(self, source: Held, steps: Steps, target: Held) -> int:
        return self._relation.pairs(source.diagram, steps, target.diagram)

    # Questions

    def count(self, some: Held) -> int:
        return self._diagrams.count(some.diagram)

    def first(self, some: Held) -> Filling:
        return self._diagrams.first(some.diagram)

    def drawn(self, some: Held, dice: Random) -> Filling:
        return self._diagrams.drawn(some.diagram, dice)

    def fillings(self, some: Held) -> Iterator[tuple[int, ...]]:
        """All positions of a set."""
        return self._diagrams.fillings(some.diagram)

    def fullness(self, some: Held) -> frozenset[int]:
        return self._fullness.of(some.diagram)

    def size(self, *sets: Held) -> int:
        return self._diagrams.size(*(some.diagram for some in sets))

    def copied(self, sets: Iterable[Held]) -> tuple[Diagrams, tuple[Diagram, ...]]:
        """Copies of these sets in diagrams of their own."""
        return self._diagrams.copied(some.diagram for some in sets)

    def forget(self) -> None:
        """Sweep unreferenced nodes once there are as many as there were live ones after the last sweep.

        Like a copying collector: the cost of a sweep is paid by the nodes made since, so it is constant per
        node. Numbers of swept nodes are reused, so every table of results must be cleared with them.
        """
        if self.alive <= 2 * self._alive_before:
            for known in (self._diagrams, self._relation, self._restriction):
                known.forget()
            return
        self._diagrams.sweep(some.diagram for some in self._there.values())
        for seen in (self._relation, self._restriction, self._fullness):
            seen.clear()
        self._alive_before = max(self.alive, SWEEP_FROM // 2)
