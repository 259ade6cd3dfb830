"""Advice for games that no table holds: what a search finds of a position within a second.

    oracle = SearchOracle(game)
    oracle.look(position)
    oracle.best(position), oracle.note(position)

It knows the positions that it has looked at, and of their moves those that the search decided.
"""

from __future__ import annotations

from threading import Lock
from typing import Final

from noughts.games.game import Game, Move, Position
from noughts.games.match import Match
from noughts.games.value import Value
from noughts.players.search import SECONDS, Length, SearchPlayer
from noughts.solvers.search import WIN, SearchResult

_SEED: Final = 0
"""Advice does not depend on luck."""


class SearchOracle:
    """An oracle that has to look at a position first, for `SECONDS`."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._player = SearchPlayer(game, Length(seconds=SECONDS), seed=_SEED)
        self._looking = Lock()  # the player has one table, and many tables of a face one oracle
        self._values: dict[Position, Value] = {}
        self._best: dict[Position, tuple[Move, ...]] = {}
        self._notes: dict[Position, str] = {}

    def value(self, position: Position) -> Value:
        """The value of a position that a search decided; `KeyError` for others."""
        return self._values[position]

    def best(self, position: Position) -> tuple[Move, ...]:
        """The moves that are best as far as the search has seen; `KeyError` without one."""
        return self._best[position]

    def note(self, position: Position) -> str | None:
        """How far the advice reaches; ``None`` where nobody has looked."""
        return self._notes.get(position)

    def look(self, match: Match) -> None:
        """Search the position of a match that goes on."""
        position = match.position
        with self._looking:
            if position in self._notes:
                return
            found, move = self._player.look(match)
            self._enter(match, found)
            decided = found.is_final or found.values[move] != 0
            self._best[position] = tuple(found.best) if decided else (move,)
            self._notes[position] = "Proved by search." if decided else f"Searched to depth {found.depth}."

    def _enter(self, match: Match, found: SearchResult) -> None:
        """Keep the values that are decided: those of moves, and with them the value of the position."""
        for move, number in found.values.items():
            value = decided_value(number, match, is_final=found.is_final and move in found.best)
            if value is not None:
                self._values[self._game.after(match.position, move)] = value


def decided_value(number: int, match: Match, *, is_final: bool) -> Value | None:
    """The value of the position after a move of that number (see `SearchResult`); ``None`` if it is open."""
    if number == 0:
        return Value(None, None) if is_final else None
    mover = match.to_move
    winner = mover if number > 0 else next(side for side in match.game.sides if side != mover)
    return Value(winner, WIN - abs(number) - 1)
