"""How many processes or threads of this machine work at once."""

from __future__ import annotations

import os


def threads(wanted: int | None) -> int:
    """How many threads compute: no more than cores, which only wait for each other."""
    return min(wanted or cores(), cores())


def cores() -> int:
    """The number of cores this process may use; where affinity is unknown, those of the machine."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
