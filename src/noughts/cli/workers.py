"""The workers of a verb: processes of this machine, or the workers of a cluster."""

from __future__ import annotations

from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

import typer

from noughts.refusal import Refusal

if TYPE_CHECKING:
    from noughts.workers.engine import Engine

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


@dataclass(frozen=True)
class Team:
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
