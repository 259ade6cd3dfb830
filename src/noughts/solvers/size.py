"""The number of positions of a game, determined before they are listed.

A few positions are listed faster than counted.  Diagrams count sets at a cost that does not depend on the
number of positions.  Even if the diagrams grow too large, the count so far may exceed any list.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Final, TypeAlias

from msgspec import Struct

from noughts.grounding.grounded import Grounded
from noughts.kernels.explore import ExplorationProgress
from noughts.refusal import Refusal

if TYPE_CHECKING:
    from noughts.solvers.solved import Census
    from noughts.solvers.symbolic.layers import Layered

CENSUS_NODES: Final = 500_000
"""The most nodes of a count that only decides whether to list: three to ten seconds, about 300 MB."""

# The most nodes that are made for a bound; boards that are filled need a hundredth of them.
_BOUND_WORK: Final = 100_000

# The most nodes that are made to solve a game after its positions are counted.
_MORE_WORK: Final = 8 * CENSUS_NODES

HOPELESS: Final = 10
"""The multiple of the limit beyond which a count stops if not even the layers can be counted."""


class Few(Struct, frozen=True):
    """No more than the limit."""


class Unknown(Struct, frozen=True):
    """The diagrams grew too large, or took too long, before the count exceeded the limit."""


class Counted(Struct, frozen=True):
    """More than the limit, and all of them counted."""

    layered: Layered
    census: Census


class AtLeast(Struct, frozen=True):
    """More than the limit: `number` were counted before the diagrams grew too large."""

    number: int
    likely: int | None = None
    """The number of positions if play reaches as large a share of each further layer as of the last one
    counted.  It is rather too large, since that share falls as more matches end.  ``None`` if layers were not
    counted."""


Size: TypeAlias = Few | Unknown | Counted | AtLeast


def bound_of(grounded: Grounded) -> int | None:
    """An upper bound of the number of reachable positions: those of simple layers, if few nodes suffice.

    On boards that are filled it is a tenth too high if few lines end the game early, and many times too high
    if most do.
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
    """The size of the game compared with the limit, by diagrams of at most `work` nodes."""
    if 1 << len(grounded.bits) <= limit:  # a bound that needs no diagrams, and not their import
        return Few()
    from noughts.solvers.symbolic.cells import cells_of
    from noughts.solvers.symbolic.diagram_engine import DiagramEngine
    from noughts.solvers.symbolic.diagrams import TooManyNodes, TooMuchWork, WorkBudget
    from noughts.solvers.symbolic.layers import Layered
    from noughts.solvers.symbolic.prove import censuses

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
    budget.left = _MORE_WORK  # for the next questions about the layers
    return Counted(layered, census) if least > limit else Few()


def likely_of(plies: Sequence[int], layers: Sequence[int]) -> int:
    """The estimated number of positions of all layers, of which the first were counted: see
    `AtLeast.likely`."""
    last = len(plies) - 1
    return sum(plies) + sum(layers[last + 1 :]) * plies[last] // max(1, layers[last])
