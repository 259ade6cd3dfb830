"""Tasks for games in which a position can come back: all layers as one, solved from the ends backward.

The positions of all layers are put in order: the place of one is its *rank*.  What leads to each is written
down once, as pairs of ranks; from then on a distance takes one join of the positions decided last with these
pairs:

    gather(q)       range q of all layers                           codes-q, plies-q
    rank(q)         the ranks of all successors in it               says-q
    link(p)         pairs of target and source; what is over        edges-p, states-p
    turn(q)         the pairs whose target is in range q            back-q
    spread(d, q)    what leads to those decided at distance d       leads-d-q
    decide(d, p)    of these, what is decided by it                 states-d-p, front-d-p

It is the retrograde propagation of `noughts.solvers.retrograde`, a distance at a time.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from noughts.solvers.tables.parquet import Columns
from noughts.solvers.tables.rows import Code, Rows, Spoiled, open_rows, read_rows, write_rows
from noughts.solvers.tables.rules import united
from noughts.solvers.tables.tasks import (
    Work,
    answered,
    answers_for,
    file_of,
    narrow,
    settled,
)


def gather(
    work: Work, whole: int, part: int, low: Code | None, high: Code | None, parts: Sequence[int]
) -> Mapping[str, Any]:
    """One range of the codes of all layers in order, as layer `whole`, with the ply of each."""
    import numpy as np

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
    import numpy as np

    return answered(work, whole, part, whole, sources, np.arange(base, base + rows))


def link(work: Work, whole: int, part: int, base: int, begins: Sequence[Sequence[int]]) -> Mapping[str, Any]:
    """What each position of a part leads to, in order of the target; and which of them are over."""
    import numpy as np

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
        raise Spoiled(work.folder, file_of("asks", whole, part))
    order = np.lexsort((edges[:known, 1], edges[:known, 0]))  # pairs may be there twice: not sorted_once
    write_rows(work.folder, file_of("edges", whole, part), edges[:known][order])
    write_rows(work.folder, file_of("states-000", whole, part), states)
    return {"front": write_front(work, whole, 1, part, base, states)}


def turn(work: Work, whole: int, part: int, begin: int, end: int, sources: int) -> Mapping[str, Any]:
    """The pairs of all parts whose target is in this one, in order."""
    import numpy as np

    files = [open_rows(work.folder, file_of("edges", whole, source)) for source in range(sources)]
    edges = np.concatenate([file.read(*file.between((begin, 0), (end, 0))) for file in files])
    write_rows(work.folder, file_of("back", whole, part), edges[np.argsort(edges[:, 0], kind="stable")])
    return {"rows": len(edges)}


def spread(work: Work, whole: int, distance: int, part: int) -> Mapping[str, Any]:
    """What leads to the positions of a part decided last: twice its rank, and 1 where side 1 wins."""
    import numpy as np

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
    """Decide what leads to positions of this distance; `last` is that of the newest states of the part."""
    import numpy as np

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
    """Write the positions decided at a distance: twice the rank, and 1 where side 1 wins; how many."""
    import numpy as np

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
