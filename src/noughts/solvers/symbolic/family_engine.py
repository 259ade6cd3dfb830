"""The engine that is used: families of marks, with moves as rewritings and formulas as sieves.

Why this one and no other is written down in ``docs/decisions``.
"""

from __future__ import annotations

from collections.abc import Iterable

from noughts.games.formula import Formula
from noughts.solvers.symbolic.cells import Cells
from noughts.solvers.symbolic.engine import Rewriting
from noughts.solvers.symbolic.families import NODE_LIMIT, NOTHING, Diagram, Families
from noughts.solvers.symbolic.sieve import Sieve
from noughts.solvers.symbolic.steps import Stepper, Steps
from noughts.solvers.symbolic.totals import fullness


class FamilyEngine(Families):
    """Sets of positions as `noughts.solvers.symbolic.families`."""

    def __init__(self, cells: Cells, *, limit: int = NODE_LIMIT) -> None:
        super().__init__(cells.contents, limit=limit)
        self._stepper = Stepper(self)
        self._sieve = Sieve(self, cells)
        self._fullness = fullness(self)

    @property
    def nothing(self) -> Diagram:
        return NOTHING

    def where(self, some: Diagram, formula: Formula) -> Diagram:
        return self._sieve.where(some, formula)

    def steps(self, rewritings: Iterable[Rewriting]) -> tuple[Steps, ...]:
        return self._stepper.steps(rewritings)

    def after(self, some: Diagram, steps: Steps) -> Diagram:
        return self._stepper.after(some, steps)

    def before(self, some: Diagram, steps: Steps) -> Diagram:
        return self._stepper.before(some, steps)

    def ways(self, source: Diagram, steps: Steps) -> int:
        return self._stepper.ways(source, steps)

    def pairs(self, source: Diagram, steps: Steps, target: Diagram) -> int:
        return self._stepper.pairs(source, steps, target)

    def fullness(self, some: Diagram) -> frozenset[int]:
        return self._fullness.of(some)

    def forget(self) -> None:
        super().forget()
        self._stepper.forget()
        self._sieve.forget()
