"""What is asked of an engine of decision diagrams: sets of positions, and moves made in all of them at once.

A set can be hashed, is equal to a set of the same positions, and is false if it is empty.  Positions are
fillings: the content of each cell.  `noughts.solvers.symbolic.diagram_engine` is the one that is used;
`benchmarks/diagrams.py` puts others beside it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from random import Random
from typing import Any, Protocol, TypeAlias

from noughts.grounding.formula import Formula

Filling: TypeAlias = Sequence[int]
"""The content of each cell, 0 if it is empty."""

Rewriting: TypeAlias = Mapping[int, tuple[int, int]]
"""For some cells the content that is wanted and the content that is put."""

Positions: TypeAlias = Any
"""A set of positions, as an engine holds it."""

Steps: TypeAlias = Any
"""A set of rewritings, as an engine holds it."""


class Engine(Protocol):
    """Sets of positions."""

    @property
    def nothing(self) -> Positions:
        """The empty set."""

    @property
    def made(self) -> int:
        """How much there was at most at one time, in nodes: those of `size`, and others on the way."""

    @property
    def limit(self) -> int:
        """How much may be made before it is given up with `TooManyNodes`."""

    def only(self, filling: Filling) -> Positions:
        """The set of one position."""

    def union(self, a: Positions, b: Positions) -> Positions:
        """What is in either."""

    def intersection(self, a: Positions, b: Positions) -> Positions:
        """What is in both."""

    def difference(self, a: Positions, b: Positions) -> Positions:
        """What is in the first and not in the second."""

    def union_of(self, sets: Sequence[Positions]) -> Positions:
        """What is in any of them."""

    def where(self, some: Positions, formula: Formula) -> Positions:
        """The positions of a set for which a formula over their bits holds."""

    # Moves

    def steps(self, rewritings: Iterable[Rewriting]) -> Sequence[Steps]:
        """The rewritings, put together as the engine likes best; equal ones are still as many."""

    def after(self, some: Positions, steps: Steps) -> Positions:
        """What the rewritings make of the positions of a set."""

    def before(self, some: Positions, steps: Steps) -> Positions:
        """What the rewritings make positions of a set of."""

    def ways(self, source: Positions, steps: Steps) -> int:
        """How many pairs there are of a position of `source` and a rewriting that can be made in it."""

    def pairs(self, source: Positions, steps: Steps, target: Positions) -> int:
        """How many of these lead into `target`."""

    # Questions

    def count(self, some: Positions) -> int:
        """How many positions there are, exactly."""

    def first(self, some: Positions) -> Filling:
        """A position of a set that is not empty, always the same."""

    def drawn(self, some: Positions, dice: Random) -> Filling:
        """Any position of a set that is not empty, by throwing dice."""

    def fullness(self, some: Positions) -> frozenset[int]:
        """How many cells are not empty: every number that occurs, and perhaps others."""

    def size(self, *sets: Positions) -> int:
        """How many nodes there are in these sets together."""

    def forget(self) -> None:
        """Let go of intermediate results where they have become many; sets that somebody holds are kept."""
