"""The first of several players that can play a game and is ready in time."""

from __future__ import annotations

from collections.abc import Callable

from noughts.games.game import Move, RulesError
from noughts.games.match import Match
from noughts.players.player import Player
from noughts.refusal import Refusal


class FallbackPlayer:
    """The first of several players that can play the game and is ready in time.

    Each is created when needed; the last one can play any game.
    """

    def __init__(self, *players: Callable[[], Player | None]) -> None:
        self._others = list(players)
        self._player = self._next()

    @property
    def name(self) -> str:
        """The name of the player that plays at present."""
        return self._player.name

    def choose(self, match: Match) -> Move:
        """The player's move, or that of a substitute."""
        try:
            return self._player.choose(match)
        except RulesError:
            raise
        except (Refusal, TimeoutError):
            if not self._others:
                raise
            self._player = self._next()
            return self.choose(match)

    def _next(self) -> Player:
        """The next one that can play; it leaves the list once made, because its making may be stopped."""
        try:
            player = self._others[0]()
        except RulesError:
            raise
        except Refusal:
            if len(self._others) == 1:
                raise
            player = None
        del self._others[0]
        return player or self._next()
