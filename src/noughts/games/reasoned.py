"""Games that give reasons: why a match is over, or why a move is not legal.

A game gives reasons if it has these methods in addition to those of `noughts.games.game.Game`; a face tests
``isinstance(game, Reasoned)``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Protocol, runtime_checkable

from noughts.games.game import Move, Position


class Reason(Protocol):
    """The reason why a sentence about a game is true or false: a tree of the parts that decide it."""

    @property
    def because(self) -> str:
        """The part that decides, in one line."""

    def lines(self, width: int | None = None) -> list[str]:
        """The tree, a line for each part; lines are cut to `width` columns if possible."""

    def as_json(self) -> Mapping[str, Any]:
        """The tree as JSON."""


@dataclass(frozen=True, slots=True)
class Because:
    """A fact about a match, and the reasons for it."""

    fact: str
    reasons: tuple[Reason, ...]


@runtime_checkable
class Reasoned(Protocol):
    """A game that gives reasons."""

    def why_over(self, position: Position) -> Because | None:
        """The reason why the match has ended with its winner; ``None`` while it goes on."""

    def why_not_legal(self, position: Position, text: str) -> Because | None:
        """The reason why the move with this text is not legal; ``None`` if it is, or if there is no such
        move."""

    def legal_move_called(self, position: Position, text: str) -> Move | None:
        """The legal move with this text, which need not be its shortest; ``None`` if there is none."""
