"""A program's turn at a table."""

from __future__ import annotations

from dataclasses import dataclass

from noughts.games.game import Move, Side
from noughts.games.match import Match
from noughts.players.player import Player


@dataclass(frozen=True, slots=True)
class Turn:
    """A program's turn to decide; a face chooses the thread."""

    match: Match
    player: Player

    def decide(self) -> Move:
        """The move that the player chooses."""
        return self.player.choose(self.match)

    @property
    def side(self) -> Side:
        """The side of the player."""
        return self.match.to_move

    def text(self, move: Move) -> str:
        """The text of the move."""
        return self.match.game.move_text(self.match.position, move)
