"""Values of positions under perfect play."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from noughts.games.game import Move, Position, Side, wins
from noughts.games.match import Match


@dataclass(frozen=True, slots=True)
class Value:
    """The winner with perfect play, and the number of moves to the end.

    The winner plays for the quickest win, and the loser for the slowest.  In a draw, `winner` and `distance`
    are ``None``.  The `distance` is also ``None`` if only the winner is known.

    >>> print(Value("x", 3), "or", Value(None, None))
    x wins in 3 or draw
    """

    winner: Side | None
    distance: int | None

    def __str__(self) -> str:
        if self.winner is None:
            return "draw"
        return wins(self.winner) + ("" if self.distance is None else f" in {self.distance}")


class Oracle(Protocol):
    """A source of exact values of positions, such as a solved game."""

    def value(self, position: Position) -> Value:
        """The value of a known position; `KeyError` for others."""

    def best(self, position: Position) -> tuple[Move, ...]:
        """All moves that preserve the value, in the game's order."""


def mistakes_after(oracle: Oracle, match: Match, move: Move) -> tuple[int, int]:
    """The number of mistakes among the opponent's replies to `move`, and the number of replies.

    A mistake worsens the value: it loses a drawn position, or does not win a won one.  There are no
    replies if the match is over, or the opponent is not to move.
    """
    game, position = match.game, match.game.after(match.position, move)
    replies = game.moves(position)
    if not replies or game.to_move(position) == match.to_move:
        return 0, 0
    winner = oracle.value(position).winner
    errors = sum(oracle.value(game.after(position, reply)).winner != winner for reply in replies)
    return errors, len(replies)
