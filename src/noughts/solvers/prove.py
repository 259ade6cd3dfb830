"""Claims about all positions of a game, proved or refuted by looking at each.

* `always`: a sentence is true of every position that play can reach; or the shortest play to one of
  which it is not
* `sometimes`: it is true of some position; the shortest play to one
* `forced`: a side can see to it that play comes to a position of which it is true, whatever others do
"""

from __future__ import annotations

from array import array
from bisect import bisect_right
from collections.abc import Callable
from typing import Any, TypeAlias

from noughts.games.game import Side
from noughts.games.match import Match
from noughts.grounding.formula import Formula
from noughts.grounding.grounded import CannotGround
from noughts.kernels.explore import NOBODY, Exploration
from noughts.kernels.kernel_source import Source
from noughts.kernels.state_graph import Survey
from noughts.solvers.backward import NO_DISTANCE, Solution, spread
from noughts.solvers.solved import Explored
from noughts.solvers.verdict import Question, Verdict

Tell: TypeAlias = Callable[[int], None]
Asked: TypeAlias = Callable[[int], bool]
"""Whether a sentence is true of the position of that number."""


def always(exploration: Exploration, claim: Question, *, tell: Tell | None = None) -> Verdict:
    """Whether the claim is true of every position, with the premises that are true of none."""
    holds = asked(exploration, claim)
    idle = {premise.text: asked(exploration, premise) for premise in claim.premises}
    for number in range(len(exploration)):
        if not holds(number):
            return Verdict(False, number + 1, line_to(exploration, number))
        for text in [text for text, is_true in idle.items() if is_true(number)]:
            del idle[text]
        if tell is not None and not number & 255:
            tell(number)
    return Verdict(True, len(exploration), idle=tuple(idle), winless=winless(exploration))


def sometimes(exploration: Exploration, claim: Question, *, tell: Tell | None = None) -> Verdict:
    """Whether the claim is true of some position."""
    holds = asked(exploration, claim)
    for number in range(len(exploration)):
        if holds(number):
            return Verdict(True, number + 1, line_to(exploration, number))
        if tell is not None and not number & 255:
            tell(number)
    return Verdict(False, len(exploration), winless=winless(exploration))


def forced(exploration: Exploration, side: Side, claim: Question) -> Verdict:
    """Whether the side can bring about that the claim is true of a position on the way.

    Positions of which it is true are ends that the side has won, and no other end is won by anybody:
    so `noughts.solvers.backward.spread` says from where the side can get to one, and how soon.
    """
    holds = asked(exploration, claim)
    own = exploration.game.sides.index(side)
    winners = array("b", (own if holds(number) else NOBODY for number in range(len(exploration))))
    distances = array("i", [NO_DISTANCE]) * len(exploration)
    spread(exploration, winners, distances)
    if winners[0] == NOBODY:
        return Verdict(False, len(exploration), winless=winless(exploration))
    solution = Solution(exploration, winners, distances)
    return Verdict(True, len(exploration), longest_line(solution), distances[0])


def asked(exploration: Exploration, question: Question) -> Asked:
    """A sentence put to positions by number: as operations on bits where there are such."""
    if isinstance(exploration, Survey):
        try:
            function, codes = compiled(exploration, question.formula), exploration.codes
            return lambda number: function(codes[number])
        except CannotGround:
            pass
    return lambda number: question.holds(exploration.positions[number])


def compiled(exploration: Survey, formula: Formula) -> Callable[[int], bool]:
    """A formula as a function of the bits of a position."""
    source = Source(exploration.kernel.grounded).question("claim", "Whether the claim is true.", formula)
    words: dict[str, Any] = {"popcount": int.bit_count}
    exec(compile(source, "<claim>", "exec"), words)
    function: Callable[[int], bool] = words["claim"]
    return function


def line_to(exploration: Exploration, number: int) -> Match:
    """A shortest line of play to a position: back along the moves by which each was discovered."""
    moves = []
    while number:
        place = exploration.targets.index(number)
        number = bisect_right(exploration.offsets, place) - 1
        moves.append(exploration.moves(number)[place - exploration.offsets[number]])
    return Match(exploration.game, tuple(reversed(moves)))


def longest_line(solution: Solution) -> Match:
    """What happens if the side hurries and the others delay."""
    exploration, moves, number = solution.exploration, [], 0
    while left := solution.distances[number]:
        after = exploration.successors(number)
        place = next(k for k, reached in enumerate(after) if solution.distances[reached] == left - 1)
        moves.append(exploration.moves(number)[place])
        number = after[place]
    return Match(exploration.game, tuple(moves))


def winless(explored: Explored) -> tuple[Side, ...]:
    """The sides that win in no position, where somebody does or several could."""
    ends = explored.terminal()
    return tuple(side for side in explored.game.sides if not ends[side])
