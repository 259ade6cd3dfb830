"""Runs: a game is listed and solved in phases, each of which is done once its note is written."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Mapping, Sequence
from itertools import accumulate, pairwise
from typing import Any, Final, TypeAlias

import numpy as np
from msgspec import Struct, field

from noughts.solvers.tables.estimate import Expected
from noughts.solvers.tables.folder import Folder
from noughts.solvers.tables.parquet import Columns, write_table
from noughts.solvers.tables.rows import (
    Code,
    CorruptFile,
    Rows,
    open_rows,
    read_note,
    read_rows,
    write_note,
    write_rows,
)
from noughts.solvers.tables.rules import Rules, row_loop, row_of, united
from noughts.workers.engine import Engine, TaskCall

# The four tasks: pure functions of the content of files, which write files of their own and return
# numbers.


# The samples of a table by which the next layer is cut: with so many, parts differ by a few percent.
_SAMPLES: Final = 256


class Work(Struct, frozen=True, eq=False):
    """The arguments of every task: the rules, and the folder of temporary files."""

    rules: Rules
    folder: Folder
    tables: Folder


def file_of(kind: str, layer: int, part: int) -> str:
    """The name of a file: ``codes-008-0003``."""
    return f"{kind}-{layer:03}-{part:04}"


def expand_part(work: Work, layer: int, part: int) -> Mapping[str, Any]:
    """The successors of a part in order, each once: its asks to the next layer."""
    codes = read_rows(work.folder, file_of("codes", layer, part))
    asks, counts = work.rules.successors(codes)
    size = write_rows(work.folder, file_of("asks", layer, part), asks)
    return {"rows": len(asks), "counts": counts, "bytes": size, "samples": samples_of(asks)}


def samples_of(rows: Rows) -> list[list[int]]:
    """Rows at equal distances, the first among them."""
    samples: list[list[int]] = rows[:: max(1, -(-len(rows) // _SAMPLES))].tolist()
    return samples


def merge_part(
    work: Work,
    layer: int,
    part: int,
    low: Code | None,
    high: Code | None,
    sources: int,
    earlier: Sequence[int],
) -> Mapping[str, Any]:
    """A part of a layer: one range of the asks of the last layer, without the positions of earlier layers.

    `sources` is the number of parts of the last layer, `earlier` that of each earlier one if positions can
    recur.
    """
    asked = (open_rows(work.folder, file_of("asks", layer - 1, source)) for source in range(sources))
    parts = [found for file in asked if len(found := file.read(*file.between(low, high)))]
    rows = united(parts, work.rules.words)
    known, leave_out = len(rows), row_loop(work.rules.words, "leave_out")
    for before, count in enumerate(earlier):
        for source in range(count):
            file = open_rows(work.folder, file_of("codes", before, source))
            known = leave_out(rows, known, file.read(*file.between(low, high)))
    size = write_rows(work.folder, file_of("codes", layer, part), rows[:known])
    return {"rows": known, "bytes": size, "samples": samples_of(rows[:known])}


def answer_part(work: Work, layer: int, part: int, asking: int, sources: int) -> Mapping[str, Any]:
    """The values of those successors of the layer `asking` that are in this part, source by source."""
    return answered(
        work, layer, part, asking, sources, read_rows(work.folder, file_of("values", layer, part))
    )


def answered(work: Work, layer: int, part: int, asking: int, sources: int, values: Rows) -> Mapping[str, Any]:
    """For all successors that are in this part, their row of `values`, (rows, 1)."""
    codes = read_rows(work.folder, file_of("codes", layer, part))
    values = values.ravel()
    join, said, begins = row_loop(work.rules.words, "join"), [np.empty(0, values.dtype)], [0]
    low, high = tuple(codes[0].tolist()), tuple(codes[-1].tolist())
    for source in range(sources):
        name = file_of("asks", asking, source)
        file = open_rows(work.folder, name)
        asks = file.read(file.place_of(low), file.place_of((*high[:-1], high[-1] + 1)))
        answers = np.empty(len(asks), values.dtype)
        if join(asks, codes, values, answers) < len(asks):
            raise CorruptFile(work.folder, name)
        said.append(answers)
        begins.append(begins[-1] + len(asks))
    size = write_rows(work.folder, file_of("says", layer, part), np.concatenate(said).reshape(-1, 1))
    return {"begins": begins, "bytes": size}


def settle_part(
    work: Work, layer: int, part: int, begins: Sequence[Sequence[int]], answering: int
) -> Mapping[str, Any]:
    """The value of each position of a part, as a table too; part q of layer `answering` answers from
    ``begins[q][part]`` on."""
    columns = Columns.empty(read_rows(work.folder, file_of("codes", layer, part)))
    columns.ply[:] = layer
    return settled(work, layer, part, columns, begins, answering)


def settled(
    work: Work, layer: int, part: int, columns: Columns, begins: Sequence[Sequence[int]], answering: int
) -> Mapping[str, Any]:
    """Fill in the columns of a table except the plies, and write it."""
    asks, said = answers_for(work, layer, part, begins, answering)
    if fill_in(work.rules, columns, asks, said):
        raise CorruptFile(work.folder, file_of("asks", layer, part))
    size = write_rows(work.folder, file_of("values", layer, part), narrow(columns.values).reshape(-1, 1))
    name = f"{file_of('part', layer, part)}.parquet"
    checks = write_table(work.tables, name, work.rules.sides, columns)
    return {"bytes": size, "checks": checks, "name": name, **figures_of(columns)}


def answers_for(
    work: Work, layer: int, part: int, begins: Sequence[Sequence[int]], answering: int
) -> tuple[Rows, Rows]:
    """The successors of a part, and the answer to each: (asks,) signed; neither in the last layer."""
    answers = [
        open_rows(work.folder, file_of("says", answering, source)).read(places[part], places[part + 1])
        for source, places in enumerate(begins)
    ]
    if not answers:
        return np.empty((0, work.rules.words), np.uint64), np.empty(0, np.int8)
    asks = read_rows(work.folder, file_of("asks", layer, part))
    return asks, np.concatenate(answers).ravel()


def fill_in(rules: Rules, columns: Columns, asks: Rows, said: Rows) -> int:
    """The values of some rows from those of their successors; returns how many of these are unknown."""
    unknown: int = rules.loop("value_rows")(
        columns.codes,
        *rules.looked_up(asks, said),
        columns.values,
        columns.sizes,
        columns.branching,
        columns.keeping,
    )
    return unknown


def narrow(values: Rows) -> Rows:
    """The same numbers in the smallest type that holds them: one byte in nearly all layers."""
    most = int(np.abs(values).max(initial=0))
    return values.astype(np.int8 if most < 1 << 7 else np.int16 if most < 1 << 15 else np.int32)


def figures_of(columns: Columns) -> dict[str, Any]:
    """Positions that side 0 wins, that side 1 wins, and draws; the longest distance, -1 if all are drawn; the
    rows of the table; its first and last code."""
    values, sizes = columns.values, columns.sizes.astype(np.int64)
    return {
        "values": [int(sizes[each].sum()) for each in (values > 0, values < 0, values == 0)],
        "longest": int(np.abs(values).max(initial=0)) - 1,
        "rows": len(values),
        "first": columns.codes[0].tolist(),
        "last": columns.codes[-1].tolist(),
    }


# Tasks for games in which a position can recur: all layers as one, solved backward from terminal positions.
#
# The positions of all layers are put in order; the place of one is its *rank*.  Transitions are written once,
# as pairs of ranks.  Then each distance takes one join of the positions decided last with these pairs:
#
#     gather(q)       range q of all layers                           codes-q, plies-q
#     rank(q)         the ranks of all successors in it               says-q
#     link(p)         pairs of target and source; terminal values     edges-p, states-p
#     turn(q)         the pairs whose target is in range q            back-q
#     spread(d, q)    predecessors of those decided at distance d     leads-d-q
#     decide(d, p)    those of them that are decided by that          states-d-p, front-d-p
#
# It is the retrograde propagation of `noughts.solvers.retrograde`, a distance at a time.


def gather(
    work: Work, whole: int, part: int, low: Code | None, high: Code | None, parts: Sequence[int]
) -> Mapping[str, Any]:
    """One range of the codes of all layers in order, as layer `whole`, with the ply of each."""
    found = [np.empty((0, work.rules.words + 1), np.uint64)]
    for layer, count in enumerate(parts):
        for source in range(count):
            file = open_rows(work.folder, file_of("codes", layer, source))
            codes = file.read(*file.between(low, high))
            found.append(np.hstack([codes, np.full((len(codes), 1), layer, np.uint64)]))
    rows = united(found, work.rules.words + 1)
    write_rows(work.folder, file_of("codes", whole, part), rows[:, :-1])
    write_rows(work.folder, file_of("plies", whole, part), rows[:, -1:].astype(np.uint16))
    return {"rows": len(rows)}


def rank(work: Work, whole: int, part: int, base: int, rows: int, sources: int) -> Mapping[str, Any]:
    """The ranks of all successors in this part."""
    return answered(work, whole, part, whole, sources, np.arange(base, base + rows))


def link(work: Work, whole: int, part: int, base: int, begins: Sequence[Sequence[int]]) -> Mapping[str, Any]:
    """The transitions from a part, in order of the target, and the values of its terminal positions."""
    rules, codes = work.rules, read_rows(work.folder, file_of("codes", whole, part))
    asks, ranks = answers_for(work, whole, part, begins, whole)
    states = np.zeros((len(codes), 3), np.int32)
    edges = np.empty((len(codes) * rules.most_moves, 2), np.uint64)
    known, unknown = rules.loop("link_rows")(
        codes,
        base,
        *rules.looked_up(asks, ranks),
        np.empty(len(codes), np.uint8),
        np.empty(len(codes), np.uint16),
        edges,
        states,
    )
    if unknown:
        raise CorruptFile(work.folder, file_of("asks", whole, part))
    order = np.lexsort((edges[:known, 1], edges[:known, 0]))  # pairs may be there twice: not sorted_once
    write_rows(work.folder, file_of("edges", whole, part), edges[:known][order])
    write_rows(work.folder, file_of("states-000", whole, part), states)
    return {"front": write_front(work, whole, 1, part, base, states)}


def turn(work: Work, whole: int, part: int, begin: int, end: int, sources: int) -> Mapping[str, Any]:
    """The pairs of all parts whose target is in this one, in order."""
    files = [open_rows(work.folder, file_of("edges", whole, source)) for source in range(sources)]
    edges = np.concatenate([file.read(*file.between((begin, 0), (end, 0))) for file in files])
    write_rows(work.folder, file_of("back", whole, part), edges[np.argsort(edges[:, 0], kind="stable")])
    return {"rows": len(edges)}


def spread(work: Work, whole: int, distance: int, part: int) -> Mapping[str, Any]:
    """The predecessors of the positions of a part decided last: twice the rank, plus 1 if side 1 wins."""
    front = read_rows(work.folder, file_of(f"front-{distance:03}", whole, part)).ravel()
    decided, winners = front >> 1, front & 1
    file = open_rows(work.folder, file_of("back", whole, part))
    begin, end = file.between((int(decided[0]), 0), (int(decided[-1]) + 1, 0))
    edges = file.read(begin, end)
    first = np.searchsorted(edges[:, 0], decided.astype(np.uint64))
    counts = np.searchsorted(edges[:, 0], decided.astype(np.uint64), side="right") - first
    places = np.repeat(first - np.cumsum(counts) + counts, counts) + np.arange(counts.sum())
    leads = edges[places, 1] << np.uint64(1) | np.repeat(winners, counts).astype(np.uint64)
    leads.sort()
    write_rows(work.folder, file_of(f"leads-{distance:03}", whole, part), leads.reshape(-1, 1))
    return {"rows": len(leads)}


def decide(
    work: Work, whole: int, distance: int, part: int, begin: int, end: int, sources: Sequence[int], last: int
) -> Mapping[str, Any]:
    """Decide predecessors of positions at a distance; `last` is the distance of the newest states of the
    part."""
    files = [open_rows(work.folder, file_of(f"leads-{distance:03}", whole, source)) for source in sources]
    found = [file.read(*file.between((2 * begin,), (2 * end,))) for file in files]
    leads, times = np.unique(np.concatenate(found), return_counts=True)
    if not len(leads):
        return {"last": last, "front": 0}
    states = read_rows(work.folder, file_of(f"states-{last:03}", whole, part))
    places, winners = (
        (leads >> np.uint64(1)).astype(np.int64) - begin,
        (leads & np.uint64(1)).astype(np.int32),
    )
    waits = states[places, 0] == 0
    places, winners, times = places[waits], winners[waits], times[waits]
    wins = states[places, 2] == winners
    states[places[~wins], 1] -= times[~wins].astype(np.int32)
    decided = wins | (states[places, 1] == 0)
    states[places[decided], 0] = np.where(winners[decided] == 0, distance + 1, -distance - 1)
    write_rows(work.folder, file_of(f"states-{distance:03}", whole, part), states)
    return {"last": distance, "front": write_front(work, whole, distance + 1, part, begin, states)}


def write_front(work: Work, whole: int, distance: int, part: int, base: int, states: Rows) -> int:
    """Write the positions decided at a distance: twice the rank, plus 1 if side 1 wins; return their
    number."""
    places = np.flatnonzero(np.abs(states[:, 0]) == distance)
    front = (places + base) << 1 | (states[places, 0] < 0)
    if len(front):
        write_rows(work.folder, file_of(f"front-{distance:03}", whole, part), front.reshape(-1, 1))
    return len(front)


def reply(work: Work, whole: int, part: int, last: int, sources: int) -> Mapping[str, Any]:
    """The values of all successors in a part, now that all are known."""
    states = read_rows(work.folder, file_of(f"states-{last:03}", whole, part))
    return answered(work, whole, part, whole, sources, narrow(states[:, 0]).reshape(-1, 1))


def tabulate(work: Work, whole: int, part: int, begins: Sequence[Sequence[int]]) -> Mapping[str, Any]:
    """The table of a part."""
    columns = Columns.empty(read_rows(work.folder, file_of("codes", whole, part)))
    columns.ply[:] = read_rows(work.folder, file_of("plies", whole, part)).ravel()
    return settled(work, whole, part, columns, begins, whole)


Numbers: TypeAlias = Sequence[Mapping[str, Any]]
"""The results of the tasks of a phase."""

_FORWARD: Final = "listing"
_BACKWARD: Final = "solving"
# The measured share of listing in the time of listing and solving.
_LISTING: Final = 0.5

# The number of parts of a large layer is a multiple of this, so two, four or eight workers have equal shares.
_EVEN: Final = 8

# The rows of the smallest large layer: a part of an eighth of them takes some milliseconds.
_LARGE: Final = 200_000


class State(Struct):
    """The progress of a run, for people: the phase, the layer, and the number of its tasks that are done."""

    expected: Expected | None = None
    doing: str = _FORWARD
    layer: int = 0
    layers: int | None = None
    done: int = 0
    tasks: int = 1
    positions: int = 0
    """The positions listed so far, or solved so far if the phase is solving; one of each orbit."""
    found: int = 0
    """The number of all positions, once it is known."""

    @property
    def share(self) -> float | None:
        """The share of all work that is done, from 0 to 1; ``None`` if it is not known."""
        most = self.found or (self.expected.kept if self.expected else 0)
        if not most:
            return None
        part = min(1.0, self.positions / most)
        return _LISTING * part if self.doing == _FORWARD else _LISTING + (1 - _LISTING) * part


class Run(Struct):
    """The work on one folder; `part_rows` is the number of rows of a part.

    If `is_growing`, no position recurs, so a layer leads to the next one only.
    """

    work: Work
    engine: Engine
    part_rows: int
    is_growing: bool
    report: Callable[[State], None] = lambda state: None
    state: State = field(default_factory=State)
    forgotten: list[str] = field(default_factory=list)
    """Obsolete files, which are removed as soon as workers are busy."""

    def phase(self, name: str, calls: Sequence[TaskCall]) -> Numbers:
        """Do the calls if the phase has not been done, and write its note."""
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
        """List all layers from the first position on: the results of expanding each, and those of its
        parts."""
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
        """Write the values of all positions in tables; the results of these tasks, layer by layer."""
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
        """Decide positions, one distance at a time; the distances of the newest states of the parts."""
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
        """Remove obsolete files during the next phase."""
        self.forgotten += [file_of(kind, layer, part) for kind in kinds for part in range(parts)]


def ranges_of(expanded: Numbers, part_rows: int) -> list[tuple[Code | None, Code | None]]:
    """Ranges of codes that cut the asks into nonempty parts of about `part_rows` rows at most.

    The samples of a table represent equal numbers of rows, so the cuts are quantiles of all rows, and depend
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
