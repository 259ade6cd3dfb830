"""The counters of a service with rooms, for Prometheus; all workers of a service count together.

The rooms and pages of a worker that was killed count no longer, what it has counted does.
"""

from __future__ import annotations

import os

from prometheus_client import REGISTRY, CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.multiprocess import MultiProcessCollector

PAGES = Gauge("noughts_pages", "Pages that are connected.", multiprocess_mode="livesum")
ROOMS = Gauge(
    "noughts_rooms",
    "Rooms that a connected page shows; one that pages of two workers show counts twice.",
    multiprocess_mode="livesum",
)
ACTS = Counter("noughts_acts", "Moves, offers and other acts in rooms.", ["kind"])
REFUSALS = Counter("noughts_refusals", "Questions about rooms that were refused.", ["question"])
ACT_SECONDS = Histogram("noughts_act_seconds", "Time to check an act in a room and to write it, in seconds.")

FOLDER = "PROMETHEUS_MULTIPROC_DIR"
"""The variable of the environment that names the folder where workers count; one process needs none."""


def exposition() -> bytes:
    """All counts in the text format of Prometheus."""
    if FOLDER not in os.environ:
        return generate_latest(REGISTRY)
    together = CollectorRegistry()
    MultiProcessCollector(together)  # type: ignore[no-untyped-call]
    return generate_latest(together)
