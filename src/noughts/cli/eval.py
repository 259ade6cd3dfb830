"""``noughts eval``: the value of one expression."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated

import typer

from noughts.api.load import document_path
from noughts.cli.answer import AsJson, explained_lines, print_json
from noughts.cli.app import verb
from noughts.cli.game_argument import constants
from noughts.cli.options import Depth, Let, Seconds, depth_wanted
from noughts.cli.verbs import ExitCode
from noughts.language.parse import parse_expression
from noughts.meaning.budget import Budget, reading_within
from noughts.meaning.session import open_session
from noughts.values.show import abridged, show
from noughts.values.value import kind

if TYPE_CHECKING:
    from noughts.meaning.explanation import Explanation

File = Annotated[str, typer.Argument(metavar="FILE", help="A document or a library name.")]
ExpressionText = Annotated[str, typer.Argument(metavar="EXPR", help="An expression, quoted for the shell.")]
StateOption = Annotated[
    str | None,
    typer.Option("--state", metavar="EXPR", help="The value of currentState; by default the initial state."),
]
WhyOfValue = Annotated[bool, typer.Option("--why", help="Show the parts that decide the value, as a tree.")]


@verb(
    ("noughts eval tictactoe '|rows|'", "8"),
    ("noughts eval tictactoe 'playerToMove' --state '{(`x, 5)}'", "`o"),
    ("noughts eval tictactoe --why 'legalMove((`o, 5))' --state '{(`x, 5)}'", "why is it not legal?"),
)
def evaluate(
    file: File,
    expression: ExpressionText,
    as_json: AsJson = False,
    state: StateOption = None,
    why: WhyOfValue = False,
    depth: Depth = None,
    let: Let = None,
    seconds: Seconds = 10,
) -> ExitCode:
    """Print the value of an expression that may use a document's definitions."""
    wanted = depth_wanted(why, depth)
    budget = Budget(seconds=seconds)
    with reading_within(seconds):
        session = open_session([document_path(file)], constants(let or []), budget)
    if state is not None:
        session = session.in_state(state)
    session, core = session.asking(parse_expression(expression, "<expression>"))
    if why:
        from noughts.meaning.explain import explain

        return show_why(explain(core, session.meaning, session.frame(), depth=wanted), as_json)
    value = session.meaning.prepare(core)(session.frame())
    whole = as_json or not sys.stdout.isatty()
    text = session.meaning.text_of(value, show if whole else abridged, core.span)
    if as_json:
        print_json({"value": text, "kind": kind(value)})
    else:
        print(text)
    return ExitCode.YES


def show_why(explanation: Explanation, as_json: bool) -> ExitCode:
    """Print an explanation; an expression without a value is bad input, explained or not."""
    value = explanation.value
    if as_json:
        tree = explanation.as_json()
        print_json({"value": tree["value"], "kind": None if value is None else kind(value), "why": tree})
    else:
        print("\n".join(explained_lines(explanation)))
    return ExitCode.BAD_INPUT if value is None else ExitCode.YES
