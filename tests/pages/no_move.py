"""Why a click makes no move, as a page should say it."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress

from noughts.documents.by_rules import PicturedByRules
from noughts.documents.documented import as_value
from noughts.documents.on_board import GameOnBoard
from noughts.games.game import Because, Game, Position, RulesError
from noughts.games.picture import Restart, click
from noughts.values.show import show


def why_no_move_at(game: Game, line: Sequence[Position], x: int, y: int) -> Because | None:
    """The reason why a click makes no move at the end of a line of play; ``None`` if no rule explains it."""
    if isinstance(game, GameOnBoard):
        return why_not_placed(game, line[-1], x, y)
    return why_no_more(game, line, x, y) if isinstance(game, PicturedByRules) else None


def why_not_placed(game: GameOnBoard, position: Position, x: int, y: int) -> Because | None:
    """Why the move is not legal that has its place there, whether it ever was or not."""
    with suppress(RulesError):
        move = click(game.paths_of(game.every_move(position), position), (), x, y)[1]
        if move is not None:
            value = as_value(move)
            return game.why_not(position, value, game.candidate_text(position, value) or show(value))
    return None


def why_no_more(game: PicturedByRules, line: Sequence[Position], x: int, y: int) -> Because | None:
    """Why the move is not legal that a click there made, or would have made, earlier in the line."""
    *before, position = line
    for earlier in (*before[:1], *reversed(before[1:])):
        with suppress(RulesError):
            move = game.clicked(earlier, x, y)
            if move is not None and not isinstance(move, Restart):
                return game.why_not_legal(position, game.move_text(earlier, move))
    return None
