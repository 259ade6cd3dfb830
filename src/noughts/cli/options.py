"""Arguments and options that several verbs share."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Final, Literal, TypeAlias

import typer

from noughts.cli.completion import complete_settings

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


_DAY: Final = 86_400
"""The seconds of a day."""

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
