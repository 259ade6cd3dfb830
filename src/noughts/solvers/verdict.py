"""Questions about all positions of a game, and the verdicts on them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Protocol, TypeAlias

from msgspec import Struct

from noughts.games.game import Expansion, Position, Side
from noughts.games.match import Match
from noughts.grounding.formula import Formula
from noughts.kernels.answers import UNKNOWN
from noughts.solvers.solved import Solved
from noughts.solvers.tablebase import Tablebase
from noughts.verify.checked import value_fault
from noughts.verify.spot import Answer, line_fault

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


class Verdict(Struct, frozen=True):
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


# Answers for the spot check: values and verdicts with the statements that they imply about a position.


class ValuesAnswer(Struct, frozen=True):
    """The values of positions, together with an answer about the positions themselves."""

    solved: Solved
    found: Answer

    def drawn(self, dice: Random) -> Position | None:
        if isinstance(self.solved, Tablebase):
            codes = self.solved.codes
            return self.solved.kernel.grounded.decoded(codes[dice.randrange(len(codes))])
        return self.found.drawn(dice)

    def fault(self, position: Position, found: Expansion) -> str | None:
        try:
            value = self.solved.value(position)
        except KeyError:
            return UNKNOWN
        return self.found.fault(position, found) or value_fault(found, value, self.solved.value)


class ClaimAnswer(Struct, frozen=True):
    """The verdict on a claim: its truth at the end of a line, and not before; or its truth `everywhere`."""

    claim: Question
    found: Answer
    line: Match | None
    at_end: bool
    everywhere: bool | None = None

    def drawn(self, dice: Random) -> Position | None:
        return self.found.drawn(dice)

    def fault(self, position: Position, found: Expansion) -> str | None:
        wanted, true = self.said(position), self.claim.by_reference(position)
        if wanted is not None and true is not wanted:
            return f"`{self.claim.text}` is {str(true).lower()}, and {str(wanted).lower()} by the answer"
        return self.found.fault(position, found) or line_fault(self.line, position, found)

    def said(self, position: Position) -> bool | None:
        """The truth of the claim that follows from the verdict; ``None`` if none does."""
        if self.line is None:
            return self.everywhere
        if position == self.line.position:
            return self.at_end
        return not self.at_end if position in self.line.positions else None
