"""The frame of ``noughts automata``, with which its verbs register, and what several of them take."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

import typer

from noughts.cli.app import Part, Verbs, app, as_it_is, examples

group = typer.Typer(cls=Verbs, no_args_is_help=True, subcommand_metavar="VERB ...")
app.add_typer(
    group,
    rich_help_panel=Part.AUTOMATA,
    name="automata",
    help="Compose contract automata, synthesise from them, and look at them: files in, files out.",
    epilog=examples(
        ("noughts automata compose client.data server.data -o both.data", "all they can do together"),
        ("noughts automata orchestrate both.data -o safe.data", "what of it always comes to a good end"),
        ("noughts automata compose *.data -o - | noughts automata mpc - --json", "in a pipe"),
        ("noughts automata show safe.data -o safe.svg", "a picture"),
    ),
)

One = Annotated[str, typer.Argument(metavar="FILE", help="A .data file; - is standard input.")]
Several = Annotated[list[str], typer.Argument(metavar="FILE...", help=".data files; - is standard input.")]

Out = Annotated[
    str | None,
    typer.Option(
        "--output",
        "-o",
        metavar="FILE",
        help="Write it, as its ending says: .data, .dot, .svg or .json; - is .data on standard output.",
    ),
]

RequirementName: TypeAlias = Literal["agreement", "strong", "none"]

RequirementOption = Annotated[
    RequirementName,
    typer.Option(
        "--requirement",
        help="What is allowed: agreement (no lone request), strong (only matches), or none (everything).",
    ),
]

Under = Annotated[
    str | None,
    typer.Option("--under", metavar="FILE", help="A property that must be kept, as a .data file of rank 1."),
]

Why = Annotated[
    str | None,
    typer.Option("--why", metavar="STATE", help=as_it_is("Say why a state is removed, such as '[q1, q2]'.")),
]
