"""The verbs, and the Typer app with some of them."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from typer import Typer

VERBS: Final = (
    *("play", "serve", "console", "arena", "audit", "train"),
    *("check", "explain", "format", "board", "weave", "eval", "repl", "lsp"),
    *("explore", "solve", "puzzles", "prove", "verify", "sample", "kernel"),
    *("synthesise", "automata"),
)
"""The verbs in the order of the help; each is a module of this folder, or a folder with a module `verbs`."""


def app_with(*verbs: str) -> Typer:
    """The Typer app with these verbs: importing a verb's module registers it."""
    for verb in verbs:
        import_module(f"noughts.cli.{verb}.verbs" if verb == "automata" else f"noughts.cli.{verb}")
    from noughts.cli.app import app

    return app
