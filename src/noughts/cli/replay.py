"""Step through a line of play, move by move, in any face."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Literal, assert_never

if TYPE_CHECKING:
    from pathlib import Path

    from noughts.faces.table import Table
    from noughts.games.match import Match


def replay(line: Match, face: Literal["console", "window", "browser"], folder: Path | None) -> None:
    """Show a line of play in a face, from its initial position, with people on all sides.

    `folder` has the pictures that the document names.
    """
    from noughts.cli.play import announce
    from noughts.language.stack import Room

    with Room():
        match face:
            case "console":
                from noughts.faces import console

                console.play(table_with(line), "Type redo for the next move, undo for the previous one.")
            case "window":
                from noughts.faces import window

                window.open_window(table_with(line), folder=folder)
            case "browser":
                from noughts.faces import browser
                from noughts.games.reasoned import Reasoned

                stage = browser.Stage(
                    partial(table_with, line), folder, reasons=isinstance(line.game, Reasoned)
                )
                browser.serve(stage, port=0, open_page=True, announce=announce)
            case _:
                assert_never(face)


def table_with(line: Match) -> Table:
    """A table where the whole line was played and then undone, so that redo replays it."""
    from noughts.faces.table import Table

    table = Table(line.game, {})
    for move in line.moves:
        table.play(table.match.legal_moves.index(move))
    table.jump(0)
    return table
