"""Matches at a table that were left for others."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from noughts.faces.seating import Seater
from noughts.games.game import Game, Side
from noughts.games.match import Match
from noughts.games.record_text import new_identity
from noughts.players.player import Who


@dataclass(frozen=True, slots=True)
class Left:
    """A match that was left for another one, with its players, the ply that was shown, and its variations."""

    whole: Match
    ply: int
    identity: str
    players: Mapping[Side, Who]
    seating: Seater | None
    variations: tuple[Match, ...] = ()

    def at(self, game: Game) -> Left:
        """The same moves as another match, which asks this game."""
        variations = tuple(each.twin(game) for each in self.variations)
        return replace(self, whole=self.whole.twin(game), variations=variations, identity=new_identity())
