"""What long work and its callers tell each other: requests to stop, and descriptions of the current step.

A thread cannot be ended from outside.  Code that starts a thread sets `current` in it, and long work checks
`current` whenever it checks the clock.
"""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from contextvars import ContextVar
from typing import Final, TypeAlias

processor_time: Callable[[], float] = getattr(time, "thread_time", time.process_time)
"""Seconds that this thread has worked; Python in a browser has one thread, and only the process's time."""


class Stopped(BaseException):
    """The result is no longer wanted.  Like `KeyboardInterrupt`, no handler of errors should catch it."""


class Stop:
    """A request to stop some work, made in one thread and honoured in another."""

    __slots__ = ("wanted",)

    def __init__(self) -> None:
        self.wanted = False

    def look(self) -> None:
        """Raise `Stopped` if the work should end."""
        if self.wanted:
            raise Stopped


NEVER: Final = Stop()
"""The request for work that cannot be stopped."""

current: ContextVar[Stop] = ContextVar("stop", default=NEVER)
"""The request that the work of this thread honours."""


class Deadline(Stop):
    """A stop after some seconds: of this thread's processor time, whatever the load, or of another clock."""

    __slots__ = ("clock", "due", "end", "outer")

    def __init__(self, seconds: float, outer: Stop, clock: Callable[[], float] = processor_time) -> None:
        super().__init__()
        self.clock, self.end, self.outer = clock, clock() + seconds, outer
        self.due = -math.inf

    def look(self) -> None:
        """Raise `Stopped` if the time is over, or the work is part of another that should end."""
        self.outer.look()
        now = time.monotonic()
        if now >= self.due:
            left = self.end - self.clock()
            self.wanted = self.wanted or left < 0
            if self.clock is processor_time:
                # The processor time of a thread passes at most as fast as wall time, so it cannot be over
                # before then.  Reading it is a system call, and `look` is called at every step of some work,
                # where that took a sixth of the time of short proofs.
                self.due = now + left
        super().look()


@contextmanager
def honouring(stop: Stop) -> Iterator[None]:
    """A context whose work honours a stop; the stop before is restored after it."""
    token = current.set(stop)
    try:
        yield
    finally:
        current.reset(token)


def stopped_after(seconds: float) -> AbstractContextManager[None]:
    """A context whose work is stopped by `Stopped` after some seconds of processor time."""
    return honouring(Deadline(seconds, current.get()))


SECONDS_BETWEEN_LOOKS: Final = 0.1
"""Seconds between two looks of a thread that waits, at `current` or at what others change: the answer seems
immediate."""
PATIENCE: Final = 1.0
"""Seconds of work after which people want to be told of it, and from which sharing it is worth while."""
SECONDS_TO_ANSWER: Final = 10.0
"""Seconds within which whoever is there answers: a service of the network, or a process that holds a lock."""
SECONDS_FOR_OTHERS: Final = 180.0
"""Seconds after which another program, such as LaTeX or a browser, is no longer waited for: on the slowest
machines they take a third of that."""


class Door:
    """A reentrant lock; a thread that waits for it honours `current`."""

    def __init__(self) -> None:
        self._lock = threading.RLock()

    def __reduce__(self) -> tuple[type[Door], tuple[()]]:
        return Door, ()  # another process has a lock of its own

    def __enter__(self) -> None:
        stop = current.get()
        stop.look()
        while not self._lock.acquire(timeout=SECONDS_BETWEEN_LOOKS):
            stop.look()

    def __exit__(self, *raised: object) -> None:
        self._lock.release()


# Descriptions of the current step of a long task, for progress displays.


Say: TypeAlias = Callable[[str], None]
"""Receives a description of the current step; cheap enough to be called every hundredth of a second."""


def unheard(text: str) -> None:
    """The `Say` of a task whose progress is not displayed."""


watched: ContextVar[Callable[[], AbstractContextManager[Say]]] = ContextVar(
    "watched", default=lambda: nullcontext(unheard)
)
"""Returns the context for long work of this thread, which displays the descriptions of its steps."""
