"""Step through a line of play, move by move, in any face."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from noughts.cli.play import announce, opener_of
from noughts.cli.seating import people
from noughts.faces import console
from noughts.faces.table import Table
from noughts.games.record import record_of
from noughts.language.stack import Room
from noughts.service.page_settings import PageSettings
from noughts.service.serve import serve
from noughts.service.service import service

if TYPE_CHECKING:
    from noughts.cli.options import FaceName
    from noughts.games.match import Match


def replay(line: Match, face: FaceName) -> None:
    """Show a line of play in a face, from its initial position, with people on all sides."""
    with Room():
        if face == "console":
            console.play(table_with(line), "Type redo for the next move, undo for the previous one.")
        else:
            game = line.game
            shown = PageSettings(
                game,
                game.name,
                partial(people, game),
                opening=record_of(line, {}),
                ply=0,
            )
            serve(service(shown), opener=opener_of(face), announce=announce)


def table_with(line: Match) -> Table:
    """A table where the whole line was played and then undone, so that redo replays it."""
    table = Table(line.game, {})
    for move in line.moves:
        table.play(table.match.legal_moves.index(move))
    table.jump(0)
    return table
