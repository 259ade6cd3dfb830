"""Verdicts on runs, checked by the reference evaluator: a run that refutes a claim, or all positions.

Strongly connected components are found by what a position reaches forward and backward, unlike by the verdict
itself (L. Fleischer and others, *On identifying strongly connected components in parallel*, 2000).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence

from msgspec import Struct

from noughts.games.game import Expansion, Move, Position
from noughts.refusal import Refusal
from noughts.verify.checked import CheckResult, SampleSize
from noughts.verify.played import PlayGraph, ProgressReport, Reference, asked, play_graph

Truth = Callable[[Position], bool]
"""Whether a claim is true of a position, by the reference evaluator."""


class Fairness(Struct, frozen=True):
    """A set of moves that a run treats fairly; `text` is how it was given.

    A *run* is a longest match: it is endless, or ends in a position without legal moves.  It treats a set of
    moves

    * *weakly fairly* if it makes one of them again and again, or all are impossible again and again
    * *strongly fairly* if it makes one of them again and again, or all are impossible from some position on

    as by WF and SF in L. Lamport, *Specifying Systems* (2002), chapter 8.  A move that changes nothing does
    not count.  A run that ends is fair: nothing is possible there.
    """

    text: str
    moves: frozenset[Move]
    is_strong: bool = False


class SavedRuns(Struct, frozen=True):
    """A saved verdict: whether all fair runs reach a claim, among that many positions.

    If not, `line` and `moves` are a run that does not; its moves repeat from place `loop` on.
    """

    holds: bool
    positions: int
    line: Sequence[Position] | None
    moves: Sequence[Move]
    loop: int | None


class RunsCheck(Struct, frozen=True):
    """The check of a verdict on runs; without a `premise` they begin at the start."""

    verdict: SavedRuns
    claim: Truth
    premise: Truth | None
    fairness: Sequence[Fairness]
    reference: Reference
    start: Position
    progress: ProgressReport = lambda done: None

    def checked(self, extent: SampleSize) -> CheckResult:
        """The result of the check: of the run, or of all positions."""
        if not self.verdict.holds:
            line = self.verdict.line
            if line is None:
                return CheckResult(0, 0, "it has no run, which would prove it")
            wrong = self.run_fault(line)
            return CheckResult(len(line), len(line), wrong, remark="" if wrong else "its run proves it")
        if self.verdict.line is not None:
            return CheckResult(0, 0, "it has a run, although no run can show what it says")
        whole = play_graph(self.reference, self.start, extent.limit, self.progress)
        if whole is None:
            fact = f"play reaches more than {extent.limit:,} positions, and what all runs do depends on all"
            raise Refusal(fact, "check all with `--positions all`")
        return self.all_checked(whole)

    def all_checked(self, whole: PlayGraph) -> CheckResult:
        """The check of a verdict that all fair runs reach the claim."""
        count = len(whole)
        if count != self.verdict.positions:
            fault = f"play reaches {count:,} positions, and the proof counts {self.verdict.positions:,}"
            return CheckResult(count, count, fault)
        region = frozenset(position for position in whole.found if not self.claim(position))
        avoiding = avoiding_positions(whole, region, self.fairness)
        begins = [self.start] if self.premise is None else filter(self.premise, whole.found)
        where = next((position for position in begins if position in avoiding), None)
        wrong = None if where is None else "a fair run from here does not reach the claim"
        return CheckResult(count, count, wrong, where)

    def run_fault(self, line: Sequence[Position]) -> str | None:
        """The fault of a run that should avoid the claim; ``None`` if there is none."""
        loop = self.verdict.loop
        steps = [asked(self.reference, position) for position in line]
        if line[0] != self.start:
            return "the run does not begin with the first position"
        for number, (move, after) in enumerate(zip(self.verdict.moves, line[1:], strict=True)):
            if (move, after) not in zip(steps[number].moves, steps[number].after, strict=True):
                return f"move {number + 1} of the run is not legal"
        true = [number for number, position in enumerate(line) if self.claim(position)]
        outside = true[-1] + 1 if true else 0
        if outside and self.premise is None:
            return "the claim is true in the run"
        if self.premise is not None and not any(map(self.premise, line[outside:])):
            return "the run does not avoid the claim after its premise"
        if loop is None:
            return None if steps[-1].outcome is not None else "the run does not end, and does not repeat"
        if not 0 <= loop < len(line) - 1 or line[loop] != line[-1]:
            return "the run does not return to where it should repeat"
        if outside > loop:
            return "the claim is true in the moves that repeat"
        repeated = zip(line[loop:], self.verdict.moves[loop:], line[loop + 1 :], strict=False)
        made = {move for before, move, after in repeated if before != after}
        visited = dict(zip(line[loop:], steps[loop:], strict=True))
        for each in self.fairness:
            if made.isdisjoint(each.moves) and not is_idle(each, visited):
                return f"the run does not treat `{each.text}` fairly"
        return None


def avoiding_positions(
    whole: PlayGraph, region: frozenset[Position], fairness: Sequence[Fairness]
) -> Collection[Position]:
    """The positions of a region from which a fair run stays in it."""
    found = {position for position in region if not whole.found[position].after}
    for part in fair_parts(whole.found, region, fairness):
        found |= part
    return reachable_in(found, region, whole.before)


def fair_parts(
    found: Mapping[Position, Expansion], region: frozenset[Position], fairness: Sequence[Fairness]
) -> Iterator[frozenset[Position]]:
    """The strongly connected sets of a region that some fair run visits again and again."""
    waiting = [region]
    for each in waiting:
        part = with_ways(found, each)
        if not part:
            continue
        after = {p: [q for q in found[p].after if q in part] for p in part}
        before: dict[Position, list[Position]] = {p: [] for p in part}
        for p, targets in after.items():
            for q in targets:
                before[q].append(p)
        pivot = next(iter(part))
        forward, backward = (reachable_in([pivot], part, ways) for ways in (after, before))
        both = forward & backward
        waiting += [forward - both, backward - both, part - forward - backward]
        if not any(q in both for p in both for q in after[p]):
            continue
        visited = {position: found[position] for position in both}
        made = {
            m
            for p, e in visited.items()
            for m, q in zip(e.moves, e.after, strict=True)
            if p != q and q in both
        }
        unfair = [c for c in fairness if made.isdisjoint(c.moves) and not is_idle(c, visited)]
        if not unfair:
            yield both
        elif all(c.is_strong for c in unfair):
            waiting.append(
                frozenset(p for p, e in visited.items() if not any(is_possible(c, p, e) for c in unfair))
            )


def with_ways(found: Mapping[Position, Expansion], region: frozenset[Position]) -> frozenset[Position]:
    """The positions of a region from which some path in it is endless."""
    left = {p: sum(q in region for q in found[p].after) for p in region}
    before: dict[Position, list[Position]] = {}
    for p in region:
        for q in found[p].after:
            before.setdefault(q, []).append(p)
    for p in (gone := [p for p, count in left.items() if not count]):
        for q in before.get(p, ()):
            if q in left:
                left[q] -= 1
                if not left[q]:
                    gone.append(q)
    return region.difference(gone)


def reachable_in(
    begins: Iterable[Position], region: Collection[Position], ways: Mapping[Position, Iterable[Position]]
) -> frozenset[Position]:
    """The positions of a region to which paths in it lead."""
    found = dict.fromkeys(begins)
    for position in (waiting := list(found)):
        for other in ways.get(position, ()):
            if other in region and other not in found:
                found[other] = None
                waiting.append(other)
    return frozenset(found)


def is_idle(condition: Fairness, visited: Mapping[Position, Expansion]) -> bool:
    """Whether a run that visits these positions again and again need make no move of a condition."""
    impossible = [not is_possible(condition, position, each) for position, each in visited.items()]
    return all(impossible) if condition.is_strong else any(impossible)


def is_possible(condition: Fairness, position: Position, expansion: Expansion) -> bool:
    """Whether a move of a condition leads from a position to another one."""
    pairs = zip(expansion.moves, expansion.after, strict=True)
    return any(move in condition.moves and after != position for move, after in pairs)
