"""Claims about all positions of a game, as in `noughts.solvers.prove`, by machine code for millions of them.

A chart without symmetries has every position by itself, in the order of discovery; so both give the same
answers with the same lines of play.  A claim that can be said by a formula takes nanoseconds a position.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from itertools import islice
from typing import TYPE_CHECKING, Any, TypeAlias

from noughts.games.game import Side
from noughts.games.match import Match
from noughts.grounding.grounded import CannotGround
from noughts.kernels.compact_graph import Chart
from noughts.kernels.explore import NOBODY
from noughts.kernels.kernel import Kernel
from noughts.solvers.prove import winless
from noughts.solvers.verdict import Question, Verdict

if TYPE_CHECKING:
    from numpy.typing import NDArray

Array: TypeAlias = "NDArray[Any]"


def always(chart: Chart, claim: Question) -> Verdict:
    """Whether the claim is true of every position, with the premises that are true of none."""
    broken = ~truths(chart, claim)
    if broken.any():
        number = int(broken.argmax())
        return Verdict(False, number + 1, line_to(chart, number))
    idle = tuple(premise.text for premise in claim.premises if not truths(chart, premise).any())
    return Verdict(True, len(chart), idle=idle, winless=winless(chart))


def sometimes(chart: Chart, claim: Question) -> Verdict:
    """Whether the claim is true of some position."""
    found = truths(chart, claim)
    if found.any():
        number = int(found.argmax())
        return Verdict(True, number + 1, line_to(chart, number))
    return Verdict(False, len(chart), winless=winless(chart))


def forced(chart: Chart, side: Side, claim: Question) -> Verdict:
    """Whether the side can bring about that the claim is true of a position on the way."""
    import numpy as np

    own = chart.game.sides.index(side)
    winners = np.where(truths(chart, claim), np.int8(own), np.int8(NOBODY))
    values = replace(chart, winners=winners, is_growing=False).values()
    if not values[0]:
        return Verdict(False, len(chart), winless=winless(chart))
    line = longest_line(chart, values)
    return Verdict(True, len(chart), line, len(line.moves))


def truths(chart: Chart, question: Question) -> Array:
    """Of every position whether a sentence is true of it: an array of truth values."""
    import numpy as np

    found = np.empty(len(chart.codes), np.bool_)
    try:
        formula = question.formula
    except CannotGround:
        for number in range(len(found)):
            found[number] = question.holds(chart.machine.grounded.decoded(chart.code(number)))
        return found
    chart.machine.truths(formula)(chart.codes, found)
    return found


def line_to(chart: Chart, number: int) -> Match:
    """A shortest line of play to a position: back along the moves by which each was discovered."""
    import numpy as np

    moves = []
    while number:
        place = int((chart.targets == number).argmax())
        number = int(np.searchsorted(chart.offsets, place, side="right")) - 1
        moves.append((number, place))
    return match_of(chart, reversed(moves))


def longest_line(chart: Chart, values: Array) -> Match:
    """What happens if the side hurries and the others delay."""
    moves, number = [], 0
    while (left := abs(int(values[number])) - 1) > 0:
        begin, end = chart.offsets[number], chart.offsets[number + 1]
        place = next(k for k in range(begin, end) if abs(int(values[chart.targets[k]])) == left)
        moves.append((number, place))
        number = int(chart.targets[place])
    return match_of(chart, moves)


def match_of(chart: Chart, ways: Iterable[tuple[int, int]]) -> Match:
    """The line of play of which each step is known by its position and its place among all transitions."""
    kernel = Kernel(chart.machine.grounded)
    moves = []
    for number, place in ways:
        legal = kernel.legal(chart.code(number))
        possible = (move for k, move in enumerate(kernel.moves) if legal >> k & 1)
        moves.append(next(islice(possible, place - int(chart.offsets[number]), None)))
    return Match(chart.game, tuple(moves))
