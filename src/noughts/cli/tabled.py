"""The options ``--tables`` of ``noughts solve`` and ``noughts explore``: tables in a folder."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated, Final

import typer
from msgspec import Struct

from noughts.cli.answer import remark
from noughts.cli.completion import complete_tables
from noughts.cli.options import Team
from noughts.cli.progress import progress
from noughts.cli.searched import worker_memory
from noughts.refusal import Refusal
from noughts.solvers.tables.folder import Folder

if TYPE_CHECKING:
    from noughts.games.game import Game
    from noughts.kernels.state_graph import Explored
    from noughts.solvers.many_sides import EquilibriumOutcomes
    from noughts.solvers.plan import Method
    from noughts.solvers.solved import Solved
    from noughts.solvers.tables.asked import Ask
    from noughts.solvers.tables.estimate import Expected
    from noughts.solvers.tables.run import State
    from noughts.workers.engine import Engine

Tables = Annotated[
    str | None,
    typer.Option(
        "--tables",
        metavar="FOLDER",
        help="Keep all positions in FOLDER, for games larger than memory; resumes after an interruption.",
        autocompletion=complete_tables,
        show_default=False,
    ),
]


# A time that is too short for a number.
_A_FEW: Final = "a few seconds"


def refuse_without_tables(tables: str | None, **options: object) -> None:
    """Refuse options of tables in a folder if no folder is named."""
    for name, given in options.items():
        if tables is None and given is not None:
            raise Refusal(f"`--{name}` needs `--tables FOLDER`", "name the folder of the tables")


class TablesWanted(Struct, frozen=True):
    """Tables of a game in a folder, as requested by the options of a verb."""

    game: Game
    folder: str
    team: Team
    memory: str | None
    symmetric: bool
    limit: int | None

    def solved(self) -> tuple[Solved, Method]:
        """The values of all positions, from the folder if they are there, and their method."""
        from noughts.solvers.tables.solution import open_tables

        ask = self.made()
        return open_tables(self.game, ask.folder), self.method("values")

    def prospects(self) -> tuple[EquilibriumOutcomes, Method]:
        """The outcomes of all positions of a game of three sides or more, and their method."""
        from noughts.solvers.tables.solution import open_prospects

        ask = self.made()
        return open_prospects(self.game, ask.folder), self.method("outcomes")

    def explored(self) -> tuple[Explored, Method]:
        """All positions, counted while the folder is made, and their method."""
        from noughts.solvers.tables.solve import explore_tables

        with self.at_work() as (engine, report):
            return explore_tables(self.ask(), engine, report), self.method("counts")

    def made(self) -> Ask:
        """The request, after its tables are made."""
        from noughts.solvers.tables.solve import solve_tables

        ask = self.ask()
        with self.at_work() as (engine, report):
            solve_tables(ask, engine, report)
        return ask

    def method(self, what: str) -> Method:
        """The method by which the folder was made."""
        from noughts.solvers.tables.solution import saved_method

        where = f"the {what} of {self.game.name} are in tables in {self.folder}."
        return saved_method(Folder(self.folder), where)

    def ask(self) -> Ask:
        """The request to the solver."""
        from noughts.solvers.tables.asked import MEMORY, Ask

        memory = MEMORY if self.memory is None else worker_memory(self.memory)
        return Ask(self.game, Folder(self.folder), memory, self.symmetric, limit=self.limit)

    @contextmanager
    def at_work(self) -> Iterator[tuple[Engine, Callable[[State], None]]]:
        """Workers, and progress by layer."""
        from noughts.solvers.tables.estimate import room_in

        state, begun = None, time.monotonic()

        def says() -> str:
            return "" if state is None else how_far(state, time.monotonic() - begun)

        def told(now: State) -> None:
            nonlocal state
            if (state is None or state.expected is None) and now.expected is not None:
                remark(forecast(now.expected, self.team.processes, room_in(Folder(self.folder))))
            state = now
            report(now.positions)

        with self.team.begun() as engine, progress("positions", says=says) as report:
            yield engine, told


def forecast(expected: Expected, workers: int | None, room: float) -> str:
    """The expected costs of the tables with a number of workers; for a cluster, as processor time.

    It names the `room` on the disk, in bytes, if that may be too little.
    """
    from noughts.solvers.tables.estimate import disk_size

    wait = duration(expected.seconds / (workers or 1))
    about = "" if wait == _A_FEW else "about "
    wait = f"{about}{wait}" + ("" if workers else " of processor time")
    most = "At most " if expected.is_bound else ""
    disk = disk_size(expected.disk)
    if expected.disk > room:
        disk += f" (there are {disk_size(room)})"
    return f"{most}{expected.positions:,} positions: {disk} of disk at work, {wait}."


def how_far(state: State, elapsed: float) -> str:
    """The progress in words: ``Listing layer 8, 3 of 5 parts, 31 % done, 4 min left``."""
    if not state.tasks:
        return state.doing.capitalize()
    layer = f"layer {state.layer}" + (f" of {state.layers - 1}" if state.layers else "")
    text = f"{state.doing.capitalize()} {layer}, {state.done} of {state.tasks} parts"
    if not state.share:
        return text
    return f"{text}, {state.share:.0%} done, {duration(elapsed * (1 / state.share - 1))} left"


def duration(seconds: float) -> str:
    """A duration in words, rounded: seconds, minutes, or hours."""
    for unit, size in (("h", 3600), ("min", 60)):
        if seconds > 2 * size:
            return f"{seconds / size:.0f} {unit}"
    if seconds < 5:
        return _A_FEW
    return f"{seconds:.0f} s"
