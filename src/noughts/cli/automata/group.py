"""The Typer app of ``noughts automata``, and the arguments that its verbs share."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

import typer

from noughts.cli.app import Verbs, app, as_it_is, examples
from noughts.cli.verbs import VERBS

group = typer.Typer(cls=Verbs, no_args_is_help=True, subcommand_metavar="VERB ...")
app.add_typer(
    group,
    rich_help_panel=VERBS["automata"].section,
    name="automata",
    help=VERBS["automata"].summary,
    epilog=examples(
        ("noughts automata compose client.data server.data -o both.data", "everything they can do together"),
        ("noughts automata orchestrate both.data -o safe.data", "the part that always ends well"),
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
        help="Write the result: .data, .dot, .svg or .json; - is .data on standard output.",
    ),
]

RequirementName: TypeAlias = Literal["agreement", "strong", "none"]

RequirementOption = Annotated[
    RequirementName,
    typer.Option(
        "--requirement",
        help="Required: agreement (no unmatched request), strong (only matches) or none.",
    ),
]

Under = Annotated[
    list[str] | None,
    typer.Option(
        "--under",
        metavar="FILE",
        help="A property that must hold, as a .data file of rank 1; may be repeated: all hold together.",
    ),
]

Limit = Annotated[int, typer.Option("--limit", metavar="N", min=1, help="Stop after N states.")]

STATE_LIMIT = 1_000_000
"""The default limit of states, as of positions of games."""

Why = Annotated[
    str | None,
    typer.Option(
        "--why", metavar="STATE", help=as_it_is("Explain why a state was removed, such as '[q1, q2]'.")
    ),
]
