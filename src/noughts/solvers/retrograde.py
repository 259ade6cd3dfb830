"""The loops of solving over arrays, run by Python or compiled, unchanged, by Numba.

A game is given as by `noughts.kernels.state_graph`: ``offsets``, (positions + 1,) int64; ``targets``,
(transitions,) int32; ``movers``, (positions,) int8.  ``values`` is (positions,) int32, one number each:

    n > 0    side 0 wins in n - 1 moves
    n < 0    side 1 wins in -n - 1 moves
    0        neither side can force a win

Initially ``values`` is 1 or -1 where the game is over and won, and 0 elsewhere.
"""

from __future__ import annotations

from typing import Any


def induct(values: Any, offsets: Any, targets: Any, movers: Any) -> None:
    """Backward induction in place, for a game in which each move leads to a later number."""
    for number in range(len(values) - 1, -1, -1):
        begin, end = offsets[number], offsets[number + 1]
        if begin == end:
            continue
        sign = 1 if movers[number] == 0 else -1
        quickest, longest, drawn = 0, 0, False
        for place in range(begin, end):
            value = sign * values[targets[place]]
            if value > 0 and (quickest == 0 or value < quickest):
                quickest = value
            elif value == 0:
                drawn = True
            elif value < longest:
                longest = value
        if quickest:
            values[number] = sign * (quickest + 1)
        elif not drawn:
            values[number] = sign * (longest - 1)


def turn_round(offsets: Any, targets: Any, begins: Any, sources: Any) -> None:
    """Invert the transitions: then ``sources[begins[k]:begins[k + 1]]`` are the positions that lead to k.

    ``begins``, (positions + 1,) int64, must be zero; ``sources`` is (transitions,) int32.  This is a
    counting sort by target: counts, prefix sums, placement (which moves every begin to its end), and a
    shift back.
    """
    size = len(begins) - 1
    for target in targets:
        begins[target + 1] += 1
    for number in range(size):
        begins[number + 1] += begins[number]
    for number in range(size):
        for target in targets[offsets[number] : offsets[number + 1]]:
            sources[begins[target]] = number
            begins[target] += 1
    for number in range(size, 0, -1):
        begins[number] = begins[number - 1]
    begins[0] = 0


def propagate(
    values: Any, offsets: Any, movers: Any, begins: Any, sources: Any, open_moves: Any, queue: Any
) -> None:
    """Retrograde propagation: decided positions decide those that lead to them, nearest to the end first.

    A position that leads to a decided one is decided at once if the winner is to move there, otherwise when
    the last of its moves is: ``open_moves``, (positions,) int32, counts the undecided moves.  A position that
    is never decided is a draw.  ``queue``, (positions,) int32, holds decided positions in the order of their
    distances, because it is first in, first out.  So the first decision is the quickest win, and the last
    open move is the longest loss.
    """
    known = 0
    for number in range(len(values)):
        open_moves[number] = offsets[number + 1] - offsets[number]
        if values[number] != 0:
            queue[known] = number
            known += 1
    place = 0
    while place < known:
        number = queue[place]
        place += 1
        value = values[number]
        winner = 0 if value > 0 else 1
        before = value + 1 if value > 0 else value - 1
        for source in sources[begins[number] : begins[number + 1]]:
            if values[source] != 0:
                continue
            if movers[source] != winner:
                open_moves[source] -= 1
                if open_moves[source] > 0:
                    continue
            values[source] = before
            queue[known] = source
            known += 1
