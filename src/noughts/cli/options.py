"""Arguments and options that several verbs share."""

from __future__ import annotations

from contextlib import AbstractContextManager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final, Literal, TypeAlias

import typer
from msgspec import Struct

from noughts.cli.completion import complete_settings
from noughts.refusal import Refusal

if TYPE_CHECKING:
    from noughts.workers.engine import Engine

FaceName: TypeAlias = Literal["console", "window", "browser"]

Let = Annotated[
    list[str] | None,
    typer.Option(
        "--let",
        metavar="N=V",
        help="Override a constant; may be repeated.",
        autocompletion=complete_settings,
    ),
]

Limit = Annotated[
    int,
    typer.Option("--limit", metavar="N", min=1, help="Stop after N positions."),
]

UpTo = Annotated[
    int | None,
    typer.Option(
        "--limit",
        metavar="N",
        min=1,
        help="Stop after N positions; by default 1 million, with machine code 100 million.",
        show_default=False,
    ),
]

NoSymmetries = Annotated[
    bool,
    typer.Option("--no-symmetries", help="Visit every position instead of one of each symmetry class."),
]

Verbose = Annotated[
    bool,
    typer.Option("--verbose", "-v", help="Say which method was used; in JSON the key `through`."),
]


def credible(seconds: float) -> float:
    """A time limit from a hundredth of a second to a day; `nan` is no number."""
    if not 0.01 <= seconds <= _DAY:
        raise typer.BadParameter(f"{seconds:g} is not in the range 0.01<=x<={_DAY}.")
    return seconds


# The seconds of a day.
_DAY: Final = 86_400

Seconds = Annotated[
    float,
    typer.Option(
        "--seconds",
        metavar="S",
        callback=credible,
        help="Time limit for reading, and for each test or expression.",
    ),
]

Depth = Annotated[
    int | None,
    typer.Option(
        "--depth",
        metavar="N",
        min=0,
        help="With --why: open definitions N deep; by default 4.",
        show_default=False,
    ),
]


def depth_wanted(why: bool, depth: int | None) -> int:
    """The depth to which an explanation opens definitions; `Refusal` if no explanation was requested."""
    if not why:
        if depth is not None:
            raise Refusal("`--depth` belongs to an explanation", "add `--why`")
        return 0
    from noughts.meaning.explain import DEPTH

    return DEPTH if depth is None else depth


Nodes = Annotated[
    int,
    typer.Option("--nodes", metavar="N", min=1, help="Stop after N nodes of decision diagrams."),
]

SeedOption = Annotated[
    int,
    typer.Option(
        "--seed", metavar="N", help="Seed of the random numbers; the same seed gives the same result."
    ),
]

EveryMatch = Annotated[
    Path | None,
    typer.Option(
        "--output",
        "-o",
        metavar="FILE",
        help="Append the record of every match to FILE.",
    ),
]


# The workers of a verb: processes of this machine, or the workers of a cluster.


Workers = Annotated[
    int | None,
    typer.Option(
        "--workers",
        metavar="N",
        min=1,
        help="Number of worker processes (threads when searching); by default one for each core.",
        show_default=False,
    ),
]

Cluster = Annotated[
    str | None,
    typer.Option(
        "--cluster",
        metavar="ADDRESS",
        help="The Dask scheduler whose workers do the work, such as tcp://10.0.0.1:8786.",
        show_default=False,
    ),
]


class Team(Struct, frozen=True):
    """The workers that the options of a verb name."""

    workers: int | None
    cluster: str | None

    def __post_init__(self) -> None:
        if self.workers is not None and self.cluster is not None:
            fact = "`--workers` are processes of this machine, and `--cluster` has its own"
            raise Refusal(fact, "choose one")
        if self.cluster is not None and not self.cluster.strip():
            raise Refusal("`--cluster` has no address", "such as `--cluster tcp://10.0.0.1:8786`")

    @property
    def processes(self) -> int | None:
        """The number of processes on this machine; ``None`` for a cluster."""
        from noughts.workers.engine import cores

        return None if self.cluster else self.workers or cores()

    def begun(self) -> AbstractContextManager[Engine]:
        """A context with an engine."""
        from noughts.workers.cluster import cluster_engine
        from noughts.workers.engine import cores, local_engine

        return cluster_engine(self.cluster) if self.cluster else local_engine(self.workers or cores())
