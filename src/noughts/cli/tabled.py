"""Tables in a folder, as ``noughts solve --tables`` and ``noughts explore --tables`` make and read them."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated

import typer

from noughts.cli.answer import remark
from noughts.refusal import Refusal

if TYPE_CHECKING:
    from noughts.games.game import Game
    from noughts.solvers.solved import Explored, Solved
    from noughts.solvers.tables.engine import Engine
    from noughts.solvers.tables.estimate import Expected
    from noughts.solvers.tables.run import State
    from noughts.solvers.tables.solve import Ask

Tables = Annotated[
    str | None,
    typer.Option(
        "--tables",
        metavar="FOLDER",
        help="Keep all positions in tables in FOLDER, for games larger than memory; goes on after a stop.",
        show_default=False,
    ),
]

Workers = Annotated[
    int | None,
    typer.Option(
        "--workers",
        metavar="N",
        min=1,
        help="Tables: the number of processes; by default one for each core.",
        show_default=False,
    ),
]


Cluster = Annotated[
    str | None,
    typer.Option(
        "--cluster",
        metavar="ADDRESS",
        help="Tables: the Dask scheduler whose workers do the work, such as tcp://10.0.0.1:8786.",
        show_default=False,
    ),
]


def refuse_without_tables(tables: str | None, **options: object) -> None:
    """Refuse options of tables in a folder where no folder is named."""
    for name, given in options.items():
        if tables is None and given is not None:
            raise Refusal(f"`--{name}` belongs to tables in a folder", "name it with `--tables FOLDER`")


def refuse_two_engines(workers: int | None, cluster: str | None) -> None:
    """Refuse to work both here and on a cluster."""
    if workers is not None and cluster is not None:
        raise Refusal("`--workers` are processes of this machine, and `--cluster` has its own", "choose one")


def solved_tables(
    game: Game,
    tables: str,
    *,
    workers: int | None,
    cluster: str | None,
    memory: str | None,
    symmetric: bool,
) -> Solved:
    """The values of all positions, from the folder if they are there."""
    from noughts.solvers.tables.solution import open_tables
    from noughts.solvers.tables.solve import solve_tables

    ask = ask_of(game, tables, memory, symmetric)
    with at_work(workers, cluster) as (engine, report):
        solve_tables(ask, engine, report)
    return open_tables(game, ask.folder)


def explored_tables(
    game: Game,
    tables: str,
    *,
    workers: int | None,
    cluster: str | None,
    memory: str | None,
    symmetric: bool,
) -> Explored:
    """All positions, counted as they are listed in the folder."""
    from noughts.solvers.tables.solve import explore_tables

    ask = ask_of(game, tables, memory, symmetric)
    with at_work(workers, cluster) as (engine, report):
        return explore_tables(ask, engine, report)


def ask_of(game: Game, tables: str, memory: str | None, symmetric: bool) -> Ask:
    """What is asked for, in the words of the solver."""
    from noughts.cli.searched import bytes_of
    from noughts.solvers.tables.folder import Folder
    from noughts.solvers.tables.solve import MEMORY, Ask

    return Ask(game, Folder(tables), MEMORY if memory is None else bytes_of(memory), symmetric)


@contextmanager
def at_work(workers: int | None, cluster: str | None) -> Iterator[tuple[Engine, Callable[[State], None]]]:
    """Workers, and progress by layer."""
    from noughts.cli.cores import cores
    from noughts.cli.progress import progress
    from noughts.solvers.tables.cluster import cluster_engine
    from noughts.solvers.tables.engine import local_engine

    refuse_two_engines(workers, cluster)
    state, begun = None, time.monotonic()

    def says() -> str:
        return "" if state is None else how_far(state, time.monotonic() - begun)

    def told(now: State) -> None:
        nonlocal state
        if state is None and now.expected is not None:
            remark(forecast(now.expected, None if cluster else processes))
        state = now
        report(now.positions)

    processes = workers or cores()
    made = local_engine(processes) if cluster is None else cluster_engine(cluster)
    with made as engine, progress("positions", says=says) as report:
        yield engine, told


def forecast(expected: Expected, workers: int | None) -> str:
    """What the tables will take, with so many workers; on a cluster, as processor time."""
    from noughts.solvers.tables.estimate import disk_size

    wait = duration(expected.seconds / (workers or 1)) + ("" if workers else " of processor time")
    return f"{expected.positions:,} positions: {disk_size(expected.disk)} of disk at work, about {wait}."


def how_far(state: State, elapsed: float) -> str:
    """How far the work is: ``Listing layer 8, 3 of 5 parts, 31 % done, 4 min left``."""
    layer = f"layer {state.layer}" + (f" of {state.layers - 1}" if state.layers else "")
    text = f"{state.doing.capitalize()} {layer}, {state.done} of {state.tasks} parts"
    if not state.share:
        return text
    return f"{text}, {state.share:.0%} done, {duration(elapsed * (1 / state.share - 1))} left"


def duration(seconds: float) -> str:
    """A time of that order: seconds, minutes, or hours."""
    for unit, size in (("h", 3600), ("min", 60)):
        if seconds > 2 * size:
            return f"{seconds / size:.0f} {unit}"
    return f"{seconds:.0f} s"
