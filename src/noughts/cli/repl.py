"""``noughts repl``: an interactive session of definitions and expressions."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from noughts.cli.app import verb
from noughts.cli.completion import complete_games
from noughts.cli.conversation import Conversation
from noughts.cli.options import Let
from noughts.cli.verbs import ExitCode
from noughts.language.parse import is_unfinished

Files = Annotated[
    list[str] | None,
    typer.Argument(metavar="[FILE]...", help="Documents or library names.", autocompletion=complete_games),
]


@verb(
    ("noughts repl", "start with no definitions"),
    ("noughts repl tictactoe", "start with a document's definitions"),
)
def repl(files: Files = None, let: Let = None) -> ExitCode:
    """Evaluate definitions and expressions interactively; `:help` lists the commands."""
    conversation = Conversation(files or [], let or [])
    if sys.stdin.isatty() and sys.stdout.isatty():
        return at_a_terminal(conversation)
    return from_a_pipe(conversation)


def at_a_terminal(conversation: Conversation) -> ExitCode:
    """Read entries at the prompt until the user quits."""
    from noughts.cli.prompt import prompt_for

    ask = prompt_for(conversation)
    print(conversation.greeting())
    while True:
        try:
            text = ask()
        except KeyboardInterrupt:
            continue
        except EOFError:
            return ExitCode.YES
        try:
            conversation.hear(text)
        except KeyboardInterrupt:
            print("Stopped.")
        if conversation.is_over:
            return ExitCode.YES


def from_a_pipe(conversation: Conversation) -> ExitCode:
    """Read entries line by line; an incomplete entry continues on the next line."""
    code = ExitCode.YES
    entry = ""
    for line in sys.stdin:
        entry += line
        if not entry.lstrip().startswith(":") and line.strip() and is_unfinished(entry):
            continue
        if not conversation.hear(entry):
            code = ExitCode.BAD_INPUT
        entry = ""
        if conversation.is_over:
            return code
    return code if conversation.hear(entry) else ExitCode.BAD_INPUT
