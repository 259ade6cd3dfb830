"""All that exploration asks about a position, answered at once by games that can."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from noughts.games.game import Move, Outcome, Position, Side


@dataclass(frozen=True, slots=True)
class Expansion:
    """How the match ended in a position; or who is to move, the legal moves, and the position after each."""

    outcome: Outcome | None
    to_move: Side = ""
    moves: Sequence[Move] = ()
    after: Sequence[Position] = ()


@runtime_checkable
class Expanding(Protocol):
    """A game that expands positions; its other methods give the same."""

    def expansion(self, position: Position) -> Expansion | None:
        """All about a position; ``None`` where the other methods must be asked."""
