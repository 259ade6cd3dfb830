"""The final number of nodes, extrapolated from their number so far.

Nodes grow with the positions that they represent: if a share s of the positions of all layers took n nodes,
all of them will take about n / s.  For m,n,k-games this is several times too high while less than a
hundredth is done, and within a tenth once a third is done, because larger sets share more nodes.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from types import TracebackType
from typing import Final

from noughts.refusal import Refusal
from noughts.solvers.symbolic.diagram_engine import DiagramEngine
from noughts.solvers.symbolic.diagrams import NODE_BYTES, TooManyNodes

_MEMORY: Final = 128
"""The most gigabytes for which the hint suggests a higher limit: ordinary machines do not have more."""

_TELLING: Final = Fraction(1, 10_000)
"""The share of the work that must be done before an estimate means anything."""

_EARLY: Final = 4
"""If this many times the limit is needed, work stops once one part in as many of it is used.  Estimates this
early are several times too high, so a smaller factor would stop work that could succeed."""


class RunAway(TooManyNodes):
    """The diagrams would exceed their limit; `needed` is the expected number of nodes."""

    def __init__(self, limit: int, needed: int) -> None:
        self.limit = limit
        self.needed = rounded(needed)
        gigabytes = self.needed * NODE_BYTES / 1e9
        memory = f"{gigabytes:,.0f} GB" if gigabytes >= 2 else f"{gigabytes * 1000:.0f} MB"
        fact = (
            f"the diagrams would grow past {limit:,} nodes: about {self.needed:,} are needed "
            f"by how they have grown so far, and {memory} of memory"
        )
        smaller = "make the game smaller"
        allow = f"allow that with `--nodes {self.needed}`, or {smaller}"
        Refusal.__init__(self, fact, allow if gigabytes < _MEMORY else smaller)


class Watch:
    """Watches work on layers of known numbers of positions.

    In its block, the work calls `done` after each layer.  Once an estimate is possible, `RunAway` is raised
    instead of `TooManyNodes`; it is also raised before the limit is reached if the estimate is far beyond it.
    """

    def __init__(self, sets: DiagramEngine, positions: Sequence[int]) -> None:
        self._sets = sets
        self._positions = positions
        self._before = self._last = sets.made
        self._layers = 0

    def __enter__(self) -> Watch:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if isinstance(error, TooManyNodes) and not isinstance(error, RunAway):
            needed = self.needed
            if needed is not None:
                raise RunAway(self._sets.limit, max(needed, self._sets.made)) from None

    def done(self) -> None:
        """Record that another layer is done."""
        self._layers += 1
        self._last = self._sets.made
        limit, needed = self._sets.limit, self.needed
        if needed is not None and needed > _EARLY * limit and self._last > limit // _EARLY:
            raise RunAway(limit, needed)

    @property
    def needed(self) -> int | None:
        """The expected number of nodes; ``None`` while too little is done."""
        done, whole = sum(self._positions[: self._layers]), sum(self._positions)
        if done == 0 or done < whole * _TELLING:
            return None
        return self._before + (self._last - self._before) * whole // done


def rounded(number: int) -> int:
    """A number rounded up to two significant digits."""
    unit: int = 10 ** max(0, len(str(number)) - 2)
    return -(-number // unit) * unit
