"""The sums of weights of contents that occur in the fillings of a set."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeAlias

from noughts.solvers.symbolic.diagrams import BLANK, NOTHING, DenseLeaf, Diagram, Diagrams

Sums: TypeAlias = frozenset[int]


class Totals:
    """Sums over all cells: content i of cell c adds ``weights[c][i]``.

    There are far fewer sets of sums than diagrams, so equal ones are stored once.
    """

    def __init__(self, diagrams: Diagrams, weights: Sequence[Sequence[int]]) -> None:
        self.weights = weights
        self.leaves = diagrams.leaves.sums(weights[diagrams.floor :])
        self._floor = diagrams.floor
        self._nodes = diagrams.nodes
        self._known: dict[Diagram, Sums] = {NOTHING: frozenset(), BLANK: frozenset({0})}
        self._added: dict[tuple[int, tuple[Sums, ...]], Sums] = {}

    def of(self, diagram: Diagram) -> Sums:
        """The sums that occur; a cell that a diagram leaves out is empty and adds nothing."""
        found = self._known.get(diagram)
        if found is None:
            cell, *children = self._nodes[diagram]
            in_tail = cell == self._floor
            found = self._in_tail(children[0]) if in_tail else self._of_children(cell, children)
            self._known[diagram] = found
        return found

    def _in_tail(self, leaf: DenseLeaf) -> Sums:
        return frozenset(total for total, having in self.leaves.items() if leaf & having)

    def _of_children(self, cell: int, children: Iterable[Diagram]) -> Sums:
        parts = tuple(map(self.of, children))
        found = self._added.get((cell, parts))
        if found is None:
            worth = zip(parts, self.weights[cell], strict=True)
            found = frozenset(total + more for part, more in worth for total in part)
            self._added[cell, parts] = found
        return found

    def clear(self) -> None:
        """Clear all results, because numbers of diagrams are reused."""
        self._known = {NOTHING: frozenset(), BLANK: frozenset({0})}


def fullness(diagrams: Diagrams) -> Totals:
    """The sums that count nonempty cells."""
    return Totals(diagrams, [[0, *[1] * (contents - 1)] for contents in diagrams.contents])
