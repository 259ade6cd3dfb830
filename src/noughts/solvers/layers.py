"""Retrograde propagation by arrays: all positions of one distance at a time.

The same values as by `noughts.solvers.retrograde.propagate`, which takes positions one by one: a position is
decided by those of the distance before, whichever of them comes first.
"""

from __future__ import annotations

from typing import Any


def propagate(values: Any, offsets: Any, targets: Any, movers: Any) -> None:
    """Complete the values of terminal positions to those of all, in place; undecided positions stay 0.

    * ``values``: (positions,) int32, ``movers``: (positions,) int8
    * ``offsets``: (positions + 1,) int64, ``targets``: (transitions,) of any kind of integers
    """
    import numpy as np

    size, open_moves = len(values), np.diff(offsets)
    sources = np.repeat(np.arange(size, dtype=np.int32), open_moves)[np.argsort(targets, kind="stable")]
    begins = np.concatenate(([0], np.cumsum(np.bincount(targets, minlength=size))))
    decided, distance = np.flatnonzero(values), 1
    while len(decided):
        distance += 1
        number = begins[decided + 1] - begins[decided]
        first = np.cumsum(number) - number
        before = sources[np.repeat(begins[decided] - first, number) + np.arange(number.sum())]
        winner = np.repeat(np.sign(values[decided]), number)  # 1 or -1, as in the values
        waits = values[before] == 0
        before, winner = before[waits], winner[waits]
        chooses = movers[before] == (1 - winner) // 2
        lost, loses_to = before[~chooses], winner[~chooses]
        np.subtract.at(open_moves, lost, 1)
        values[before[chooses]] = winner[chooses] * distance
        left = (open_moves[lost] == 0) & (values[lost] == 0)
        values[lost[left]] = loses_to[left] * distance
        decided = np.unique(np.concatenate((before[chooses], lost[left])))
