"""Answers for the spot check: values and verdicts with the statements that they imply about a position."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from noughts.games.game import Expansion, Position
from noughts.games.match import Match
from noughts.kernels.answers import UNKNOWN
from noughts.solvers.solved import Solved
from noughts.solvers.tablebase import Tablebase
from noughts.solvers.verdict import Question
from noughts.verify.checked import value_fault
from noughts.verify.spot import Answer, line_fault


@dataclass(frozen=True)
class ValuesAnswer:
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


@dataclass(frozen=True)
class ClaimAnswer:
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
