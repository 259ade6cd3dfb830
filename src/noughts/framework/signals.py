"""Exceptions by which a board, its rules or a player end a step or a match."""

from __future__ import annotations

from noughts.games.match import IllegalMove
from noughts.players.player import GivesUp


class Tied(Exception):
    """The match is over and drawn."""


class GameOver(Exception):
    """The match is over and won by the piece `winner`, by default the one put down last."""

    def __init__(self, winner: int | None = None) -> None:
        super().__init__()
        self.winner = winner


class InvalidStep(IllegalMove):
    """The rules do not allow the step; the board is unchanged, and another step may be tried."""


Surrender = GivesUp
"""A player chooses no cell: the name of `GivesUp` on boards."""
