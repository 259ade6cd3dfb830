"""How many nanoseconds do the rules of Connect Four take in machine code?

The bits of each player's stones are a plane.  Compared are the rules written by hand, with a word of its own
for each plane and an empty row above the grid, and the kernel with bits in the order in which grounding found
them.  All are compiled by Numba and asked of the same thousand positions, one after another.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from random import Random
from typing import Any
from unittest.mock import patch

import numpy

from benchmarks.games import document
from benchmarks.measuring import Ratio, best_of_each
from noughts.documents.by_rules import GameByRules
from noughts.grounding import state_layout
from noughts.grounding.grounded import Grounded, grounded_of
from noughts.kernels.dialect import in_words
from noughts.kernels.kernel import Kernel
from noughts.kernels.machine import loaded
from noughts.kernels.machine_source import machine_source

ROWS = 1_000
TIMES = 1_000
"""How often each position is asked of in one measurement."""

LOOPS = """
@njit
def count_legal(rows):
    total = 0
    for number in range(len(rows)):
        total += count_of(legal(load(rows, number)))
    return total


@njit
def count_over(rows):
    total = 0
    for number in range(len(rows)):
        total += over(load(rows, number))
    return total
"""

BY_HAND = """
from numba import njit
from numba import uint64 as W
from noughts.kernels.intrinsics import popcount


@njit
def load(rows, number):
    return rows[number, 0], rows[number, 1]


@njit
def count_of(found):
    return popcount(found[0]) + popcount(found[1])


@njit
def legal(s):
    x, o = s
    taken = x | o
    moves = (taken + W(0x40810204081)) & W(0xFDFBF7EFDFBF)
    if popcount(taken) & 1:
        return W(0), moves
    return moves, W(0)


@njit
def has_line(p):
    a = p & p >> W(1)
    b = p & p >> W(6)
    c = p & p >> W(7)
    d = p & p >> W(8)
    return (a & a >> W(2)) | (b & b >> W(12)) | (c & c >> W(14)) | (d & d >> W(16)) != W(0)


@njit
def over(s):
    x, o = s
    return has_line(x) or has_line(o) or x | o == W(0xFDFBF7EFDFBF)

"""


def measure() -> Iterator[Ratio]:
    game = document("four")
    positions = reached(game)
    planes, found = grounded_of(game), unplaned()
    kernels = [
        (loaded(machine_source(planes) + LOOPS), coded(planes, positions)),
        (loaded(BY_HAND + LOOPS), by_hand(positions)),
        (loaded(machine_source(found) + LOOPS), coded(found, positions)),
    ]
    for name in ("legal", "over"):
        actions = [partial(repeated, getattr(module, f"count_{name}"), rows) for module, rows in kernels]
        assert len({action() for action in actions}) == 1, name
        here, hand, before = best_of_each(*actions)
        note = f"{nanoseconds(here)}, by hand {nanoseconds(hand)}, as found {nanoseconds(before)}"
        yield Ratio(f"`{name}` of 7×6", here, "by hand, a word for each plane", hand, note=note)
        yield Ratio(f"`{name}` of 7×6", here, "bits in the order of grounding", before, most=1.0)


def repeated(count: Callable[[Any], int], rows: Any) -> int:
    """The sum over many times the same positions."""
    return sum(count(rows) for _ in range(TIMES))


def nanoseconds(seconds: float) -> str:
    """The time of one answer."""
    return f"{seconds / ROWS / TIMES * 1e9:.1f} ns"


def reached(game: GameByRules) -> list[Any]:
    """Positions of random matches, some of them over."""
    kernel, dice = Kernel(grounded_of(game)), Random(1)
    found: list[Any] = []
    while len(found) < ROWS:
        code = kernel.initial
        while True:
            found.append(kernel.grounded.decoded(code))
            moves = [number for number in range(len(kernel.moves)) if kernel.legal(code) >> number & 1]
            if kernel.over(code) or not moves:
                break
            code = kernel.after(code, dice.choice(moves))
    return found[:ROWS]


def unplaned() -> Grounded:
    """The formulas with bits in the order in which they are found."""
    document.cache_clear()
    with patch.object(state_layout, "in_planes", lambda elements: elements):
        return grounded_of(document("four"))


def coded(grounded: Grounded, positions: list[Any]) -> Any:
    """Positions as words of a kernel, (positions, words) uint64."""
    codes = [in_words(grounded.encoded(position), 2) for position in positions]
    return numpy.array(codes, numpy.uint64)


def by_hand(positions: list[Any]) -> Any:
    """Positions as a word for each player, seven bits for each column."""
    planes = [
        [sum(1 << 7 * (c - 1) + r - 1 for player, (c, r) in position if str(player) == f"`{p}") for p in "xo"]
        for position in positions
    ]
    return numpy.array(planes, numpy.uint64)
