"""What was met on the way, so that nothing is counted twice."""

from __future__ import annotations

from noughts.solvers.symbolic.engine import Engine, Positions


class Met:
    """All positions met so far; games of marks never come back to one, which costs nothing to see."""

    def __init__(self, sets: Engine) -> None:
        self._sets = sets
        self._met: list[Positions] = []

    def add(self, some: Positions) -> None:
        """Take note of them."""
        self._met.append(some)

    def new_in(self, some: Positions) -> Positions:
        """Those of a set that were not met: only as many filled cells as in it can make one of them."""
        for earlier in self._met:
            if not self._sets.fullness(some).isdisjoint(self._sets.fullness(earlier)):
                some = self._sets.difference(some, earlier)
        return some
