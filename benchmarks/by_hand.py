"""How long does each game of the library take to solve, the first time and again, beside plain Python?

``noughts solve`` runs as a command, with an empty cache and then with what the first run has left there; a
game in plain Python was written for it alone, and begins with nothing known too.  All end with the value of
every position.  Seconds are those of processors.  ``docs/seconds.toml`` is written here if all games are
measured; the manual shows it.
"""

from __future__ import annotations

import json
import os
import platform
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import date
from functools import partial
from inspect import getsource
from pathlib import Path
from tempfile import TemporaryDirectory
from time import process_time
from typing import Final

from benchmarks.measuring import Action, Ratio, children_seconds
from benchmarks.plain_games import (
    Breakthrough,
    Clobber,
    Domineering,
    Hare,
    Hex,
    LGame,
    Mnk,
    Notakto,
    Othello,
    Rules,
    Sim,
    Solved,
    Tapatan,
    Y,
)
from noughts.documents.library import names, path_of

SECONDS: Final = Path(__file__).parents[1] / "docs" / "seconds.toml"

Setting = tuple[str, tuple[str, ...]]
"""A game of the library, and its constants that are set from outside."""

PLAIN: Final[dict[Setting, Callable[[], Rules]]] = {
    ("tictactoe", ()): Mnk,
    ("mnk", ("n=4",)): lambda: Mnk(3, 4),
    ("notakto", ()): Notakto,
    ("hare", ()): Hare,
    ("hex", ()): Hex,
    ("domineering", ()): Domineering,
    ("tapatan", ()): Tapatan,
    ("breakthrough", ()): Breakthrough,
    ("breakthrough", ("h=5",)): lambda: Breakthrough(3, 5),
    ("sim", ()): Sim,
    ("y", ()): Y,
    ("clobber", ("w=4", "h=3")): lambda: Clobber(4, 3),
    ("othello", ()): Othello,
    ("lgame", ()): LGame,
}
"""Games that are written in plain Python too."""

TOO_LARGE: Final = {"disctru", "four", "morris", "quarto", "ultimate"}
"""Games whose positions fit in no list, or take minutes; those of three sides have no one value."""

OTHERS: Final = {"planets", "pong", "threenim"}
"""Documents that are no games for one or two."""

MANY: Final = 50_000
"""Positions from which on a game is to be solved sooner than in plain Python."""

MOST: Final = 3.0
"""Seconds that a game with fewer may take."""


@dataclass(frozen=True)
class Taken:
    """What a game took: seconds of the first run, of the next one and in plain Python, and its positions."""

    setting: Setting
    positions: int
    first: float
    again: float
    by_hand: float | None

    @property
    def ratio(self) -> Ratio:
        """The first run beside plain Python, or else beside the next run."""
        name, let = self.setting
        note = f"{self.positions:,} positions, {rule_lines(name)} lines of rules, again {self.again:.2f} s"
        what, most = " ".join((name, *let)), 1.0 if self.positions > MANY else None
        limit = None if self.positions > MANY else MOST
        if self.by_hand is None:
            return Ratio(what, self.first, "the next run", self.again, limit=limit, note=note)
        reference = f"plain Python, {lines_of(type(PLAIN[self.setting]()))} lines"
        return Ratio(what, self.first, reference, self.by_hand, limit=limit, note=note, most=most)

    @property
    def row(self) -> str:
        """As a table of TOML."""
        name, let = self.setting
        lines = [f'name = "{name}"', *([f"let = {json.dumps(let)}"] if let else [])]
        lines += [f"positions = {self.positions}", f"first = {self.first:.2f}", f"again = {self.again:.2f}"]
        if self.by_hand is not None:
            lines += [f"by_hand = {self.by_hand:.2f}", f"lines = {lines_of(type(PLAIN[self.setting]()))}"]
        return "\n".join(("[[game]]", *lines, ""))


def measure() -> Iterator[Ratio]:
    library: list[Setting] = [(name, ()) for name in names() if name not in TOO_LARGE | OTHERS]
    rows = []
    for setting in dict.fromkeys((*library, *PLAIN)):
        rows.append(taken := measured(setting))
        yield taken.ratio
    head = f"measured = {date.today()}\nmachine = {json.dumps(machine())}\nsolver = {lines_of(Solved)}\n"
    text = "# Seconds of processors, by `python -m benchmarks by_hand` on one machine.\n\n" + head
    SECONDS.write_text("\n".join((text, *(taken.row for taken in rows))), encoding="utf-8")


def measured(setting: Setting) -> Taken:
    """The best of two first runs, of two that follow them, and of three in plain Python."""
    first: list[float] = []
    again: list[float] = []
    for _ in range(2):
        with TemporaryDirectory() as folder:
            for times in (first, again):
                seconds, positions = command(setting, folder)
                times.append(seconds)
    by_hand = None
    if rules := PLAIN.get(setting):
        by_hand = min(processor_seconds(partial(solved_by_hand, rules)) for _ in range(3))
        assert positions == sum(solved_by_hand(rules).plies)
    return Taken(setting, positions, min(first), min(again), by_hand)


def command(setting: Setting, cache: str) -> tuple[float, int]:
    """The seconds that ``noughts solve`` takes, and the positions that it finds."""
    name, let = setting
    words = [sys.executable, "-m", "noughts", "solve", name, "--json"]
    words += [word for each in let for word in ("--let", each)]
    before = children_seconds()
    run = subprocess.run(words, check=True, capture_output=True, env={**os.environ, "XDG_CACHE_HOME": cache})
    return children_seconds() - before, json.loads(run.stdout)["positions"]


def machine() -> str:
    """The processor and the Python that were measured."""
    found = re.search(r"^model name\s*:\s*(.*)$", Path("/proc/cpuinfo").read_text("utf-8"), re.MULTILINE)
    return f"{found[1] if found else platform.machine()}, Python {platform.python_version()}"


def solved_by_hand(rules: Callable[[], Rules]) -> Solved:
    """All positions and values, from the rules on."""
    return Solved(rules())


def processor_seconds(action: Action) -> float:
    """What an action takes of the processor, so that a busy machine does not matter."""
    start = process_time()
    action()
    return process_time() - start


def lines_of(code: type) -> int:
    """The lines of a class that are neither empty nor its docstring."""
    return sum(1 for line in getsource(code).splitlines() if line.strip() and '"""' not in line)


def rule_lines(name: str) -> int:
    """The lines of definitions in a document, without claims and prose."""
    regions = re.findall(r"/\$(.*?)\$/", path_of(name).read_text("utf-8"), re.DOTALL)
    return sum(1 for region in regions for line in region.splitlines() if line.strip())
