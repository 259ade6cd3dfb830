"""Estimates of the positions, the disk space and the time of tables, before they are made."""

from __future__ import annotations

import math
import shutil
from typing import Final

from msgspec import Struct

from noughts.grounding.grounded import Grounded
from noughts.kernels.explore import ExplorationProgress
from noughts.refusal import Refusal
from noughts.solvers.size import AtLeast, Counted, bound_of, size_of
from noughts.solvers.tables.folder import Folder

# The most positions for which nothing is estimated, because tables of so few take seconds and some megabytes.
_SMALL: Final = 2_000_000

# The number of orbits times that of symmetries, for each counted position: more than 1, because some
# symmetries fix some positions.
_EXTRA: Final = 1.1

# The most successors in files for each position; 2.7 to 3.5 were measured on boards of 4×4 and 4×5.
_ASKS: Final = 4

# The most nodes of a count, in half a minute: tables of so large a game take longer.
_COUNTING: Final = 3_000_000

# Seconds of one processor to list and solve a stored position; 0.8 to 1.2 µs were measured.
_SECONDS: Final = 1e-6


# The factor by which the likely number of positions, extrapolated from some layers, may be too high.  On 4×4,
# after the first third of the layers, it was 1.05 with four in a row and 1.7 with three.
_TOO_HIGH: Final = 4


class Expected(Struct, frozen=True):
    """The costs of tables: `kept` positions, one of each orbit; bytes at work; seconds of one processor."""

    positions: int
    kept: int
    disk: int
    seconds: float
    is_bound: bool = False
    """Whether these are upper bounds."""


def expected(
    grounded: Grounded, symmetries: int, room: float, progress: ExplorationProgress | None = None
) -> Expected | None:
    """The expected costs of tables of a game; ``None`` if there are few positions, or no estimate is
    possible.

    An upper bound takes milliseconds.  Only if that is more than the `room` on the disk, in bytes, the
    positions are counted as far as diagrams can; `progress` gets the number.
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
    """The expected costs of tables of a number of positions."""
    kept = int(positions / symmetries * _EXTRA)
    words = max(1, -(-len(grounded.bits) // 64))
    disk = kept * (8 * words * (1 + _ASKS) + 4)
    return Expected(positions, kept, disk, kept * words * _SECONDS, is_bound)


def room_in(folder: Folder) -> float:
    """The free bytes of the disk of a folder; stores of objects are without a limit."""
    return math.inf if folder.store is not None else shutil.disk_usage(folder.path).free


def refuse_small_disk(folder: Folder, wanted: Expected) -> None:
    """`Refusal` if the tables will not fit on the disk of a folder; an upper bound is no reason to refuse."""
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
