"""Work that may be over before other processes have begun: by this process first, then by all."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from noughts.stop import current
from noughts.workers.engine import Engine, TaskCall

_PATIENCE: Final = 1.0
"""Seconds of work after which the remaining time is estimated: earlier, the first calls distort it."""

_PAYS: Final = 3.0
"""Seconds of remaining work from which on it is handed out: a process must first import what it needs."""

_GROUP: Final = 0.2
"""Seconds of work in a group: sending a group takes milliseconds, and progress is reported after each."""

_GROUPS: Final = 32
"""The fewest groups, if there are as many calls: so two workers, or four, end at nearly the same time."""


def adaptive_map(engine: Engine, calls: Sequence[TaskCall]) -> Iterator[tuple[int, Any]]:
    """The number and the result of each call: one after the other, by an engine as soon as that pays."""
    return AdaptiveMap(engine).results(calls)


@dataclass
class AdaptiveMap(Engine):
    """Does the calls of some rounds in this process, and hands them out as soon as that pays."""

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
            self.pays = self.engine.is_elsewhere and self.spent > _PATIENCE and left > _PAYS
            yield first, result
            first += 1
        yield from self.handed_out(calls, first)

    def handed_out(self, calls: Sequence[TaskCall], first: int) -> Iterator[tuple[int, Any]]:
        """The results of the calls from `first` on, which the engine does in groups."""
        quick = int(_GROUP * self.done * len(calls) / self.spent) if self.spent else len(calls)
        size = max(1, min(quick, (len(calls) - first) // _GROUPS))
        begins = range(first, len(calls), size)
        groups: list[TaskCall] = [(do_all, calls[begin : begin + size]) for begin in begins]
        found = self.engine.results(groups) if groups else iter(())
        return ((begins[group] + k, each) for group, results in found for k, each in enumerate(results))


def do_all(calls: Sequence[TaskCall]) -> list[Any]:
    """The results of some calls, in order."""
    return [function(*arguments) for function, *arguments in calls]
