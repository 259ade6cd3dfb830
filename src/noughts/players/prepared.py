"""A player that takes long to make, and another one that plays until it is made."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from time import process_time

from noughts.background import in_background, result_of
from noughts.games.game import Move, RulesError
from noughts.games.match import Match
from noughts.players.player import Player
from noughts.refusal import Refusal


class PreparedPlayer:
    """A player that a thread makes from the first move on; `meanwhile` plays until then, or if there is none.

    The first move waits for it for `patience` seconds of processor time, since most games are solved sooner.
    So a busy machine makes the same move.
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
            self._made, patience = in_background(self._make), self._patience
        try:
            return result_of(self._made, patience, process_time)
        except RulesError:
            raise
        except (Refusal, TimeoutError):
            return None
