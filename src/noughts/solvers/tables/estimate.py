"""How many positions, how much disk and how much time tables will take, before they are made."""

from __future__ import annotations

import shutil
from dataclasses import dataclass
from typing import Final

from noughts.grounding.grounded import Grounded
from noughts.refusal import Refusal
from noughts.solvers.size import Counted, size_of
from noughts.solvers.tables.folder import Folder

_SMALL: Final = 2_000_000
"""Positions up to which nothing is estimated: tables of so few take seconds, and some megabytes."""

_EXTRA: Final = 1.1
"""Positions kept, times the symmetries, for each that was counted: some symmetries fix some positions."""

_ASKS: Final = 4
"""Successors in files for each position at most, as measured: 2.7 to 3.5 on boards of 4×4 and 4×5."""

_SECONDS: Final = 1e-6
"""Seconds of one processor for listing and solving a position that is kept; 0.8 to 1.2 µs were measured."""


@dataclass(frozen=True)
class Expected:
    """What tables take: `kept` positions, one of those alike; bytes at work; seconds of one processor."""

    positions: int
    kept: int
    disk: int
    seconds: float


def expected(grounded: Grounded, symmetries: int) -> Expected | None:
    """What tables of a game will take, where diagrams count its positions in time and there are many."""
    size = size_of(grounded, _SMALL)
    if not isinstance(size, Counted):
        return None
    positions = size.census.positions
    kept = int(positions / symmetries * _EXTRA)
    words = max(1, -(-len(grounded.bits) // 64))
    return Expected(positions, kept, kept * (8 * words * (1 + _ASKS) + 4), kept * words * _SECONDS)


def refuse_small_disk(folder: Folder, wanted: Expected) -> None:
    """`Refusal` if the tables will not fit on the disk of a folder."""
    if folder.store is not None:
        return
    free = shutil.disk_usage(folder.path).free
    if free < wanted.disk:
        raise Refusal(
            f"tables of {wanted.positions:,} positions take about {disk_size(wanted.disk)} while they are "
            f"made, and `{folder}` has {disk_size(free)}",
            "name a folder on a larger disk, or make the game smaller",
        )


def disk_size(size: int) -> str:
    """A size in gigabytes, or in megabytes if it is less than one of them."""
    return f"{size / 1e9:,.1f} GB" if size >= 1e9 else f"{size / 1e6:,.0f} MB"
