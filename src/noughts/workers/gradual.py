"""Work that may be over before other processes have begun: by this process first, then by all."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from typing import Any, Final

from noughts.stop import current
from noughts.workers.engine import Engine, TaskCall

_PATIENCE: Final = 1.0
"""Seconds of work after which the remaining time is estimated: earlier, the first calls distort it."""

_PAYS: Final = 3.0
"""Seconds of remaining work from which on it is handed out: a process must first import what it needs."""

_GROUP: Final = 0.2
"""Seconds of work in a group: sending a group takes milliseconds, and progress is reported after each."""


def gradually(engine: Engine, calls: Sequence[TaskCall]) -> Iterator[tuple[int, Any]]:
    """The number and the result of each call: one after the other, by an engine as soon as that pays."""
    begun = time.monotonic()
    for done, (function, *arguments) in enumerate(calls, 1):
        current.get().look()
        yield done - 1, function(*arguments)
        spent, left = time.monotonic() - begun, len(calls) - done
        if engine.is_elsewhere and spent > _PATIENCE and spent / done * left > _PAYS:
            break
    else:
        return
    size = max(1, int(_GROUP * done / spent))
    begins = range(done, len(calls), size)
    for number, results in engine.results([(do_all, calls[begin : begin + size]) for begin in begins]):
        yield from enumerate(results, begins[number])


def do_all(calls: Sequence[TaskCall]) -> list[Any]:
    """The results of some calls, in order."""
    return [function(*arguments) for function, *arguments in calls]
