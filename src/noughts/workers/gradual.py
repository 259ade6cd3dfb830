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


_GROUPS: Final = 8
"""The fewest groups of calls: two, four or eight workers have equal shares of them."""


def gradually(engine: Engine, calls: Sequence[TaskCall]) -> Iterator[tuple[int, Any]]:
    """The number and the result of each call: one after the other, by an engine as soon as that pays."""
    return Gradual(engine).results(calls)


@dataclass
class Gradual(Engine):
    """Does the calls of some rounds in this process, and hands them out as soon as that pays."""

    engine: Engine
    rounds: int = 1
    done: float = 0.0
    """Rounds that were done here."""
    spent: float = 0.0
    """Seconds that they took."""
    pays: bool = False

    def results(self, calls: Sequence[TaskCall]) -> Iterator[tuple[int, Any]]:
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
        if first == len(calls):
            return
        quick = int(_GROUP * self.done * len(calls) / self.spent)
        size = max(1, min(quick, (len(calls) - first) // _GROUPS))
        begins = range(first, len(calls), size)
        groups: list[TaskCall] = [(do_all, calls[begin : begin + size]) for begin in begins]
        for number, results in self.engine.results(groups):
            yield from enumerate(results, begins[number])


def do_all(calls: Sequence[TaskCall]) -> list[Any]:
    """The results of some calls, in order."""
    return [function(*arguments) for function, *arguments in calls]
