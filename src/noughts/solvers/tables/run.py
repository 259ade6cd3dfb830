"""A game listed and solved phase by phase: each is done when its note is there."""

from bisect import bisect_right
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import accumulate, pairwise
from typing import Any, Final, TypeAlias

from noughts.solvers.tables.estimate import Expected
from noughts.solvers.tables.notes import read_note, write_note
from noughts.solvers.tables.returning import decide, gather, link, rank, reply, spread, tabulate, turn
from noughts.solvers.tables.rows import Code, write_rows
from noughts.solvers.tables.rules import row_of
from noughts.solvers.tables.tasks import (
    Work,
    answer_part,
    expand_part,
    file_of,
    merge_part,
    samples_of,
    settle_part,
)
from noughts.workers.engine import Engine, TaskCall

Numbers: TypeAlias = Sequence[Mapping[str, Any]]
"""What the tasks of a phase returned."""

_FORWARD: Final = "listing"
_BACKWARD: Final = "solving"
_LISTING: Final = 0.5
"""The share of listing in the time that listing and solving take, as measured."""

_EVEN: Final = 8
"""Large layers have a multiple of so many parts: two, four or eight workers have equal shares of them."""

_LARGE: Final = 200_000
"""Rows that make a layer large: a part of an eighth takes some milliseconds."""


@dataclass
class State:
    """How far a run is, for people: the phase, the layer, and how many of its tasks are done."""

    expected: Expected | None = None
    doing: str = _FORWARD
    layer: int = 0
    layers: int | None = None
    done: int = 0
    tasks: int = 1
    positions: int = 0
    """Positions found so far, one of those alike, or solved so far, as we are listing or solving."""
    found: int = 0
    """Positions found in all, as soon as that is known."""

    @property
    def share(self) -> float | None:
        """The part of all work that is done, from 0 to 1, where that can be said."""
        most = self.found or (self.expected.kept if self.expected else 0)
        if not most:
            return None
        part = min(1.0, self.positions / most)
        return _LISTING * part if self.doing == _FORWARD else _LISTING + (1 - _LISTING) * part


@dataclass
class Run:
    """The work on one folder; `part_rows` is the number of rows that parts are cut to.

    `is_growing` says that no position comes back: then a layer leads to the next one only.
    """

    work: Work
    engine: Engine
    part_rows: int
    is_growing: bool
    report: Callable[[State], None] = lambda state: None
    state: State = field(default_factory=State)
    forgotten: list[str] = field(default_factory=list)
    """Files that are not needed any more, and removed as soon as workers are busy."""

    def phase(self, name: str, calls: Sequence[TaskCall]) -> Numbers:
        """Do the calls, if the phase has not been done; and note that it is."""
        self.state.done, self.state.tasks = 0, len(calls)
        self.report(self.state)
        note = f"done-{name}"
        found: list[Any] | None = read_note(self.work.folder, note)
        if found is None:
            found = [None] * len(calls)
            for number, numbers in self.engine.results(calls):
                found[number] = numbers
                self.work.folder.remove(self.forgotten)
                self.forgotten.clear()
                self.state.done += 1
                self.report(self.state)
            write_note(self.work.folder, note, found)
        return found

    def forward(self, start: int) -> tuple[list[Numbers], list[Numbers]]:
        """List all layers from the first position on: what expanding each returned, and its parts."""
        work, first = self.work, row_of(start, self.work.rules.words)
        listed: list[Numbers] = []
        parts: list[Numbers] = [[{"rows": 1, "samples": samples_of(first)}]]
        if not read_note(work.folder, "done-first"):
            write_rows(work.folder, file_of("codes", 0, 0), first)
            write_note(work.folder, "done-first", True)
        self.state.positions = 1
        while any(numbers["rows"] for numbers in parts[-1]):
            layer, count = len(listed), len(parts[-1])
            self.state.doing, self.state.layer = _FORWARD, layer
            calls: list[TaskCall] = [(expand_part, work, layer, part) for part in range(count)]
            listed.append(self.phase(f"expand-{layer:03}", calls))
            earlier = () if self.is_growing else tuple(map(len, parts))
            ranges = ranges_of(listed[-1], self.part_rows)
            calls = [
                (merge_part, work, layer + 1, q, *bounds, count, earlier) for q, bounds in enumerate(ranges)
            ]
            parts.append(self.phase(f"merge-{layer + 1:03}", calls))
            if not self.is_growing:
                self.forget(layer, count, "asks")
            self.state.positions += sum(numbers["rows"] for numbers in parts[-1])
        return listed, parts[: len(listed)]

    def backward(self, parts: Sequence[Numbers]) -> list[Numbers]:
        """The values of all positions, in tables: what the tasks that wrote them returned, layer by layer."""
        self.state.found = sum(numbers["rows"] for layer in parts for numbers in layer)
        self.state.doing, self.state.layers, self.state.positions = _BACKWARD, len(parts), 0
        return self.by_layer(list(map(len, parts))) if self.is_growing else [self.by_distance(parts)]

    def by_layer(self, parts: Sequence[int]) -> list[Numbers]:
        """Solve all layers from the last to the first."""
        work, last = self.work, len(parts) - 1
        settled: list[Numbers] = []
        for layer in range(last, -1, -1):
            self.state.layer = layer
            said: Numbers = ()
            if layer < last:
                calls: list[TaskCall] = [
                    (answer_part, work, layer + 1, q, layer, parts[layer]) for q in range(parts[layer + 1])
                ]
                said = self.phase(f"answer-{layer + 1:03}", calls)
            begins = [numbers["begins"] for numbers in said]
            calls = [(settle_part, work, layer, part, begins, layer + 1) for part in range(parts[layer])]
            settled.append(self.phase(f"settle-{layer:03}", calls))
            self.state.positions += sum(numbers["rows"] for numbers in settled[-1])
            self.forget(layer, parts[layer], "asks")
            if layer < last:
                self.forget(layer + 1, parts[layer + 1], "says", "values", "codes")
        return settled[::-1]

    def by_distance(self, parts: Sequence[Numbers]) -> Numbers:
        """Solve all layers as one, from the ends backward, a distance at a time."""
        work, whole = self.work, len(parts)
        ranges = ranges_of([numbers for layer in parts for numbers in layer], self.part_rows)
        calls: list[TaskCall] = [
            (gather, work, whole, q, *bounds, tuple(map(len, parts))) for q, bounds in enumerate(ranges)
        ]
        rows = [numbers["rows"] for numbers in self.phase("gather", calls)]
        bases, every = list(accumulate(rows, initial=0)), range(len(rows))
        for layer, numbers in enumerate(parts):
            self.forget(layer, len(numbers), "codes")
        self.phase("expand-all", [(expand_part, work, whole, p) for p in every])
        calls = [(rank, work, whole, q, bases[q], rows[q], len(rows)) for q in every]
        begins = [numbers["begins"] for numbers in self.phase("rank", calls)]
        linked = self.phase("link", [(link, work, whole, p, bases[p], begins) for p in every])
        calls = [(turn, work, whole, q, bases[q], bases[q + 1], len(rows)) for q in every]
        self.phase("turn", calls)
        self.forget(whole, len(rows), "edges")
        newest = self.distances(whole, bases, [numbers["front"] for numbers in linked])
        calls = [(reply, work, whole, q, newest[q], len(rows)) for q in every]
        begins = [numbers["begins"] for numbers in self.phase("reply", calls)]
        return self.phase("tabulate", [(tabulate, work, whole, p, begins) for p in every])

    def distances(self, whole: int, bases: Sequence[int], front: list[int]) -> list[int]:
        """Decide what can be decided, a distance at a time: the newest states of each part."""
        work, distance, every = self.work, 0, range(len(front))
        newest = [0 for _ in front]
        while any(front):
            distance += 1
            self.state.layer, self.state.layers = distance, None
            self.state.positions += sum(front)
            sources = tuple(q for q in every if front[q])
            calls: list[TaskCall] = [(spread, work, whole, distance, q) for q in sources]
            self.phase(f"spread-{distance:03}", calls)
            calls = [
                (decide, work, whole, distance, p, bases[p], bases[p + 1], sources, newest[p]) for p in every
            ]
            decided = self.phase(f"decide-{distance:03}", calls)
            self.forget(whole, len(front), f"front-{distance:03}", f"leads-{distance:03}")
            for part, numbers in enumerate(decided):
                if numbers["last"] != newest[part]:
                    work.folder.remove([file_of(f"states-{newest[part]:03}", whole, part)])
            newest = [numbers["last"] for numbers in decided]
            front = [numbers["front"] for numbers in decided]
        return newest

    def forget(self, layer: int, parts: int, *kinds: str) -> None:
        """Remove files that are not needed any more, during the next phase."""
        self.forgotten += [file_of(kind, layer, part) for kind in kinds for part in range(parts)]


def ranges_of(expanded: Numbers, part_rows: int) -> list[tuple[Code | None, Code | None]]:
    """Ranges that cut what was asked for into parts of about so many rows at most, none empty; none if
    nothing was.

    The samples of a table stand for as many rows each; so the cuts are quantiles of all rows, and depend
    on nothing else.
    """
    weighted = sorted(
        (tuple(code), numbers["rows"] / len(numbers["samples"]))
        for numbers in expanded
        for code in numbers["samples"]
    )
    if not weighted:
        return []
    total = sum(numbers["rows"] for numbers in expanded)
    shares = _EVEN if total >= _LARGE else 1
    wanted = shares * -(-total // (shares * part_rows))
    reached = list(accumulate(weight for _, weight in weighted))
    cuts = {
        weighted[min(len(weighted) - 1, bisect_right(reached, total * k / wanted))][0]
        for k in range(1, wanted)
    }
    inner = sorted(cuts - {weighted[0][0]})
    return list(pairwise([None, *inner, None]))
