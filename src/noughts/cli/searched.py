"""``noughts solve --through search``: one position by alpha-beta, with progress, saved on Ctrl-C."""

from __future__ import annotations

import re
import signal
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from noughts.cli.answer import Json, console, counted, print_json, remark
from noughts.refusal import Refusal

if TYPE_CHECKING:
    from types import FrameType

    from noughts.games.match import Match
    from noughts.solvers.alpha_beta import AlphaBeta, FirstMove

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

_SIZE: Final = re.compile(r"(\d+(?:\.\d+)?)\s*([kKmMgG])?[bB]?")
_UNITS: Final = {"": 0, "k": 10, "m": 20, "g": 30}
_BETWEEN_SAVES: Final = 300.0
"""Seconds between two saves, for what no signal announces."""
_MOST: Final = 1 << 40


def bytes_of(text: str) -> int:
    """The number of bytes that ``256MB``, ``1.5G`` or a number stands for.

    >>> bytes_of("256MB"), bytes_of("1.5G"), bytes_of("65536")
    (268435456, 1610612736, 65536)
    """
    from noughts.solvers.estimate import SMALLEST_TABLE

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
    """The bytes that each worker may take: `Refusal` if no worker can do with so few."""
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
    from noughts.save import refuse_place
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
    """Search with progress until all is answered; save the search then, now and then, and on Ctrl-C."""
    from noughts.cli.progress import progress
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
    """A list that is empty until Ctrl-C is pressed, so that nothing is left half done."""
    pressed: list[bool] = []

    def press(number: int, frame: FrameType | None) -> None:
        pressed.append(True)

    try:
        before = signal.signal(signal.SIGINT, press)
    except ValueError:  # not in the main thread, which alone hears signals
        yield pressed
        return
    try:
        yield pressed
    finally:
        signal.signal(signal.SIGINT, before)


# Answers


def tell(match: Match, search: AlphaBeta, *, as_json: bool, verbose: bool) -> None:
    """Print the answer, for programs or for people."""
    if verbose:
        print_facts(search)
    if as_json:
        print_json(search_answer(match, search))
    else:
        show_search(match, search)


def decided(search: AlphaBeta) -> str:
    """What is known of the first moves, those of which the same is known together."""
    groups: dict[str, list[str]] = {}
    for first in search.first:
        if words := words_for(search, first):
            groups.setdefault(words, []).append(name_of(search, first))
    return "; ".join(f"{', '.join(names)}: {words}" for words, names in groups.items())


def name_of(search: AlphaBeta, first: FirstMove) -> str:
    """The text of a first move."""
    grounded = search.kernel.grounded
    return search.game.move_text(grounded.decoded(search.code), first.move)


def words_for(search: AlphaBeta, first: FirstMove) -> str:
    """What is known of the value of a first move, in words; nothing if nothing is."""
    bounds = search.bounds(first.least, first.largest)
    if first.is_exact:
        return str(bounds.exact)
    if bounds.exact is not None:
        return f"{bounds.largest if first.largest < 0 else bounds.least} or sooner"
    if first.largest == 0:
        return "a draw at most"
    return "a draw at least" if first.least == 0 else ""


def search_answer(match: Match, search: AlphaBeta) -> Mapping[str, Json]:
    """The value of the position, and what is known of its moves."""
    value = search.value
    assert value is not None
    return {
        "value": value.winner or "draw",
        "distance": value.distance,
        "through": "search",
        "nodes": search.machine.searched,
        "exact": search.machine.source.is_exact,
        "to_move": None if match.outcome else match.to_move,
        "moves": {name_of(search, first): _known(search, first) for first in search.first},
        "at": list(match.move_texts()),
    }


def _known(search: AlphaBeta, first: FirstMove) -> dict[str, Json]:
    """The value of a first move; where only bounds of it are known, these."""
    bounds = search.bounds(first.least, first.largest)
    value = bounds.exact
    found: dict[str, Json] = {
        "value": None if value is None else value.winner or "draw",
        "distance": None if value is None else value.distance,
    }
    if not first.is_exact:
        for name, bound in (("at_least", bounds.least), ("at_most", bounds.largest)):
            found[name] = (
                None if bound is None else {"value": bound.winner or "draw", "distance": bound.distance}
            )
    return found


def show_search(match: Match, search: AlphaBeta) -> None:
    """Print the value of the position, what is known of its moves, and how it was found."""
    from rich.text import Text

    from noughts.cli.table import headline, table, verdict

    value = search.value
    assert value is not None
    after = f" after {'; '.join(match.move_texts())}" if match.moves else ""
    console().print(headline(match.game.name + after, verdict(match, value)), soft_wrap=True)
    if search.first:
        shown = table(f"{match.to_move} to move", "value")
        order = sorted(search.first, key=lambda first: (-first.least, -first.largest))
        for first in order:
            shown.add_row(Text(name_of(search, first)), Text(words_for(search, first) or "not decided"))
        console().print(shown, "")
    console().print(f"Decided by a search of {counted(search.machine.searched, 'node')}.")
    if not search.machine.source.is_exact:
        console().print(
            "Its positions do not fit in a table entry and are told apart by hashes of "
            f"{64 + search.machine.source.room_above} bits: the answer is not quite certain."
        )


def print_facts(search: AlphaBeta) -> None:
    """Say which facts are proved of the game, and so which shortcuts the search takes."""
    machine = search.machine
    for fact in machine.facts.facts:
        remark(f"{'proved' if fact.holds else 'absent'}: {fact.sentence}")
    alike = len(machine.source.group)
    remark(f"proved: up to {alike} positions are alike" if alike > 1 else "absent: symmetries")
    size, used = counted(machine.room, "position"), machine.table.nbytes >> 20
    remark(f"The table has room for {size}; {used:,} MB of it are used.")
