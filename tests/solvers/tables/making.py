"""Tables made in a process without a compiler, and what two folders have in common."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from unittest.mock import patch

from noughts.games.game import Game
from noughts.solvers.tables import rules
from noughts.solvers.tables.engine import Engine, Here, TaskCall
from noughts.solvers.tables.folder import Folder
from noughts.solvers.tables.solution import TableSolution, open_tables
from noughts.solvers.tables.solve import Ask, solve_tables
from tests.kernels.slow_machine import loaded_slowly


@contextmanager
def slowly() -> Iterator[None]:
    """The loops run as they are written, instead of as machine code."""
    with patch.object(rules, "loaded", loaded_slowly):
        yield


def make_tables(
    game: Game, folder: Path | str, *, rows: int = 50, symmetric: bool = True, engine: Engine | None = None
) -> TableSolution:
    """A game solved in a folder, in parts of so many rows."""
    ask = Ask(game, Folder(str(folder)), symmetric=symmetric, rows=rows)
    with slowly():
        solve_tables(ask, engine or Here(), lambda state: None)
    return open_tables(game, ask.folder)


def contents(folder: Path) -> dict[str, bytes]:
    """All files of a folder."""
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


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
