"""The visited set of a search, so that nothing is counted twice."""

from __future__ import annotations

from noughts.solvers.symbolic.engine import Engine, Positions


class Visited:
    """The visited positions, by number of nonempty cells: in games of marks no two layers share a number, so
    that nothing has to be subtracted."""

    def __init__(self, sets: Engine) -> None:
        self._sets = sets
        self._visited: list[tuple[Positions, Positions]] = []

    def add(self, some: Positions, layer: Positions) -> None:
        """Add positions of a layer."""
        self._visited.append((some, layer))

    def new_in(self, some: Positions, layer: Positions) -> Positions:
        """The positions of a set that were not visited: compared only with layers of the same numbers of
        cells."""
        for earlier, earlier_layer in self._visited:
            if not self._sets.fullness(layer).isdisjoint(self._sets.fullness(earlier_layer)):
                some = self._sets.difference(some, earlier)
        return some
