"""Verdicts on claims, checked position by position, or along their line of play."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from noughts.games.game import Position, Side
from noughts.verify.checked import CheckResult, SampleSize, different, each_checked
from noughts.verify.played import PlayGraph, ProgressReport, Reference, asked, play_graph
from noughts.verify.table import Walk


@dataclass(frozen=True)
class SavedVerdict:
    """A verdict that was saved: whether a claim holds always, sometimes, or can be forced by a side."""

    question: Literal["always", "sometimes", "forced"]
    holds: bool
    side: Side | None
    positions: int
    line: Sequence[Position] | None
    """The positions of its line of play."""

    @property
    def has_example(self) -> bool:
        """Whether its line alone proves it: a counterexample, or an example."""
        return self.question != "forced" and self.holds == (self.question == "sometimes")


@dataclass(frozen=True)
class VerdictCheck:
    """The check of a verdict on a claim, whose truth at a position the reference evaluator says."""

    verdict: SavedVerdict
    truth: Callable[[Position], bool]
    reference: Reference
    start: Position
    seed: str
    progress: ProgressReport = lambda done: None

    def checked(self, extent: SampleSize) -> CheckResult:
        """What is found: the line first, then all positions or some of them."""
        line = self.checked_line()
        if not line.is_right or self.verdict.has_example:
            return line
        whole = play_graph(self.reference, self.start, extent.limit, self.progress)
        if self.verdict.question == "forced":
            return self.forced(whole, line)
        if whole is None:
            walk = Walk(self.reference, self.start)
            positions = different(walk.next, extent.drawn, self.seed)
            found = each_checked(positions, self.everywhere, self.verdict.positions, self.progress)
            return replace(found, remark="matches were played at random")
        found = each_checked(whole.found, self.everywhere, len(whole), self.progress)
        if found.is_right and len(whole) != self.verdict.positions:
            said = f"{self.verdict.positions:,} positions were examined by the proof"
            return replace(found, fault=f"play reaches {len(whole):,} positions, and {said}")
        return found

    def everywhere(self, position: Position) -> str | None:
        """How a position refutes what is said of every one."""
        true, wanted = self.truth(position), self.verdict.question == "always"
        return None if true == wanted else f"the claim is {str(true).lower()}"

    def checked_line(self) -> CheckResult:
        """The check of the line of play: each move is legal, and the claim is as it must be at the end."""
        line = self.verdict.line
        if line is None:
            missing = self.verdict.has_example
            return CheckResult(0, 0, "it has no line of play, which would prove it" if missing else None)
        for number, position in enumerate(line):
            if (fault := self.line_fault(line, number)) is not None:
                return CheckResult(number + 1, len(line), fault, position)
        return CheckResult(len(line), len(line), remark="its line of play proves it")

    def line_fault(self, line: Sequence[Position], number: int) -> str | None:
        """What is wrong with the line at a position."""
        if number == 0 and line[0] != self.start:
            return "the line does not begin with the first position"
        if number + 1 < len(line):
            legal = line[number + 1] in asked(self.reference, line[number]).after
            return None if legal else f"move {number + 1} of the line is not legal"
        true, wanted = self.truth(line[number]), self.verdict.question != "always"
        return None if true == wanted else f"the claim is {str(true).lower()} at the end of the line"

    def forced(self, whole: PlayGraph | None, line: CheckResult) -> CheckResult:
        """The check of what a side can force: all positions are needed."""
        if whole is None:
            remark = "its line is one example; that it is forced can be checked with `--positions all`"
            return replace(line, of=self.verdict.positions, remark=remark)
        goal = [position for position in whole.found if self.truth(position)]
        reached = whole.forced(lambda mover: mover == self.verdict.side, goal)
        can = self.start in reached
        if can != self.verdict.holds:
            word = "can" if can else "cannot"
            return CheckResult(len(whole), len(whole), f"{self.verdict.side} {word} force it", self.start)
        return CheckResult(len(whole), len(whole))
