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
        variations = tuple(twin_match(each, game) for each in self.variations)
        whole = twin_match(self.whole, game)
        return replace(self, whole=whole, variations=variations, identity=new_identity())


def twin_match(match: Match, game: Game) -> Match:
    """The same moves as a match that asks another copy of the game."""
    return Match(game, match.moves, match.positions)
