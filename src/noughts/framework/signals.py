"""What a board, its rules or a player may call out instead of going on."""

from __future__ import annotations


class Signal(Exception):
    """Something that whoever lets players go must hear."""


class Tied(Signal):
    """The match is over, and nobody has won it."""


class GameOver(Signal):
    """The match is over, and won by the piece `winner`: whoever put down the last one, if none is named."""

    def __init__(self, winner: int | None = None) -> None:
        super().__init__()
        self.winner = winner


class Surrender(Signal):
    """A player gives up."""


class InvalidStep(Signal):
    """The rules do not allow it; nothing has changed, and another step may be tried."""
