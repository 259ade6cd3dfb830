"""How many positions, how much disk and how much time tables will take, before they are made."""

from __future__ import annotations

import math
import shutil
from dataclasses import dataclass
from typing import Final

from noughts.grounding.grounded import Grounded
from noughts.kernels.explore import ExplorationProgress
from noughts.refusal import Refusal
from noughts.solvers.size import AtLeast, Counted, bound_of, size_of
from noughts.solvers.tables.folder import Folder

_SMALL: Final = 2_000_000
"""Positions up to which nothing is estimated: tables of so few take seconds, and some megabytes."""

_EXTRA: Final = 1.1
"""Positions kept, times the symmetries, for each that was counted: some symmetries fix some positions."""

_ASKS: Final = 4
"""Successors in files for each position at most, as measured: 2.7 to 3.5 on boards of 4×4 and 4×5."""

_COUNTING: Final = 3_000_000
"""Nodes that a count may make, half a minute of them: tables take longer."""

_SECONDS: Final = 1e-6
"""Seconds of one processor for listing and solving a position that is kept; 0.8 to 1.2 µs were measured."""


_TOO_HIGH: Final = 4
"""How many times too high the number of positions may be that is likely after some layers.  On 4×4, after the
first third of them, it was 1.05 times with four in a row and 1.7 times with three."""


@dataclass(frozen=True)
class Expected:
    """What tables take: `kept` positions, one of those alike; bytes at work; seconds of one processor."""

    positions: int
    kept: int
    disk: int
    seconds: float
    is_bound: bool = False
    """Whether these are upper bounds."""


def expected(
    grounded: Grounded, symmetries: int, room: float, progress: ExplorationProgress | None = None
) -> Expected | None:
    """What tables of a game will take, where diagrams tell, and there are many positions.

    An upper bound takes milliseconds.  Only if that is more than the `room` on the disk, in bytes, the
    positions are counted, as far as diagrams can; `progress` is told how many.
    """
    bound = bound_of(grounded)
    if bound is not None and bound <= _SMALL:
        return None
    most = None if bound is None else expected_of(grounded, symmetries, bound, is_bound=True)
    if most is not None and most.disk <= room:
        return most
    size = size_of(grounded, _SMALL, progress, _COUNTING)
    if isinstance(size, Counted):
        return expected_of(grounded, symmetries, size.census.positions)
    if isinstance(size, AtLeast):
        for number, room_for in ((size.number, room), (size.likely or 0, _TOO_HIGH * room)):
            if (wanted := expected_of(grounded, symmetries, number)).disk > room_for:
                return wanted
    return most


def expected_of(grounded: Grounded, symmetries: int, positions: int, *, is_bound: bool = False) -> Expected:
    """What tables of so many positions take."""
    kept = int(positions / symmetries * _EXTRA)
    words = max(1, -(-len(grounded.bits) // 64))
    disk = kept * (8 * words * (1 + _ASKS) + 4)
    return Expected(positions, kept, disk, kept * words * _SECONDS, is_bound)


def room_in(folder: Folder) -> float:
    """The free bytes of the disk of a folder; stores of objects are without a limit."""
    return math.inf if folder.store is not None else shutil.disk_usage(folder.path).free


def refuse_small_disk(folder: Folder, wanted: Expected) -> None:
    """`Refusal` if the tables will not fit on the disk of a folder; what is at most so much may."""
    free = room_in(folder)
    if free < wanted.disk and not wanted.is_bound:
        raise Refusal(
            f"tables of {wanted.positions:,} positions take about {disk_size(wanted.disk)} while they are "
            f"made, and `{folder}` has {disk_size(free)}",
            "name a folder on a larger disk, or make the game smaller",
        )


def disk_size(size: float) -> str:
    """A size in gigabytes, or in megabytes if it is less than one of them."""
    return f"{size / 1e9:,.1f} GB" if size >= 1e9 else f"{size / 1e6:,.0f} MB"
