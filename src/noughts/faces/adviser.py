"""Advisers: the values of positions, computed in the background on first demand."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from typing import Any, Protocol

from noughts.background import in_background_for
from noughts.games.game import Position, RulesError
from noughts.games.match import Match
from noughts.games.result import Oracle
from noughts.refusal import Refusal
from noughts.stop import Stop


class Looking(Oracle, Protocol):
    """An oracle that knows only the positions that it has searched."""

    def look(self, match: Match) -> None:
        """Search the position of a match that is not over; it takes a second or more."""

    def note(self, position: Position) -> str | None:
        """A sentence on the depth of the search of a position; ``None`` if it has not been searched."""


class Adviser:
    """An oracle that is made on first demand; many tables may share one.  The work stops when nothing refers
    to this adviser any more.

    If it is refused, as for a game of too many positions, a `Looking` one replaces it.
    """

    def __init__(self, make: Callable[[], Oracle], instead: Callable[[], Looking] | None = None) -> None:
        self._make = make
        self._instead = instead
        self._looking: Looking | None = None
        self._looks: dict[Position, Future[None]] = {}
        self._promised: Future[Oracle] | None = None
        self._stop = Stop()
        self._wanted = False
        self.too_slow = False
        """Whether a player lost patience and stopped the work."""

    def ask(self) -> Future[Oracle]:
        """The oracle as a future for a caller that waits for it: `give_up` stops the work no more."""
        self._wanted = True
        return self.begin()

    def begin(self) -> Future[Oracle]:
        """The oracle as a future; `give_up` may stop the work."""
        if self._promised is None:
            self._stop = Stop()
            self._promised = in_background_for(self, self._make, self._stop)
        return self._promised

    def give_up(self) -> None:
        """Stop the work unless a caller of `ask` waits for it."""
        if not self._wanted and self.rest():
            self.too_slow = True

    def rest(self) -> bool:
        """Stop the work, whoever began it, as nobody waits for it now; it begins anew when asked for.

        Whether there was any.
        """
        if self._promised is None or self._promised.done():
            return False
        self._stop.wanted, self._promised, self._wanted = True, None, False
        return True

    @property
    def oracle(self) -> Oracle | None:
        """The oracle, once the work is done."""
        if self._promised is None or not self._promised.done() or self._failure is not None:
            return self.looking
        return self._promised.result()

    @property
    def looking(self) -> Looking | None:
        """The oracle that searches, if there will be no other."""
        failure = self._failure
        if self._instead is None or not isinstance(failure, Refusal) or isinstance(failure, RulesError):
            return None
        if self._looking is None:
            self._looking = self._instead()
        return self._looking

    def awaited(self, match: Match) -> Future[Any] | None:
        """The work on which advice for a match depends, begun now; ``None`` if it is done."""
        if self._promised is None or not self._promised.done():
            return self.ask()
        looking, position = self.looking, match.position
        if looking is None or match.outcome is not None or looking.note(position) is not None:
            return None
        if position not in self._looks:
            self._looks[position] = in_background_for(self, lambda: looking.look(match))
        return self._looks[position]

    def failure_at(self, position: Position) -> BaseException | None:
        """The error of the search of a position; ``None`` if there is none so far."""
        look = self._looks.get(position)
        return look.exception() if look is not None and look.done() else None

    @property
    def failure(self) -> Exception | None:
        """The reason why there will be no oracle; ``None`` while there may be one."""
        return None if self.looking is not None else self._failure

    @property
    def _failure(self) -> Exception | None:
        if self._promised is None or not self._promised.done():
            return None
        failure = self._promised.exception()
        return failure if isinstance(failure, Exception | None) else RuntimeError(str(failure))
