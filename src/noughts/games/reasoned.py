"""Games that say why: why a match is over, why a move is not legal.

A game says so by having these methods beside those of `noughts.games.game.Game`; a face asks
``isinstance(game, Reasoned)``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, runtime_checkable

from noughts.games.game import Move, Position


class Reason(Protocol):
    """Why a sentence about a game is true or false: a tree of the parts that decide it."""

    @property
    def because(self) -> str:
        """The nearest part that is to blame, in a line."""

    def lines(self, width: int | None = None) -> list[str]:
        """The tree, a line for each part, as far as possible of at most `width` columns."""

    def as_json(self) -> Mapping[str, Any]:
        """The tree for programs."""


@dataclass(frozen=True, slots=True)
class Because:
    """A fact about a match, and the reasons for it."""

    fact: str
    reasons: tuple[Reason, ...]


@runtime_checkable
class Reasoned(Protocol):
    """A game that says why."""

    def why_over(self, position: Position) -> Because | None:
        """Why the match has ended in a position, and with this winner; ``None`` while it goes on."""

    def why_not_legal(self, position: Position, text: str) -> Because | None:
        """Why the move of that text is not legal; ``None`` if it is, or if the rules know none such."""

    def legal_move_called(self, position: Position, text: str) -> Move | None:
        """The legal move of that text, even if it has a shorter one; ``None`` if there is none."""

    def why_no_move_at(self, line: Sequence[Position], x: int, y: int) -> Because | None:
        """Why a click at a pixel makes no move at the end of a line of play; ``None`` if no rule can say."""
