"""A progress display for work that takes longer than a second, on standard error if it is a terminal.

with progress("positions") as report:
    explore(game, progress=report)
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from threading import Timer
from typing import TYPE_CHECKING, Final, TypeAlias

from noughts.stop import PATIENCE, SECONDS_BETWEEN_LOOKS, Say, unheard

if TYPE_CHECKING:
    from rich.progress import Progress, TaskID

# The highest credible rate, per second. Faster counts come from sets of positions, which grow in leaps.
_ONE_BY_ONE: Final = 1e9

Report: TypeAlias = Callable[[int], None]
"""Called with the number of steps done so far; cheap enough for every thousandth step."""


@contextmanager
def progress(
    counted: str, total: int | None = None, says: Callable[[], str] | None = None
) -> Iterator[Report]:
    """Show the progress of a block: the number of `counted`, out of `total` if known, and the text of
    `says`."""
    if not is_shown():
        yield lambda done: None
        return
    shown = ProgressLine(counted, total, says)
    token = innermost.set(shown)
    try:
        yield shown.report
    finally:
        innermost.reset(token)
        shown.stop()


def is_shown() -> bool:
    """Whether there is a terminal to show progress on."""
    return sys.stderr is not None and sys.stderr.isatty()


@contextmanager
def told() -> Iterator[Say]:
    """Show the current step of work that counts no steps, in the line of an outer progress or in its own."""
    if (around := innermost.get()) is not None:
        yield around.say
        return
    with progress("formulas"):
        own = innermost.get()
        yield unheard if own is None else own.say


class ProgressLine:
    """A line on the terminal that appears after `PATIENCE`, even if no step is reported, and is erased."""

    def __init__(self, counted: str, total: int | None, says: Callable[[], str] | None = None) -> None:
        self.counted = counted
        self.says = says
        self.total = total
        self.begun = time.monotonic()
        self.due = self.begun
        self.line: tuple[Progress, TaskID] | None = None
        self.appearance = Timer(PATIENCE, self.appear)
        self.appearance.daemon = True
        self.appearance.start()

    def report(self, done: int) -> None:
        """Update the number of steps done."""
        now = time.monotonic()
        if self.line is None or now < self.due:
            return
        self.due = now + SECONDS_BETWEEN_LOOKS
        progress, task = self.line
        text = f"{done:,} {self.counted}"
        known = self.says() if self.says else ""
        rate = details(done / (now - self.begun))
        progress.update(task, completed=done, text=text, details=f"{rate}. {known}" if known else rate)

    def say(self, text: str) -> None:
        """Show the current step of the work."""
        now = time.monotonic()
        if self.line is not None and now >= self.due:
            self.due = now + SECONDS_BETWEEN_LOOKS
            progress, task = self.line
            progress.update(task, text=text)

    def appear(self) -> None:
        """Show the line for the first time."""
        from rich.console import Console
        from rich.progress import BarColumn, Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

        bar = [BarColumn()] if self.total is not None else []
        count, rest = TextColumn("{task.fields[text]}"), TextColumn("[dim]{task.fields[details]}")
        columns = (SpinnerColumn(), count, *bar, TimeElapsedColumn(), rest)
        progress = Progress(*columns, console=Console(stderr=True), transient=True)
        task = progress.add_task(self.counted, total=self.total, text=self.counted, details="")
        progress.start()
        self.line = progress, task

    def stop(self) -> None:
        """Erase the line."""
        self.appearance.cancel()
        self.appearance.join()
        if self.line is not None:
            self.line[0].stop()


innermost: ContextVar[ProgressLine | None] = ContextVar("innermost", default=None)
"""The line of the innermost work of this thread."""


def details(rate: float) -> str:
    """The rate, if it is credible, and the memory in use, if it is known."""
    used = memory()
    speed = [f"{with_prefix(rate)}/s"] if rate < _ONE_BY_ONE else []
    return ", ".join([*speed, f"{with_prefix(used)}B"] if used else speed)


def with_prefix(number: float) -> str:
    """A number with about three significant digits and an SI prefix.

    >>> with_prefix(950), with_prefix(12_345), with_prefix(4_200_000), with_prefix(3.5e9)
    ('950', '12 k', '4.2 M', '3.5 G')
    """
    for unit, size in (("G", 1e9), ("M", 1e6), ("k", 1e3)):
        if number >= size:
            return f"{number / size:.1f} {unit}" if number < 10 * size else f"{number / size:.0f} {unit}"
    return f"{number:.0f}"


def memory() -> int:
    """The resident memory of this process in bytes; 0 where the system does not report it."""
    try:
        with open("/proc/self/statm", encoding="ascii") as status:
            return int(status.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError, AttributeError):
        return 0
