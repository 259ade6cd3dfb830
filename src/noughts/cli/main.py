"""The entry point: do what the command line says, and leave with an exit code that means something."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Final

from noughts.advice import offer
from noughts.cli.exit_code import ExitCode

if TYPE_CHECKING:
    from typer import Typer

ALONE: Final = frozenset(
    {"play", "console", "arena", "audit", "train", "check", "eval", "repl"}
    | {"explore", "solve", "prove", "sample", "kernel", "synthesise"}
)
"""Verbs that are modules of that name here."""


def run() -> None:
    """Obey ``sys.argv``; the console script and ``python -m noughts``."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):  # a letter that the terminal has not is no reason to fall over
            stream.reconfigure(errors="replace")
    sys.exit(obey(sys.argv[1:]))


def obey(arguments: Sequence[str]) -> int:
    """Do what the words say; whatever goes wrong is told on standard error, never as a traceback."""
    make_room()
    try:
        code = invoke(arguments)
        write_out()
    except KeyboardInterrupt:
        code = ExitCode.INTERRUPTED
    except BrokenPipeError:
        code = ExitCode.CLOSED_PIPE
    except Exception as error:
        code = tell(error)
    finally:
        offer(None)
    if code == ExitCode.INTERRUPTED:
        print("\nStopped.", file=sys.stderr)
    return code


def invoke(arguments: Sequence[str]) -> int:
    """Find the verb and call it; the exit code is what it returns."""
    app = app_for(arguments)
    try:
        answer = app(args=list(arguments), prog_name="noughts", standalone_mode=False)
    except SystemExit as leaving:  # Typer leaves so after completion, and when a pipe is closed
        if isinstance(leaving.__context__, BrokenPipeError):
            silence_output()
            return ExitCode.CLOSED_PIPE
        raise
    return answer if isinstance(answer, int) else ExitCode.YES


def app_for(arguments: Sequence[str]) -> Typer:
    """The command line with the verb that is called, or with all of them: to import one takes its time."""
    verb = arguments[0] if arguments else ""
    if verb in ALONE and not any(name.endswith("_COMPLETE") for name in os.environ):
        import_module(f"noughts.cli.{verb}")
        from noughts.cli.app import app
    elif verb == "--version":
        from noughts.cli.app import app
    else:
        from noughts.cli.verbs import app
    return app


def tell(error: Exception) -> int:
    """Say what went wrong: theirs to mend, or ours."""
    from noughts.cli.complaint import apology, complaint, say

    if text := complaint(error):
        say(text)
        return ExitCode.BAD_INPUT
    say(apology(error))
    return ExitCode.OUR_MISTAKE


def write_out() -> None:
    """Write what is still buffered; if that fails it fails here, where it can be told."""
    try:
        if sys.stdout is not None:
            sys.stdout.flush()
    except OSError:
        silence_output()
        raise


def make_room() -> None:
    """Let definitions call one another as deep as a budget allows, also in threads started later."""
    from noughts.language.stack import ask_for_room

    ask_for_room()


def silence_output() -> None:
    """Let what is still buffered go nowhere, so that the interpreter does not trip over it at its end."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
