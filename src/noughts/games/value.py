"""What perfect play makes of a position."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from noughts.games.game import Move, Position, Side


@dataclass(frozen=True, slots=True)
class Value:
    """Who wins if nobody errs, and after how many more moves.

    The winner hurries and the loser delays; in a draw `winner` and `distance` are ``None``.  A `distance`
    may also be ``None`` because only the winner is known.

    >>> print(Value("x", 3), "or", Value(None, None))
    x wins in 3 or draw
    """

    winner: Side | None
    distance: int | None

    def __str__(self) -> str:
        if self.winner is None:
            return "draw"
        return f"{self.winner} wins" + ("" if self.distance is None else f" in {self.distance}")


class Oracle(Protocol):
    """Something that knows the value of positions, such as a solved game."""

    def value(self, position: Position) -> Value:
        """The value of a position it knows; `KeyError` otherwise."""

    def best(self, position: Position) -> tuple[Move, ...]:
        """The moves that keep the value: all of them, in the game's order."""
