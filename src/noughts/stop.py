"""Work that can be stopped before it is done.

A thread cannot be ended from outside.  The code that starts one sets `current` there, and long work checks
it wherever it checks the clock.
"""

from __future__ import annotations

import threading
from contextvars import ContextVar
from typing import Final


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

_LOOK: Final = 0.1
"""Seconds between two checks while waiting: short enough for a stop to seem immediate."""


class Door:
    """A reentrant lock; a thread that waits for it or takes it still honours `current`."""

    def __init__(self) -> None:
        self._lock = threading.RLock()

    def __reduce__(self) -> tuple[type[Door], tuple[()]]:
        return Door, ()  # another process has a lock of its own

    def __enter__(self) -> None:
        stop = current.get()
        stop.look()
        while not self._lock.acquire(timeout=_LOOK):
            stop.look()

    def __exit__(self, *raised: object) -> None:
        self._lock.release()
