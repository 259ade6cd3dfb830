"""How many positions a game has, asked before they are listed.

Few are listed faster than counted.  Diagrams count sets, at a cost that does not depend on how many positions
these have; even where the diagrams grow too large, the count so far may exceed any list.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Final, TypeAlias

from noughts.grounding.grounded import Grounded
from noughts.kernels.explore import ExplorationProgress
from noughts.refusal import Refusal

if TYPE_CHECKING:
    from noughts.solvers.symbolic.census import Census
    from noughts.solvers.symbolic.diagram_engine import Patience
    from noughts.solvers.symbolic.layers import Layered

CENSUS_NODES: Final = 500_000
"""The node limit of a count that only decides whether to list: a quarter of `NODE_LIMIT`, about 300 MB."""

_CENSUS_SECONDS: Final = 40.0
"""Seconds of the processor for such a count, which only saves making a list."""

_SOON: Final = 4.0
"""Seconds after which such a count goes on only if it will end in time, by the pace of its last layer."""

_BOUND_SECONDS: Final = 2.0
"""Seconds for a bound: on boards that are filled it takes some hundredths of one."""

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
    from noughts.solvers.symbolic.diagram_engine import DiagramEngine, Patience
    from noughts.solvers.symbolic.layers import Layered

    engine = partial(DiagramEngine, limit=CENSUS_NODES, patience=Patience(_BOUND_SECONDS))
    try:
        return sum(Layered(grounded, engine).positions)
    except Refusal:
        return None


def size_of(
    grounded: Grounded, limit: int, progress: ExplorationProgress | None = None, soon: float = _SOON
) -> Size:
    """Whether play can reach more positions than the limit, as far as diagrams can tell in time.

    After the seconds that are `soon`, they are asked further only while they are likely to end.
    """
    if 1 << len(grounded.bits) <= limit:  # a bound that needs no diagrams, and not their import
        return Few()
    from noughts.solvers.symbolic.cells import cells_of
    from noughts.solvers.symbolic.diagram_engine import DiagramEngine, Patience, TooLong
    from noughts.solvers.symbolic.diagrams import TooManyNodes
    from noughts.solvers.symbolic.layers import Layered

    if math.prod(cells_of(grounded).contents) <= limit:
        return Few()
    patience = Patience(soon)
    engine = partial(DiagramEngine, limit=CENSUS_NODES, patience=patience)
    least, likely, enough = 0, None, math.inf
    try:
        layered = Layered(grounded, engine)
        try:
            if sum(layered.positions) <= limit:
                return Few()
        except TooLong:
            raise
        except TooManyNodes:
            layered, enough = Layered(grounded, engine), HOPELESS * limit
        for census in counted_in_time(layered, patience, soon):
            least = census.positions
            if enough == math.inf:
                likely = likely_of(census.plies, layered.positions)
            if progress is not None:
                progress(least, 0)
            if least > enough:
                return AtLeast(least)
    except Refusal:
        return AtLeast(least, likely) if least > limit else Unknown()
    return Counted(layered, census) if least > limit else Few()


def counted_in_time(layered: Layered, patience: Patience, soon: float) -> Iterator[Census]:
    """The censuses, for longer than is `soon` only while they are likely to end in time.

    If only the end of the layers is not known, the last of those may be near.
    """
    from noughts.solvers.symbolic.census import censuses

    before = patience.spent
    for census in censuses(layered):
        yield census
        now = patience.spent
        left = len(layered.all) - len(census.plies) if "all" in vars(layered) else 1
        is_likely = now + left * (now - before) <= _CENSUS_SECONDS
        patience.seconds = _CENSUS_SECONDS if is_likely else soon
        before = now
    patience.seconds = _CENSUS_SECONDS  # for what is asked of the layers next


def likely_of(plies: Sequence[int], layers: Sequence[int]) -> int:
    """The positions of all layers, of which the first were counted: see `AtLeast.likely`."""
    last = len(plies) - 1
    return sum(plies) + sum(layers[last + 1 :]) * plies[last] // max(1, layers[last])
