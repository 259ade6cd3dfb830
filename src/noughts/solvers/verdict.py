"""What is asked about all positions of a game, and what comes of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol, TypeAlias

from noughts.games.game import Position, Side
from noughts.games.match import Match
from noughts.grounding.formula import Formula

Tell: TypeAlias = Callable[[int], None]
"""Receives how far the work has come."""


class Question(Protocol):
    """A sentence about positions: asked of one, or a formula for all."""

    @property
    def text(self) -> str:
        """As it is written."""

    @property
    def formula(self) -> Formula:
        """Where it is true; `CannotGround` if that cannot be said by a formula."""

    @property
    def premises(self) -> Sequence[Question]:
        """What must be true somewhere for the sentence to have been put to the test."""

    def holds(self, position: Position) -> bool:
        """Whether it is true of a position."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """The answer to a question about all positions.

    `line` shows why: a line of play to a position that breaks an invariant, or to one that was looked
    for, a shortest one; or one of those by which a side gets its will, within `within` moves.
    """

    holds: bool
    positions: int
    """How many positions were looked at: all that play can reach, unless `line` ended the search."""

    line: Match | None = None
    within: int | None = None
    idle: tuple[str, ...] = ()
    """Premises that are true in no position."""

    winless: tuple[Side, ...] = ()
    """Sides that win in no position, though there are winners to be."""
