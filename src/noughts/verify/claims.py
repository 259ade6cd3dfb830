"""Verdicts on claims, checked position by position, or along their line of play."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from noughts.games.game import Position, Side
from noughts.refusal import Refusal
from noughts.verify.checked import CheckResult, SampleSize, different, each_checked
from noughts.verify.played import PlayGraph, ProgressReport, Reference, asked, play_graph
from noughts.verify.table import Walk


class SavedVerdict(Struct, frozen=True):
    """A saved verdict: whether a claim holds always, sometimes, or can be forced by a side.

    `positions` is the number of positions that play reaches, unless a line proves the verdict, or a search,
    which counts its nodes.
    """

    question: Literal["always", "sometimes", "forced"]
    holds: bool
    side: Side | None
    positions: int
    line: Sequence[Position] | None
    """The positions of its line of play."""
    within: int | None = None
    """The moves in which a side can force it."""
    through: Literal["positions", "diagrams", "search"] = "positions"

    @property
    def has_example(self) -> bool:
        """Whether its line alone proves it: a counterexample, or an example."""
        return self.question != "forced" and self.holds == (self.question == "sometimes")

    @property
    def has_line(self) -> bool:
        """Whether it may have a line of play."""
        return self.has_example or (self.question == "forced" and self.holds)


class VerdictCheck(Struct, frozen=True):
    """The check of a verdict on a claim, which the reference evaluator evaluates in each position."""

    verdict: SavedVerdict
    truth: Callable[[Position], bool]
    reference: Reference
    start: Position
    seed: str
    progress: ProgressReport = lambda done: None

    def checked(self, extent: SampleSize) -> CheckResult:
        """The result of the check: of the line first, then of all positions or some of them."""
        line = self.checked_line()
        if not line.is_right:
            return line
        if self.verdict.has_example:
            return replace(line, fault=self.overcounted(extent.limit))
        whole = play_graph(self.reference, self.start, extent.limit, self.progress)
        if whole is None:
            assert extent.limit is not None
            return self.sampled(extent.limit, extent.drawn)
        if self.verdict.question == "forced":
            found = self.forced(whole)
        else:
            found = each_checked(whole.found, self.everywhere, len(whole), self.progress)
        if not found.is_right:
            return found
        return replace(found, fault=self.miscounted(f"{len(whole):,}", len(whole)))

    def sampled(self, limit: int, drawn: int) -> CheckResult:
        """The check of random matches, if play reaches more positions than the limit."""
        if self.verdict.question == "forced":
            fact = f"play reaches more than {limit:,} positions, and what a side can force depends on all"
            raise Refusal(fact, "check all with `--positions all`")
        if self.verdict.positions <= limit:
            return CheckResult(0, limit, self.miscounted(f"more than {limit:,}"), has_more=True)
        positions = different(Walk(self.reference, self.start).next, drawn, self.seed)
        found = each_checked(positions, self.everywhere, limit, self.progress)
        remark = "matches were played at random, and how many positions there are was not checked"
        return replace(found, remark=remark, has_more=True)

    def miscounted(self, number: str, reached: int | None = None) -> str | None:
        """The fault that the proof has another number of positions than play reaches."""
        if self.verdict.through == "search" or self.verdict.positions == reached:
            return None
        return f"play reaches {number} positions, and the proof counts {self.verdict.positions:,}"

    def overcounted(self, limit: int | None) -> str | None:
        """The fault that the line was found among fewer positions than it has, or more than play reaches."""
        number, line = self.verdict.positions, self.verdict.line or ()
        if number < len(line):
            return f"the line has {len(line):,} positions, and the proof counts {number:,}"
        fewer = number - 1 if limit is None else min(number - 1, limit)
        whole = play_graph(self.reference, self.start, fewer, self.progress)
        return None if whole is None else self.miscounted(f"{len(whole):,}")

    def everywhere(self, position: Position) -> str | None:
        """The fault that a position refutes a verdict about all positions."""
        true, wanted = self.truth(position), self.verdict.question == "always"
        return None if true == wanted else f"the claim is {str(true).lower()}"

    def checked_line(self) -> CheckResult:
        """The check of the line of play: each move is legal, and the claim has the right truth at the end."""
        line = self.verdict.line
        if line is None:
            missing = self.verdict.has_example
            return CheckResult(0, 0, "it has no line of play, which would prove it" if missing else None)
        if not self.verdict.has_line:
            return CheckResult(0, len(line), "it has a line of play, although no line can show what it says")
        for number, position in enumerate(line):
            if (fault := self.line_fault(line, number)) is not None:
                return CheckResult(number + 1, len(line), fault, position)
        return CheckResult(len(line), len(line), remark="its line of play proves it")

    def line_fault(self, line: Sequence[Position], number: int) -> str | None:
        """The fault of the line at a position; ``None`` if there is none."""
        if number == 0 and line[0] != self.start:
            return "the line does not begin with the first position"
        if number + 1 < len(line):
            legal = line[number + 1] in asked(self.reference, line[number]).after
            return None if legal else f"move {number + 1} of the line is not legal"
        true, wanted = self.truth(line[number]), self.verdict.question != "always"
        return None if true == wanted else f"the claim is {str(true).lower()} at the end of the line"

    def forced(self, whole: PlayGraph) -> CheckResult:
        """The check of what a side can force, by all positions."""
        goal = [position for position in whole.found if self.truth(position)]
        reached = whole.forced(lambda mover: mover == self.verdict.side, goal)
        can = self.start in reached
        if can != self.verdict.holds:
            word = "can" if can else "cannot"
            return CheckResult(len(whole), len(whole), f"{self.verdict.side} {word} force it", self.start)
        if (fault := self.within_fault(reached.get(self.start))) is not None:
            return CheckResult(len(whole), len(whole), fault, self.start)
        for position in self.verdict.line or ():
            if position not in reached:
                fault = f"{self.verdict.side} cannot force it from this position of the line"
                return CheckResult(len(whole), len(whole), fault, position)
        searched = self.verdict.through == "search"
        remark = "how many nodes its search had was not checked" if searched else ""
        return CheckResult(len(whole), len(whole), remark=remark)

    def within_fault(self, moves: int | None) -> str | None:
        """The fault of the number of moves in which the verdict lets a side force it."""
        said, line = self.verdict.within, self.verdict.line or ()
        # sets of positions do not count moves
        right = moves if self.verdict.holds and self.verdict.through != "diagrams" else None
        if said != right:
            words = ["nothing" if number is None else str(number) for number in (said, right)]
            return f"the number of moves `within` which it is forced is {words[0]}, and {words[1]} is right"
        if said is not None and len(line) > said + 1:
            return f"the line has {len(line) - 1} moves, more than {said}"
        return None
