"""Work that somebody may want to end before it is done.

Threads cannot be ended from outside.  Whoever begins work in one sets `current` there, and whatever may
take long looks at it wherever it looks at the clock.
"""

from __future__ import annotations

import threading
from contextvars import ContextVar
from typing import Final


class Stopped(BaseException):
    """Nobody wants the result any more.  Like `KeyboardInterrupt`, no handler of errors should catch it."""


class Stop:
    """The wish to end some work: made in one thread, obeyed in another."""

    __slots__ = ("wanted",)

    def __init__(self) -> None:
        self.wanted = False

    def look(self) -> None:
        """Raise `Stopped` if the work should end."""
        if self.wanted:
            raise Stopped


NEVER: Final = Stop()
"""Of work that nobody can end."""

current: ContextVar[Stop] = ContextVar("stop", default=NEVER)
"""The wish that the work of this thread obeys."""

LOOK: Final = 0.1
"""Seconds between two looks of who waits."""


class Door:
    """A lock that a thread may take again; who waits at it, or passes it, still obeys `current`."""

    def __init__(self) -> None:
        self._lock = threading.RLock()

    def __reduce__(self) -> tuple[type[Door], tuple[()]]:
        return Door, ()  # another process has a lock of its own

    def __enter__(self) -> None:
        stop = current.get()
        stop.look()
        while not self._lock.acquire(timeout=LOOK):
            stop.look()

    def __exit__(self, *raised: object) -> None:
        self._lock.release()
