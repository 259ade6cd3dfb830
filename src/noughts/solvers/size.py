"""How many positions a game has, asked before they are listed.

Few are listed faster than counted.  Diagrams count sets, at a cost that does not depend on how many positions
these have; even where the diagrams grow too large, the count so far may exceed any list.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Final, TypeAlias

from noughts.grounding.grounded import Grounded
from noughts.kernels.explore import ExplorationProgress
from noughts.refusal import Refusal

if TYPE_CHECKING:
    from noughts.solvers.symbolic.census import Census
    from noughts.solvers.symbolic.layers import Layered

_CENSUS_NODES: Final = 500_000
"""The node limit of a count that only decides whether to list: a quarter of `NODE_LIMIT`, about 300 MB."""

_CENSUS_SECONDS: Final = 40.0
"""Seconds for such a count, which only saves making a list."""

HOPELESS: Final = 10
"""Times the limit: where not even the layers can be counted, a count beyond this ends the search."""


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
    """More than the limit: `number` were counted before the diagrams grew too large."""

    number: int


Size: TypeAlias = Few | Counted | AtLeast


def size_of(grounded: Grounded, limit: int, progress: ExplorationProgress | None = None) -> Size:
    """Whether play can reach more positions than the limit, as far as diagrams can tell in their budget."""
    if 1 << len(grounded.bits) <= limit:  # a bound that needs no diagrams, and not their import
        return Few()
    from noughts.solvers.symbolic.cells import cells_of
    from noughts.solvers.symbolic.census import censuses
    from noughts.solvers.symbolic.diagram_engine import DiagramEngine
    from noughts.solvers.symbolic.diagrams import TooManyNodes
    from noughts.solvers.symbolic.layers import Layered

    if math.prod(cells_of(grounded).contents) <= limit:
        return Few()
    engine = partial(DiagramEngine, limit=_CENSUS_NODES, seconds=_CENSUS_SECONDS)
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
