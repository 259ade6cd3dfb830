"""Arguments and options that several verbs share."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal, TypeAlias

import typer

GameWords = Annotated[
    list[str],
    typer.Argument(
        metavar="GAME...",
        help="A library name, a path (several documents form one program), or module:object.",
    ),
]
"""The words that name a game, for `noughts.cli.game_argument.load_game`."""

By: TypeAlias = Literal["rules", "clicks"]

ByOption = Annotated[
    By | None,
    typer.Option("--by", help="Read the document's rules or its clicks; by default rules if it has them."),
]

Wins = Annotated[
    str | None,
    typer.Option("--wins", metavar="NAME", help="The relation that says who has won; by default wins."),
]

Let = Annotated[
    list[str] | None,
    typer.Option("--let", metavar="N=V", help="Override a constant; may be repeated."),
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

Seconds = Annotated[
    float,
    typer.Option("--seconds", metavar="S", min=0.01, help="Time limit for each test or expression."),
]

Nodes = Annotated[
    int,
    typer.Option("--nodes", metavar="N", min=1, help="Stop after N nodes of decision diagrams."),
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
