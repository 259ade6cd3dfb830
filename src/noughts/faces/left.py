"""Matches at a table that were left for others."""

from __future__ import annotations

from dataclasses import dataclass

from noughts.games.game import Game
from noughts.games.match import Match
from noughts.games.record_text import new_identity


@dataclass(frozen=True, slots=True)
class Left:
    """A match that was left for another one, with the ply that was shown."""

    whole: Match
    ply: int
    identity: str

    def at(self, game: Game) -> Left:
        """The same moves as another match, which asks this game."""
        whole = Match(game, self.whole.moves, self.whole.positions)
        return Left(whole, self.ply, new_identity())
