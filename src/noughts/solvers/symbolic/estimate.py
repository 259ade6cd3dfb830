"""How large diagrams will be before work on them is done, told from how large they are so far.

Nodes grow with the positions that they are made for: where a share s of all positions of all layers took
n nodes, all of them will take about n / s.  In the games of m by n by k this comes out several times too
large while less than a hundredth is done, and within a tenth once a third is: more positions share more.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from types import TracebackType
from typing import Final

from noughts.refusal import Refusal
from noughts.solvers.symbolic.diagrams import NODE_BYTES, TooManyNodes
from noughts.solvers.symbolic.engine import Engine

MEMORY: Final = 128
"""Gigabytes beyond which nobody is told how to go on."""

TELLING: Final = Fraction(1, 10_000)
"""The share of the work that must be done before its growth tells anything."""

EARLY: Final = 4
"""If that many times the budget is needed, work is given up with one part in so many of it spent."""


class RunAway(TooManyNodes):
    """The diagrams would outgrow their budget by far; `needed` is how many nodes they are likely to need."""

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
        Refusal.__init__(self, fact, allow if gigabytes < MEMORY else smaller)


class Watch:
    """Looks on while layers are worked through, which have so many positions each.

    In its block `done` is called after each; `RunAway` comes out of it instead of `TooManyNodes` once an
    estimate is possible, and before the budget is spent if the estimate is beyond it by far.
    """

    def __init__(self, sets: Engine, positions: Sequence[int]) -> None:
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
        """Another layer is done."""
        self._layers += 1
        self._last = self._sets.made
        limit, needed = self._sets.limit, self.needed
        if needed is not None and needed > EARLY * limit and self._last > limit // EARLY:
            raise RunAway(limit, needed)

    @property
    def needed(self) -> int | None:
        """How many nodes there are likely to be in the end; ``None`` as long as nothing can be told."""
        done, whole = sum(self._positions[: self._layers]), sum(self._positions)
        if done == 0 or done < whole * TELLING:
            return None
        return self._before + (self._last - self._before) * whole // done


def rounded(number: int) -> int:
    """Two figures of a number: an estimate is worth no more."""
    unit: int = 10 ** max(0, len(str(number)) - 2)
    return -(-number // unit) * unit
