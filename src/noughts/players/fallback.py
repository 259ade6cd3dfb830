"""Players that others replace: if they cannot play a game, or until a better one is made."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from time import process_time

from noughts.background import in_background_for, result_of
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


# A player that takes long to make, and another one that plays until it is made.


class PreparedPlayer:
    """A player that a thread makes from the first move on; `meanwhile` plays until then, or if there is none.

    The first move waits for it for `patience` seconds of processor time, since most games are solved sooner.
    So a busy machine makes the same move.  The thread stops when nobody uses this player any more.
    """

    def __init__(self, make: Callable[[], Player | None], meanwhile: Player, *, patience: float) -> None:
        self.name = "perfect"
        """The name of the player that chose the last move; ``perfect`` before the first move."""
        self._make = make
        self._meanwhile = meanwhile
        self._patience = patience
        self._made: Future[Player | None] | None = None

    def choose(self, match: Match) -> Move:
        """The move of the prepared player if it is made and has one, or else of the other one."""
        if (player := self._prepared()) is not None:
            try:
                return self._choice(player, match)
            except RulesError:
                raise
            except Refusal:  # such as of a strategy that does not reach a position of the other player
                pass
        return self._choice(self._meanwhile, match)

    def _choice(self, player: Player, match: Match) -> Move:
        move = player.choose(match)
        self.name = player.name
        return move

    def _prepared(self) -> Player | None:
        """The prepared player, if it is made."""
        patience = 0.0
        if self._made is None:
            self._made, patience = in_background_for(self, self._make), self._patience
        try:
            return result_of(self._made, patience, process_time)
        except RulesError:
            raise
        except (Refusal, TimeoutError):
            return None
