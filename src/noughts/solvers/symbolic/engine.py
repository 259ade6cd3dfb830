"""The protocol of an engine of decision diagrams: sets of positions, and moves applied to whole sets.

A set is hashable, equal to every set of the same positions, and false if it is empty.  Positions are
fillings: the content of each cell.  `noughts.solvers.symbolic.diagram_engine` is the engine in use;
`benchmarks/diagrams.py` compares it with others.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from random import Random
from typing import Any, Protocol, TypeAlias

from noughts.grounding.formula import Formula

Filling: TypeAlias = Sequence[int]
"""The content of each cell, 0 if it is empty."""

Rewriting: TypeAlias = Mapping[int, tuple[int, int]]
"""For some cells, the content that is required and the content that replaces it."""

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
        """The greatest number of nodes at one time, including those of intermediate results."""

    @property
    def limit(self) -> int:
        """The limit of nodes; a computation with more of them raises `TooManyNodes`."""

    def only(self, filling: Filling) -> Positions:
        """The set of one position."""

    def union(self, a: Positions, b: Positions) -> Positions:
        """The union of two sets."""

    def intersection(self, a: Positions, b: Positions) -> Positions:
        """The intersection of two sets."""

    def difference(self, a: Positions, b: Positions) -> Positions:
        """The elements of the first set that are not in the second."""

    def union_of(self, sets: Sequence[Positions]) -> Positions:
        """The union of several sets."""

    def where(self, some: Positions, formula: Formula) -> Positions:
        """The positions of a set for which a formula over their bits holds."""

    # Moves

    def steps(self, rewritings: Iterable[Rewriting]) -> Sequence[Steps]:
        """Rewritings as sets of rewritings; equal ones keep their multiplicity."""

    def after(self, some: Positions, steps: Steps) -> Positions:
        """The images of the positions of a set under the rewritings."""

    def before(self, some: Positions, steps: Steps) -> Positions:
        """The preimages of the positions of a set under the rewritings."""

    def ways(self, source: Positions, steps: Steps) -> int:
        """The number of pairs of a position of `source` and a rewriting that applies to it."""

    def pairs(self, source: Positions, steps: Steps, target: Positions) -> int:
        """The number of such pairs whose image is in `target`."""

    # Questions

    def count(self, some: Positions) -> int:
        """The exact number of positions."""

    def first(self, some: Positions) -> Filling:
        """A position of a nonempty set, always the same."""

    def drawn(self, some: Positions, dice: Random) -> Filling:
        """A random position of a nonempty set."""

    def fullness(self, some: Positions) -> frozenset[int]:
        """The numbers of nonempty cells that occur in a set, and perhaps others."""

    def size(self, *sets: Positions) -> int:
        """The number of nodes of these sets together."""

    def forget(self) -> None:
        """Release memory of intermediate results and of sets that are no longer referenced."""
