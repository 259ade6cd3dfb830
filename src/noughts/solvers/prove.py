"""Claims about all positions of a game, proved or refuted by examining each.

* `always`: the claim is true of every reachable position; else a shortest line to a counterexample
* `sometimes`: the claim is true of some reachable position, with a shortest line to one
* `forced`: a side can force a position of which the claim is true, whatever the others play

A compact graph without symmetries lists the same positions in the same order as a state graph, so both give
the same verdicts with the same lines of play.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any

from noughts.games.chance import players_of
from noughts.games.game import Side
from noughts.games.match import Match
from noughts.grounding.formula import Formula
from noughts.grounding.grounded import CannotGround
from noughts.kernels.kernel_source import NOBODY, Source
from noughts.kernels.state_graph import KernelGraph, StateGraph
from noughts.solvers.backward import Listed, against_all, values_by_machine, values_of
from noughts.solvers.solved import Explored
from noughts.solvers.verdict import Progress, Question, Verdict

if TYPE_CHECKING:
    from noughts.kernels.compact_graph import Array, CompactGraph


def always(graph: Listed, claim: Question, *, progress: Progress | None = None) -> Verdict:
    """Whether the claim is true of every position; the verdict names premises that are true of none."""
    broken = first(graph, claim, False, progress)
    if broken is not None:
        return Verdict(False, broken + 1, line_to(graph, broken))
    idle = tuple(premise.text for premise in claim.premises if first(graph, premise, True) is None)
    return Verdict(True, len(graph), idle=idle, winless=winless(graph))


def sometimes(graph: Listed, claim: Question, *, progress: Progress | None = None) -> Verdict:
    """Whether the claim is true of some position."""
    found = first(graph, claim, True, progress)
    if found is not None:
        return Verdict(True, found + 1, line_to(graph, found))
    return Verdict(False, len(graph), winless=winless(graph))


def forced(graph: Listed, side: Side, claim: Question) -> Verdict:
    """Whether the side can force a position of which the claim is true.

    This is solving the game of the side against all others, in which exactly these positions are terminal and
    won by the side: retrograde propagation computes the side's attractor, with distances.
    """
    own = graph.game.sides.index(side)
    values: Sequence[int] | Array
    if isinstance(graph, StateGraph):
        goal = [0 if true else NOBODY for true in truths_one_by_one(graph, claim)]
        values = values_of(graph, goal, against_all(graph.movers, own))
    else:
        import numpy as np

        won = np.where(truths_by_machine(graph, claim), np.int8(0), np.int8(NOBODY))
        values = values_by_machine(graph, won, (graph.movers != own).astype(np.int8))
    if not values[0]:
        return Verdict(False, len(graph), winless=winless(graph))
    line = longest_line(graph, values)
    return Verdict(True, len(graph), line, len(line.moves))


def first(graph: Listed, question: Question, wanted: bool, progress: Progress | None = None) -> int | None:
    """The number of the first position with the wanted truth value; ``None`` if there is none."""
    if isinstance(graph, StateGraph):
        for number, true in enumerate(truths_one_by_one(graph, question)):
            if true == wanted:
                return number
            if progress is not None and not number & 255:
                progress(number)
        return None
    found = truths_by_machine(graph, question) == wanted
    return int(found.argmax()) if found.any() else None


def truths_one_by_one(graph: StateGraph, question: Question) -> Iterable[bool]:
    """The truth of a sentence at each position: by bit operations if it can be grounded."""
    if isinstance(graph, KernelGraph):
        try:
            return map(compiled(graph, question.formula), graph.codes)
        except CannotGround:
            pass
    return map(question.holds, graph.positions)


def compiled(graph: KernelGraph, formula: Formula) -> Callable[[int], bool]:
    """A formula as a function of the bits of a position."""
    source = Source(graph.kernel.grounded).question("claim", "Whether the claim is true.", formula)
    words: dict[str, Any] = {"popcount": int.bit_count}
    exec(compile(source, "<claim>", "exec"), words)
    function: Callable[[int], bool] = words["claim"]
    return function


def truths_by_machine(graph: CompactGraph, question: Question) -> Array:
    """The truth of a sentence at all positions, (positions,) bool, by machine code."""
    import numpy as np

    try:
        formula = question.formula
    except CannotGround:
        decoded = (graph.machine.grounded.decoded(graph.code(number)) for number in range(len(graph.codes)))
        return np.fromiter(map(question.holds, decoded), np.bool_, len(graph.codes))
    found = np.empty(len(graph.codes), np.bool_)
    graph.machine.truths(formula)(graph.codes, found)
    return found


def line_to(graph: Listed, number: int) -> Match:
    """A shortest line of play to a position, traced back along the moves of discovery.

    Discovery is breadth first, so these moves form a tree of shortest paths.
    """
    moves = []
    while number:
        number, place = graph.discovery(number)
        moves.append(graph.moves(number)[place])
    return Match(graph.game, tuple(reversed(moves)))


def longest_line(graph: Listed, values: Sequence[int] | Array) -> Match:
    """The forced line on which the side takes the quickest way and the others the longest.

    ``values`` is (positions,), as in `noughts.solvers.retrograde`; the first is not 0.
    """
    moves, number = [], 0
    while (left := abs(int(values[number])) - 1) > 0:
        begin, end = graph.offsets[number], graph.offsets[number + 1]
        after = next(k for k in range(begin, end) if abs(int(values[graph.targets[k]])) == left)
        moves.append(graph.moves(number)[after - int(begin)])
        number = int(graph.targets[after])
    return Match(graph.game, tuple(moves))


def winless(explored: Explored) -> tuple[Side, ...]:
    """The sides that win in no position, but for chance: a warning that ``wins`` may be wrong.

    Empty for a game of one side that never wins, which may be meant so.
    """
    ends = explored.terminal()
    return tuple(side for side in players_of(explored.game) if not ends[side])
