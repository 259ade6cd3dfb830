"""``noughts solve --through search``: one position by alpha-beta, with progress, saved on Ctrl-C."""

from __future__ import annotations

import re
import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from noughts.cli.answer import remark
from noughts.cli.progress import progress
from noughts.games.result import counted
from noughts.refusal import Refusal
from noughts.save import refuse_place
from noughts.solvers.estimate import SMALLEST_TABLE
from noughts.solvers.results import decided

if TYPE_CHECKING:
    from types import FrameType

    from noughts.games.match import Match
    from noughts.solvers.alpha_beta import AlphaBeta

Weak = Annotated[bool, typer.Option("--weak", help="Search: find only who wins, not in how many moves.")]
Memory = Annotated[
    str | None,
    typer.Option(
        "--memory",
        metavar="SIZE",
        help="Memory: the search table (default 1GB), or each worker with --tables (default 512MB).",
        show_default=False,
    ),
]
Resume = Annotated[
    bool, typer.Option("--resume", help="Search: continue the search that `--save FILE` has saved.")
]

# A size of memory, such as 512M or 1.5 GB.
_SIZE: Final = re.compile(r"(\d+(?:\.\d+)?)\s*([kKmMgG])?[bB]?")
# The exponent of 2 that each unit stands for.
_UNITS: Final = {"": 0, "k": 10, "m": 20, "g": 30}
# Seconds between two saves, in case the process ends without a signal.
_BETWEEN_SAVES: Final = 300.0
# A terabyte: more than any machine here has, and no number that overflows.
_MOST: Final = 1 << 40


def bytes_of(text: str) -> int:
    """The number of bytes in ``256MB``, ``1.5G`` or a plain number.

    >>> bytes_of("256MB"), bytes_of("1.5G"), bytes_of("65536")
    (268435456, 1610612736, 65536)
    """
    size = memory_size(text)
    if size is None or size < SMALLEST_TABLE:
        help = "give at least 4 KB, such as `--memory 64MB` or `--memory 1GB`"
        raise Refusal(f"`{text}` is not the size of a search table", help)
    return size


def memory_size(text: str) -> int | None:
    """The number of bytes; ``None`` for another text."""
    found = _SIZE.fullmatch(text.strip())
    return None if found is None else int(float(found[1]) * (1 << _UNITS[(found[2] or "").lower()]))


def worker_memory(text: str) -> int:
    """The most bytes of each worker; `Refusal` if they are too few for a worker."""
    from noughts.solvers.tables.asked import LEAST_MEMORY

    size = memory_size(text)
    if size is None or not LEAST_MEMORY <= size <= _MOST:
        fact = f"`{text}` is not memory that a worker can have"
        raise Refusal(fact, f"give {LEAST_MEMORY // 1_000_000} MB to 1 TB, such as `--memory 512MB`")
    return size


def search(
    match: Match,
    *,
    weak: bool,
    memory: str | None,
    save: Path | None,
    resume: bool,
    symmetric: bool,
    workers: int | None,
) -> AlphaBeta:
    """The finished search of the position of a match; Ctrl-C saves it."""
    from noughts.kernels.search_machine import default_memory
    from noughts.kernels.search_source import Shortcuts
    from noughts.solvers.alpha_beta import AlphaBeta
    from noughts.solvers.saved_search import memory_of, resume_search
    from noughts.workers.engine import threads

    if save is not None:
        refuse_place(save)
    if resume and save is None:
        raise Refusal(
            "`--resume` continues a saved search, and no file is named", "name it with `--save FILE`"
        )
    size = bytes_of(memory) if memory is not None else None
    if resume:
        assert save is not None
        saved = memory_of(save)
        if size is not None and not saved <= size < 2 * saved:
            fact = f"the search in {save} has a table of {saved >> 20:,} MB"
            raise Refusal(fact, "leave out `--memory`, or begin again without `--resume`")
        size = saved
    elif save is not None and save.exists() and is_search(save):
        raise Refusal(f"{save} holds a search already", "continue it with `--resume`, or name another file")
    made = AlphaBeta(
        match.game,
        match.position,
        memory=size or default_memory(),
        weak=weak,
        shortcuts=Shortcuts(symmetry=symmetric),
        workers=threads(workers),
    )
    if resume:
        assert save is not None
        resume_search(made, save)
    follow(made, save)
    made.check()
    return made


def is_search(path: Path) -> bool:
    """Whether a file begins as a saved search does."""
    with open(path, "rb") as file:
        return file.readline(40).startswith(b"noughts search ")


def follow(search: AlphaBeta, save: Path | None) -> None:
    """Search with progress until all questions are answered; save the search then, at intervals, and on
    Ctrl-C."""
    from noughts.solvers.alpha_beta import PACE
    from noughts.solvers.saved_search import save_search

    due = time.monotonic() + _BETWEEN_SAVES
    with asked_to_stop() as stop, progress("nodes", says=lambda: decided(search)) as report:
        while not search.is_done and not stop:
            search.step(PACE)
            report(search.machine.searched)
            if save is not None and time.monotonic() > due:
                save_search(search, save)
                due = time.monotonic() + _BETWEEN_SAVES
        if save is not None:
            save_search(search, save)
    if stop and not search.is_done:
        known = decided(search)
        remark(f"Stopped after {counted(search.machine.searched, 'node')}{f': {known}' if known else ''}.")
        if save is not None:
            remark(f"The search is saved in {save}; `--resume` continues it.")
        raise KeyboardInterrupt


@contextmanager
def asked_to_stop() -> Iterator[list[bool]]:
    """A list that is empty until Ctrl-C is pressed, so the search can stop between two nodes."""
    pressed: list[bool] = []

    def press(number: int, frame: FrameType | None) -> None:
        pressed.append(True)

    try:
        before = signal.signal(signal.SIGINT, press)
    except ValueError:  # only the main thread receives signals
        yield pressed
        return
    try:
        yield pressed
    finally:
        signal.signal(signal.SIGINT, before)


def print_facts(search: AlphaBeta) -> None:
    """Print the facts that are proved of the game, which allow shortcuts of the search."""
    machine = search.machine
    for fact in machine.facts.facts:
        remark(f"{'proved' if fact.holds else 'absent'}: {fact.sentence}")
    alike = len(machine.source.group)
    remark(f"proved: up to {alike} positions are alike" if alike > 1 else "absent: symmetries")
    size, used = counted(machine.room, "position"), machine.table.nbytes >> 20
    remark(f"The table has room for {size}; {used:,} MB of it are used.")
