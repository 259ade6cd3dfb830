"""What the contents of cells can add up to, in the fillings of a set."""

from __future__ import annotations

from collections.abc import Sequence

from noughts.solvers.symbolic.families import BLANK, NOTHING, Diagram, Families


class Totals:
    """Sums over all cells: content i of cell c adds ``weights[c][i]``."""

    def __init__(self, families: Families, weights: Sequence[Sequence[int]]) -> None:
        self.weights = weights
        self._nodes = families.nodes
        self._known: dict[Diagram, frozenset[int]] = {NOTHING: frozenset(), BLANK: frozenset({0})}

    def of(self, diagram: Diagram) -> frozenset[int]:
        """The sums that there are; a cell that is left out is empty and adds nothing."""
        found = self._known.get(diagram)
        if found is None:
            cell, *children = self._nodes[diagram]
            parts = zip(children, self.weights[cell], strict=True)
            found = frozenset(total + worth for child, worth in parts for total in self.of(child))
            self._known[diagram] = found
        return found


def fullness(families: Families) -> Totals:
    """How many cells are not empty."""
    return Totals(families, [[0, *[1] * (contents - 1)] for contents in families.contents])
