"""How long does a game take from its document, and how long in plain Python that was written for it alone?

Both begin with nothing known and end with the value of every position, in one process and in turn.  Formulas
and machine code are made anew each time.  Seconds are those of the processor.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator
from functools import partial
from inspect import getsource
from tempfile import TemporaryDirectory
from time import process_time
from unittest.mock import patch

from benchmarks.measuring import Action, Ratio
from benchmarks.plain_games import (
    Breakthrough,
    Clobber,
    Domineering,
    Hare,
    Notakto,
    Othello,
    Rules,
    Sim,
    Solved,
    Tapatan,
    Y,
)
from noughts.cli.game_argument import load_program
from noughts.documents.by_rules import GameByRules
from noughts.documents.from_document import game_from
from noughts.documents.library import path_of
from noughts.solvers.quickest import Quickest

GAMES: tuple[tuple[str, tuple[str, ...], Callable[[], Rules]], ...] = (
    ("notakto", (), Notakto),
    ("hare", (), Hare),
    ("domineering", (), Domineering),
    ("tapatan", (), Tapatan),
    ("breakthrough", (), Breakthrough),
    ("sim", (), Sim),
    ("y", (), Y),
    ("clobber", ("w=4", "h=3"), lambda: Clobber(4, 3)),
    ("breakthrough", ("h=5",), lambda: Breakthrough(3, 5)),
    ("othello", (), Othello),
)
"""Games and their settings, each with its rules in plain Python."""


def measure() -> Iterator[Ratio]:
    for name, let, rules in GAMES:
        documented, by_hand = [], []
        for _ in range(3):
            documented.append(seconds_of_document(name, let))
            by_hand.append(processor_seconds(partial(solved_by_hand, rules)))
        solved = solved_by_hand(rules)
        yield Ratio(
            " ".join((name, *let)),
            min(documented),
            f"plain Python, {lines_of(type(rules()))} lines and {lines_of(Solved)} of a solver",
            min(by_hand),
            note=f"{sum(solved.plies):,} positions, {rule_lines(name)} lines of rules",
        )


def solved_by_hand(rules: Callable[[], Rules]) -> Solved:
    """All positions and values, from the rules on."""
    return Solved(rules())


def seconds_of_document(name: str, let: tuple[str, ...]) -> float:
    """From the text to all values, with an empty cache."""
    with TemporaryDirectory() as folder, patch.dict(os.environ, {"XDG_CACHE_HOME": folder}):
        return processor_seconds(lambda: Quickest().solve(read(name, let)))


def read(name: str, let: tuple[str, ...]) -> GameByRules:
    """The game as it is read from its document."""
    game = game_from(load_program([path_of(name)], let), name=name)
    assert isinstance(game, GameByRules)
    return game


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
