"""How many cores there are to work with."""

from __future__ import annotations


def cores() -> int:
    """The number of cores this process may use; where affinity is unknown, those of the machine."""
    import os

    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
