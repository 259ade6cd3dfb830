"""Tables made in a process without a compiler, and what two folders have in common."""

from __future__ import annotations

import os
import signal
import subprocess
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from itertools import count
from pathlib import Path
from random import Random
from typing import Any
from unittest.mock import patch

from noughts.games.game import Game
from noughts.solvers.tables import rules
from noughts.solvers.tables.asked import Ask
from noughts.solvers.tables.folder import Folder
from noughts.solvers.tables.solution import TableSolution, open_tables
from noughts.solvers.tables.solve import solve_tables
from noughts.workers.engine import Engine, Here, TaskCall
from tests.kernels.slow_machine import loaded_slowly


@contextmanager
def slowly() -> Iterator[None]:
    """The loops run as they are written, instead of as machine code."""
    with patch.object(rules, "loaded", loaded_slowly):
        yield


def make_tables(
    game: Game, folder: Path | str, *, rows: int = 17, symmetric: bool = True, engine: Engine | None = None
) -> TableSolution:
    """A game solved by tasks in a folder, in parts of so many rows."""
    ask = Ask(game, Folder(str(folder)), symmetric=symmetric, rows=rows)
    with slowly():
        solve_tables(ask, engine or Here(), lambda state: None)
    found = open_tables(game, ask.folder)
    assert isinstance(found, TableSolution)
    return found


def contents(folder: Path) -> dict[str, bytes]:
    """All files of a folder."""
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def phases_done(folder: Path) -> int:
    """How many phases of a run are done, as its folder says now; the last act of a run removes the notes."""
    with suppress(FileNotFoundError):
        return sum(name.startswith("done-") for name in os.listdir(folder / "work"))
    return 0


def spawned_by(pid: int) -> list[int]:
    """The workers that a process has at this moment, by Linux's account of processes."""
    found = []
    with suppress(FileNotFoundError, ProcessLookupError):
        for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split():
            if b"spawn_main" in Path(f"/proc/{child}/cmdline").read_bytes():
                found.append(int(child))
    return found


def kill(pid: int) -> None:
    """Kill a process, unless it has ended already."""
    with suppress(ProcessLookupError):
        os.kill(pid, signal.SIGKILL)


Run = Callable[[Path], "subprocess.Popen[str]"]
"""A game solved in a folder, by processes of its own."""


def kill_at_random(
    dice: Random, kills: int, games: Sequence[tuple[Run, Run]], place: Path, keepers: Sequence[int] = ()
) -> None:
    """Kill runs and workers until so many are killed, and compare all that they finish.

    Each of the `games` is a run by one process, which is not killed, and one by several.  What is killed is
    either the whole run or one worker, of the run or of a keeper; then the run is begun again.
    """
    wholes: dict[int, tuple[str, dict[str, bytes]]] = {}
    for number in count():
        if kills <= 0:
            return
        which = number % len(games)
        alone, many = games[which]
        if which not in wholes:
            said, complained = alone(place / f"whole-{which}").communicate()
            assert said, complained
            wholes[which] = said, contents(place / f"whole-{which}")
        folder = place / str(number)
        while True:
            process, wanted = many(folder), phases_done(folder) + dice.randrange(1, 12)
            while process.poll() is None and phases_done(folder) < wanted:
                time.sleep(0.002)
            time.sleep(0.02 * dice.random())
            if process.poll() is None and kills > 0:
                workers = [pid for each in keepers or [process.pid] for pid in spawned_by(each)]
                kill(dice.choice(workers) if workers and dice.random() < 0.5 else process.pid)
                kills -= 1
            said, complained = process.communicate()
            assert process.returncode in (0, -signal.SIGKILL), complained
            if process.returncode == 0:
                break
        expected, files = wholes[which]
        assert said == expected
        assert contents(folder).keys() == files.keys()
        assert contents(folder) == files


class Killed(BaseException):
    """What ends a run, as a signal would."""


class EndsAfter(Engine):
    """Does so many calls and then ends all, with the last one done but not noted."""

    def __init__(self, calls: int) -> None:
        self.left = calls

    def results(self, calls: Sequence[TaskCall]) -> Iterator[tuple[int, Any]]:
        for result in Here().results(calls):
            self.left -= 1
            if self.left < 0:
                raise Killed
            yield result
