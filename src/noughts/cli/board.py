"""The position at the end of a line of play, as the console shows it."""

from __future__ import annotations

from noughts.faces.console.printer import Printer
from noughts.faces.console.raster import raster
from noughts.games.match import Match
from noughts.games.picture import Pictured


def show_board(line: Match) -> None:
    """Print the last position of a line of play as its screen, or in words."""
    printer = Printer()
    if isinstance(line.game, Pictured):
        printer.draw(raster(line.game.images(line.position), columns=printer.columns - 2).rows)
    else:
        printer.say(f"  {line.game.position_text(line.position)}")
    printer.say()
