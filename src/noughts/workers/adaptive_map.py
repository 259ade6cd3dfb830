"""Adaptive maps: calls are made in this process first, and handed out to others as soon as that pays.

Short work is finished before other processes would have started.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from noughts.stop import current
from noughts.workers.engine import Engine, TaskCall

_SECONDS_BEFORE_ESTIMATE: Final = 1.0
"""Seconds of work before the remaining time is estimated; earlier, the first calls would distort it."""

_SECONDS_WORTH_SHARING: Final = 3.0
"""Seconds of remaining work from which on it is handed out; less would be done before a process has
started."""

_SECONDS_IN_A_GROUP: Final = 0.2
"""Seconds of work in a group: sending a group takes milliseconds, and each group reports progress."""

_FEWEST_GROUPS: Final = 32
"""The fewest groups, if there are as many calls, so that two or four workers end at nearly the same time."""


def adaptive_map(engine: Engine, calls: Sequence[TaskCall]) -> Iterator[tuple[int, Any]]:
    """The number and result of each call: in this process at first, by an engine as soon as that pays."""
    return AdaptiveMap(engine).results(calls)


@dataclass
class AdaptiveMap(Engine):
    """An engine that makes calls in this process, and hands them to another engine as soon as that pays."""

    engine: Engine
    rounds: int = 1
    done: float = 0.0
    """Rounds that were done here."""
    spent: float = 0.0
    """Seconds that they took."""
    pays: bool = False

    def results(self, calls: Sequence[TaskCall]) -> Iterator[tuple[int, Any]]:
        return self.handed_out(calls, 0) if self.pays else self.tried(calls)

    def tried(self, calls: Sequence[TaskCall]) -> Iterator[tuple[int, Any]]:
        """The results of calls, in this process until it pays to hand out the rest."""
        first = 0
        while first < len(calls) and not self.pays:
            current.get().look()
            function, *arguments = calls[first]
            begun = time.monotonic()
            result = function(*arguments)
            self.spent += time.monotonic() - begun
            self.done += 1 / len(calls)
            left = self.spent / self.done * (self.rounds - self.done)
            self.pays = (
                self.engine.is_elsewhere
                and self.spent > _SECONDS_BEFORE_ESTIMATE
                and left > _SECONDS_WORTH_SHARING
            )
            yield first, result
            first += 1
        yield from self.handed_out(calls, first)

    def handed_out(self, calls: Sequence[TaskCall], first: int) -> Iterator[tuple[int, Any]]:
        """The results of the calls from `first` on, which the engine makes in groups."""
        quick = int(_SECONDS_IN_A_GROUP * self.done * len(calls) / self.spent) if self.spent else len(calls)
        size = max(1, min(quick, (len(calls) - first) // _FEWEST_GROUPS))
        begins = range(first, len(calls), size)
        groups: list[TaskCall] = [(do_all, calls[begin : begin + size]) for begin in begins]
        found = self.engine.results(groups) if groups else iter(())
        return ((begins[group] + k, each) for group, results in found for k, each in enumerate(results))


def do_all(calls: Sequence[TaskCall]) -> list[Any]:
    """The results of some calls, in order."""
    return [function(*arguments) for function, *arguments in calls]
