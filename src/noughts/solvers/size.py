"""How many positions a game has, asked before a list of them is begun.

Few are sooner listed than counted.  Of many, diagrams take sets together, which takes no longer for more of
them; even where the diagrams break off, what was counted by then may be too much for any list.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Final, TypeAlias

from noughts.grounding.grounded import Grounded
from noughts.kernels.explore import Progress
from noughts.refusal import Refusal

if TYPE_CHECKING:
    from noughts.solvers.symbolic.census import Census
    from noughts.solvers.symbolic.layers import Layered

CENSUS_NODES: Final = 500_000
"""Nodes of diagrams that are spent on counting what may be too much to list."""

CENSUS_SECONDS: Final = 40.0
"""Seconds that are spent on it."""

HOPELESS: Final = 10
"""Times the limit: where not all can be counted, what is beyond that need not be."""


@dataclass(frozen=True, slots=True)
class Few:
    """No more than the limit, or nothing is known."""


@dataclass(frozen=True, slots=True)
class Counted:
    """More than the limit, and all of them counted."""

    layered: Layered
    census: Census


@dataclass(frozen=True, slots=True)
class AtLeast:
    """More than the limit: so many were counted before diagrams broke off."""

    number: int


Size: TypeAlias = Few | Counted | AtLeast


def size_of(grounded: Grounded, limit: int, progress: Progress | None = None) -> Size:
    """Whether play can reach more positions than the limit, as far as diagrams can find that at once."""
    if 1 << len(grounded.bits) <= limit:  # known before the diagrams are even imported
        return Few()
    from noughts.solvers.symbolic.cells import cells_of
    from noughts.solvers.symbolic.census import censuses
    from noughts.solvers.symbolic.diagram_engine import DiagramEngine
    from noughts.solvers.symbolic.diagrams import TooManyNodes
    from noughts.solvers.symbolic.layers import Layered

    if math.prod(cells_of(grounded).contents) <= limit:
        return Few()
    engine = partial(DiagramEngine, limit=CENSUS_NODES, seconds=CENSUS_SECONDS)
    least, enough = 0, math.inf
    try:
        layered = Layered(grounded, engine)
        try:
            if sum(layered.positions) <= limit:
                return Few()
        except TooManyNodes:
            layered, enough = Layered(grounded, engine), HOPELESS * limit
        for census in censuses(layered):
            least = census.positions
            if progress is not None:
                progress(least, 0)
            if least > enough:
                return AtLeast(least)
    except Refusal:
        return AtLeast(least) if least > limit else Few()
    return Counted(layered, census) if least > limit else Few()
