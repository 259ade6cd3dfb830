"""What a board, its rules or a player raise instead of going on."""

from __future__ import annotations

from noughts.games.match import IllegalMove
from noughts.players.player import GivesUp


class Tied(Exception):
    """The match is over, and nobody has won it."""


class GameOver(Exception):
    """The match is over, and won by the piece `winner`: by the one put down last if none is named."""

    def __init__(self, winner: int | None = None) -> None:
        super().__init__()
        self.winner = winner


class InvalidStep(IllegalMove):
    """The rules do not allow the step; nothing has changed, and another one may be tried."""


Surrender = GivesUp
"""A player chooses no cell: the name of `GivesUp` on boards."""
