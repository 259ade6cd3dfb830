"""``noughts eval``: the value of one expression."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from noughts.cli.answer import AsJson, print_json
from noughts.cli.app import HelpSection, app, examples
from noughts.cli.options import Let, Seconds

File = Annotated[str, typer.Argument(metavar="FILE", help="A document or a library name.")]
ExpressionText = Annotated[str, typer.Argument(metavar="EXPR", help="An expression, quoted for the shell.")]
StateOption = Annotated[
    str | None,
    typer.Option("--state", metavar="EXPR", help="The value of currentState; by default the initial state."),
]


@app.command(
    "eval",
    rich_help_panel=HelpSection.WRITE,
    epilog=examples(
        ("noughts eval tictactoe '|rows|'", "8"),
        ("noughts eval tictactoe 'playerToMove' --state '{(`x, 5)}'", "`o"),
    ),
)
def evaluate(
    file: File,
    expression: ExpressionText,
    as_json: AsJson = False,
    state: StateOption = None,
    let: Let = None,
    seconds: Seconds = 10,
) -> None:
    """Print the value of an expression that may use a document's definitions."""
    from noughts.api.load import document_path
    from noughts.cli.game_argument import constants
    from noughts.language.question import question
    from noughts.meaning.budget import Budget
    from noughts.meaning.session import open_session
    from noughts.values.show import abridged, show
    from noughts.values.value import kind

    budget = Budget(seconds=seconds)
    session = open_session([document_path(file)], constants(let or []), budget)
    if state is not None:
        session = session.in_state(state)
    core = question(session.meaning.program, expression, "<expression>")
    value = session.meaning.prepare(core)(session.frame())
    whole = as_json or not sys.stdout.isatty()
    text = session.meaning.text_of(value, show if whole else abridged, core.span)
    if as_json:
        print_json({"value": text, "kind": kind(value)})
    else:
        print(text)
