"""What several verbs take: a game, and how much of it."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal, TypeAlias

import typer

GameWords = Annotated[
    list[str],
    typer.Argument(
        metavar="GAME...",
        help="A name in the library, a path (several documents are one program), or module:object.",
    ),
]
"""The type of the parameter that names a game, for `noughts.cli.game_argument.load_game`."""

By: TypeAlias = Literal["rules", "clicks"]

ByOption = Annotated[
    By | None,
    typer.Option("--by", help="Take the game from its rules, or from its clicks; rules if it has them."),
]

Wins = Annotated[
    str | None,
    typer.Option("--wins", metavar="NAME", help="The relation that says who has won, if it is not wins."),
]

Let = Annotated[
    list[str] | None,
    typer.Option("--let", metavar="N=V", help="Give a constant another value; may be repeated."),
]

Limit = Annotated[
    int,
    typer.Option("--limit", metavar="N", min=1, help="Give up beyond so many positions."),
]

UpTo = Annotated[
    int | None,
    typer.Option(
        "--limit",
        metavar="N",
        min=1,
        help="Give up beyond so many positions; a million, or a hundred with machine code.",
        show_default=False,
    ),
]

NoSymmetries = Annotated[
    bool,
    typer.Option("--no-symmetries", help="Look at every position, though others may be its images."),
]

Verbose = Annotated[
    bool,
    typer.Option("--verbose", "-v", help="Say how it was done; in JSON as a key `through`."),
]

Seconds = Annotated[
    float,
    typer.Option("--seconds", metavar="S", min=0.01, help="The time that one test or expression may take."),
]

Nodes = Annotated[
    int,
    typer.Option("--nodes", metavar="N", min=1, help="Give up beyond so many nodes of decision diagrams."),
]

EveryMatch = Annotated[
    Path | None,
    typer.Option(
        "--output",
        "-o",
        metavar="FILE",
        help="Write the record of every match into this file, behind those in it.",
    ),
]
