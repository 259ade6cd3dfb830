"""A position as text: the board of the console, or the position on one line if the game has no screen."""

from __future__ import annotations

from noughts.faces.console.raster import as_text, raster
from noughts.games.game import Game, Position
from noughts.games.match import Match
from noughts.games.picture import Pictured


def board_text(rules: Game, position: Position) -> str:
    """The board of a position, without colours."""
    if not isinstance(rules, Pictured):
        return rules.position_text(position)
    return "\n".join(line.rstrip() for line in as_text(raster(rules.images(position)).rows))


def standing(match: Match) -> str:
    """The outcome of a match, or the side to move."""
    return str(match.outcome or f"{match.to_move} to move")
