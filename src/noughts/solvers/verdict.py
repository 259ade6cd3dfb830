"""Questions about all positions of a game, and the verdicts on them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol, TypeAlias

from noughts.games.game import Position, Side
from noughts.games.match import Match
from noughts.grounding.formula import Formula

Progress: TypeAlias = Callable[[int], None]
"""Called at intervals with the amount of work done."""


class Question(Protocol):
    """A sentence about positions, which is evaluated at one or grounded for all."""

    @property
    def text(self) -> str:
        """The sentence as written."""

    @property
    def formula(self) -> Formula:
        """The formula of the positions where it is true; `CannotGround` if there is none."""

    @property
    def premises(self) -> Sequence[Question]:
        """The sentences that must be true at some position; otherwise the claim holds vacuously."""

    def holds(self, position: Position) -> bool:
        """Whether it is true at a position."""

    def by_reference(self, position: Position) -> bool:
        """The same by the reference evaluator."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """The answer to a question about all positions.

    `line` is the evidence: a shortest line of play to a counterexample or to an example, or a line that a
    side can force, of at most `within` moves.
    """

    holds: bool
    positions: int
    """The number of positions examined: all that play can reach, unless `line` ended the search."""

    line: Match | None = None
    within: int | None = None
    idle: tuple[str, ...] = ()
    """Premises that are true at no position."""

    winless: tuple[Side, ...] = ()
    """Sides that win in no position: a warning that ``wins`` may be wrong."""
