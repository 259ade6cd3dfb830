"""The values of positions, computed in the background when they are first asked for."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from enum import Enum

from noughts.faces.background import in_background
from noughts.games.value import Oracle
from noughts.stop import Stop


class Advice(Enum):
    """The state of the work of an adviser."""

    NONE = "none"
    WORKING = "working"
    READY = "ready"
    FAILED = "failed"


class Adviser:
    """An oracle that is made when it is first asked for; many tables may share one."""

    def __init__(self, make: Callable[[], Oracle]) -> None:
        self._make = make
        self._promised: Future[Oracle] | None = None
        self._stop = Stop()
        self._wanted = False
        self.too_slow = False
        """Whether a player that waited no longer stopped the work."""

    def ask(self) -> Future[Oracle]:
        """The oracle as a future that somebody waits for: nothing stops the work from now on."""
        self._wanted = True
        return self.begin()

    def begin(self) -> Future[Oracle]:
        """The oracle as a future; `give_up` may stop the work."""
        if self._promised is None:
            self._stop = Stop()
            self._promised = in_background(self._make, self._stop)
        return self._promised

    def give_up(self) -> None:
        """Stop the work unless somebody waits for it."""
        if self._promised is not None and not self._promised.done() and not self._wanted:
            self._stop.wanted = True
            self._promised = None
            self.too_slow = True

    @property
    def advice(self) -> Advice:
        """The state of the work."""
        if self._promised is None:
            return Advice.NONE
        if not self._promised.done():
            return Advice.WORKING
        return Advice.READY if self._promised.exception() is None else Advice.FAILED

    @property
    def is_asked(self) -> bool:
        """Whether the work has begun."""
        return self._promised is not None

    @property
    def oracle(self) -> Oracle | None:
        """The oracle, once the work is done."""
        if self._promised is None or self.advice is not Advice.READY:
            return None
        return self._promised.result()

    @property
    def failure(self) -> Exception | None:
        """Why there will be no oracle; ``None`` while there may be one."""
        if self._promised is None or self.advice is not Advice.FAILED:
            return None
        failure = self._promised.exception()
        return failure if isinstance(failure, Exception) else RuntimeError(str(failure))
