"""How many positions a game has, asked before they are listed.

Few are listed faster than counted.  Diagrams count sets, at a cost that does not depend on how many positions
these have; even where the diagrams grow too large, the count so far may exceed any list.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Final, TypeAlias

from noughts.grounding.grounded import Grounded
from noughts.kernels.explore import ExplorationProgress
from noughts.refusal import Refusal

if TYPE_CHECKING:
    from noughts.solvers.symbolic.census import Census
    from noughts.solvers.symbolic.layers import Layered

CENSUS_NODES: Final = 500_000
"""Nodes that a count may make which only decides whether to list: three to ten seconds, about 300 MB."""

_BOUND_WORK: Final = 100_000
"""Nodes made for a bound: on boards that are filled a hundredth of them."""

_MORE_WORK: Final = 8 * CENSUS_NODES
"""Nodes that may be made to solve a game whose positions are counted."""

HOPELESS: Final = 10
"""Times the limit: where not even the layers can be counted, a count beyond this ends the search."""


@dataclass(frozen=True, slots=True)
class Few:
    """No more than the limit."""


@dataclass(frozen=True, slots=True)
class Unknown:
    """The diagrams grew too large, or took too long, before they had counted more than the limit."""


@dataclass(frozen=True, slots=True)
class Counted:
    """More than the limit, and all of them counted."""

    layered: Layered
    census: Census


@dataclass(frozen=True, slots=True)
class AtLeast:
    """More than the limit: `number` were counted before the diagrams grew too large."""

    number: int
    likely: int | None = None
    """How many there are if play reaches as large a share of each further layer as of the last one counted;
    rather too many, since that share falls as more matches end.  ``None`` where layers were not counted."""


Size: TypeAlias = Few | Unknown | Counted | AtLeast


def bound_of(grounded: Grounded) -> int | None:
    """No fewer positions than play can reach: those of simple layers, if these are quickly made.

    On boards that are filled it is a tenth too high where few lines end the game early, and many times where
    most do.
    """
    from noughts.solvers.symbolic.diagram_engine import DiagramEngine
    from noughts.solvers.symbolic.diagrams import WorkBudget
    from noughts.solvers.symbolic.layers import Layered

    engine = partial(DiagramEngine, limit=CENSUS_NODES, work=WorkBudget(_BOUND_WORK))
    try:
        return sum(Layered(grounded, engine).positions)
    except Refusal:
        return None


def size_of(
    grounded: Grounded, limit: int, progress: ExplorationProgress | None = None, work: int = CENSUS_NODES
) -> Size:
    """Whether play can reach more positions than the limit, as far as diagrams of `work` nodes can tell."""
    if 1 << len(grounded.bits) <= limit:  # a bound that needs no diagrams, and not their import
        return Few()
    from noughts.solvers.symbolic.cells import cells_of
    from noughts.solvers.symbolic.census import censuses
    from noughts.solvers.symbolic.diagram_engine import DiagramEngine
    from noughts.solvers.symbolic.diagrams import TooManyNodes, TooMuchWork, WorkBudget
    from noughts.solvers.symbolic.layers import Layered

    if math.prod(cells_of(grounded).contents) <= limit:
        return Few()
    budget = WorkBudget(work)
    engine = partial(DiagramEngine, limit=CENSUS_NODES, work=budget)
    least, likely, enough = 0, None, math.inf
    try:
        layered = Layered(grounded, engine)
        try:
            if sum(layered.positions) <= limit:
                return Few()
        except TooMuchWork:
            raise
        except TooManyNodes:
            layered, enough = Layered(grounded, engine), HOPELESS * limit
        for census in censuses(layered):
            least = census.positions
            if enough == math.inf:
                likely = likely_of(census.plies, layered.positions)
            if progress is not None:
                progress(least, 0)
            if least > enough:
                return AtLeast(least)
    except Refusal:
        return AtLeast(least, likely) if least > limit else Unknown()
    budget.left = _MORE_WORK  # for what is asked of the layers next
    return Counted(layered, census) if least > limit else Few()


def likely_of(plies: Sequence[int], layers: Sequence[int]) -> int:
    """The positions of all layers, of which the first were counted: see `AtLeast.likely`."""
    last = len(plies) - 1
    return sum(plies) + sum(layers[last + 1 :]) * plies[last] // max(1, layers[last])
