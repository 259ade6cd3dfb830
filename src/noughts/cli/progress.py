"""Progress on work that takes longer than a second: for a person at a terminal, on standard error.

with progress("positions") as tell:
    explore(game, tell=tell)
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Timer
from typing import TYPE_CHECKING, Final, TypeAlias

if TYPE_CHECKING:
    from rich.progress import Progress, TaskID

PATIENCE = 1.0
"""Seconds before anything is shown: what is over sooner needs no progress."""

BETWEEN = 0.1
"""Seconds between two pictures."""

ONE_BY_ONE: Final = 1e9
"""A second: what goes faster is counted as sets, by leaps that are no rate."""

Tell: TypeAlias = Callable[[int], None]
"""What work calls now and then with how much is done; cheap enough for every thousandth step."""


@contextmanager
def progress(counted: str, total: int | None = None) -> Iterator[Tell]:
    """Show how many of `counted` are done while the block runs, out of `total` where that is known."""
    if sys.stderr is None or not sys.stderr.isatty():
        yield lambda done: None
        return
    shown = Shown(counted, total)
    try:
        yield shown.tell
    finally:
        shown.stop()


class Shown:
    """A line on the terminal that appears after `PATIENCE`, even if nothing was told, and leaves no trace."""

    def __init__(self, counted: str, total: int | None) -> None:
        self.counted = counted
        self.total = total
        self.begun = time.monotonic()
        self.due = self.begun
        self.line: tuple[Progress, TaskID] | None = None
        self.appearance = Timer(PATIENCE, self.appear)
        self.appearance.daemon = True
        self.appearance.start()

    def tell(self, done: int) -> None:
        """So much is done by now."""
        now = time.monotonic()
        if self.line is None or now < self.due:
            return
        self.due = now + BETWEEN
        progress, task = self.line
        told = f"{done:,} {self.counted}"
        progress.update(task, completed=done, told=told, aside=aside(done / (now - self.begun)))

    def appear(self) -> None:
        """Draw it for the first time."""
        from rich.console import Console
        from rich.progress import BarColumn, Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

        bar = [BarColumn()] if self.total is not None else []
        count, rate = TextColumn("{task.fields[told]}"), TextColumn("[dim]{task.fields[aside]}")
        columns = (SpinnerColumn(), count, *bar, TimeElapsedColumn(), rate)
        progress = Progress(*columns, console=Console(stderr=True), transient=True)
        task = progress.add_task(self.counted, total=self.total, told=self.counted, aside="")
        progress.start()
        self.line = progress, task

    def stop(self) -> None:
        """Wipe it away."""
        self.appearance.cancel()
        self.appearance.join()
        if self.line is not None:
            self.line[0].stop()


def aside(rate: float) -> str:
    """How fast it goes if it goes one by one, and how much memory that takes where it can be known."""
    used = memory()
    told = [f"{short(rate)}/s"] if rate < ONE_BY_ONE else []
    return ", ".join([*told, f"{short(used)}B"] if used else told)


def short(number: float) -> str:
    """A number of three digits or so.

    >>> short(950), short(12_345), short(4_200_000), short(3.5e9)
    ('950', '12 k', '4.2 M', '3.5 G')
    """
    for unit, size in (("G", 1e9), ("M", 1e6), ("k", 1e3)):
        if number >= size:
            return f"{number / size:.1f} {unit}" if number < 10 * size else f"{number / size:.0f} {unit}"
    return f"{number:.0f}"


def memory() -> int:
    """The bytes that this process has now; 0 where nobody tells."""
    try:
        with open("/proc/self/statm", encoding="ascii") as told:
            return int(told.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError, AttributeError):
        return 0
