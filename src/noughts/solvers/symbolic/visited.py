"""What was met on the way, so that nothing is counted twice."""

from __future__ import annotations

from noughts.solvers.symbolic.engine import Engine, Positions


class Visited:
    """All positions met so far; games of marks never come back to one, which costs nothing to see."""

    def __init__(self, sets: Engine) -> None:
        self._sets = sets
        self._visited: list[tuple[Positions, Positions]] = []

    def add(self, some: Positions, layer: Positions) -> None:
        """Take note of them; they are positions of a layer."""
        self._visited.append((some, layer))

    def new_in(self, some: Positions, layer: Positions) -> Positions:
        """Those of a set that were not met: looked for only in layers with as many filled cells."""
        for earlier, earlier_layer in self._visited:
            if not self._sets.fullness(layer).isdisjoint(self._sets.fullness(earlier_layer)):
                some = self._sets.difference(some, earlier)
        return some
