"""Claims about all positions of a game, decided position by position or on sets of positions.

Few positions are listed and examined one by one, which also gives the length of forced lines.  If the rules
and the claim can be grounded, the layers of the game bound the number of positions in advance, and many
positions are examined as decision diagrams, or any number on request.  A game in which positions recur has no
layers.  A forced win in a large game of lines is decided by search.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, Final, Literal, TypeAlias

from msgspec import Struct

from noughts.games.game import CannotGround, Game, Side, TooManyPositions, players_of
from noughts.games.match import Match
from noughts.grounding.formula import Formula
from noughts.grounding.grounded import Grounded, grounded_of
from noughts.kernels.answers import positions_answer
from noughts.kernels.kernel import kernel_of
from noughts.kernels.kernel_source import NOBODY, Source
from noughts.kernels.state_graph import Explored, KernelGraph, StateGraph
from noughts.refusal import Refusal
from noughts.solvers.backward import Listed, against_all, forced_line, values_by_machine, values_of
from noughts.solvers.estimate import comes_back, is_searchable
from noughts.solvers.plan import Plan, listed_few
from noughts.solvers.symbolic import prove as symbolic
from noughts.solvers.symbolic.diagram_engine import DiagramEngine
from noughts.solvers.symbolic.diagrams import NODE_LIMIT
from noughts.solvers.symbolic.layers import Endless, Layered
from noughts.solvers.verdict import ClaimAnswer, Progress, Question, Verdict
from noughts.stop import processor_time
from noughts.verify.spot import spot_check

if TYPE_CHECKING:
    from noughts.kernels.compact_graph import Array, CompactGraph
    from noughts.solvers.alpha_beta import AlphaBeta, SearchProgress


# Forced wins by the search of the first position, for games that are too large for sets.


def asks_for_win(game: Game, claim: Question, side: Side) -> bool:
    """Whether a claim says that the side has won, in a game that the search is likely to decide."""
    if not is_searchable(game):
        return False
    try:
        return claim.formula is grounded_of(game).wins[game.sides.index(side)]
    except CannotGround:
        return False


def forced_win(game: Game, side: Side, progress: Progress | None = None) -> Verdict:
    """Whether the side can force a win from the first position, and within how many moves.

    `positions` are the nodes of the search.
    """
    from noughts.solvers.alpha_beta import AlphaBeta

    def report(search: AlphaBeta) -> None:
        if progress is not None:
            progress(search.machine.searched)

    search = AlphaBeta(game, weak=True)
    search.finish(report)
    search.weak = search.value is None or search.value.winner != side
    search.finish(report)
    value = search.value
    assert value is not None
    if value.winner != side:
        return Verdict(False, search.machine.searched)
    nodes = search.machine.searched
    return Verdict(True, nodes, winning_line(search, report), value.distance)


def winning_line(search: AlphaBeta, progress: SearchProgress | None = None) -> Match:
    """The line of play on which the winner wins as soon as possible and the other side loses as late as
    possible.

    The search has decided its position.  The distances of the positions after it are known, so one question
    about each move is enough, and most of the answers are in the table.
    """
    from noughts.solvers.alpha_beta import AlphaBeta

    value = search.value
    assert value is not None
    match = Match(search.game)
    for left in range(value.distance or 0, 0, -1):
        here = AlphaBeta(search.game, match.position, machine=search.machine)
        beta = here.most - left if match.to_move == value.winner else left - here.most
        kept = next(index for index in here.order() if here.reaches(beta, index, progress))
        match = match.play(here.first[kept].move)
    return match


# Positions up to which examining each takes less time than building diagrams.
_MOST_LISTED: Final = 50_000

Through: TypeAlias = Literal["positions", "diagrams"]
"""The methods that a caller may request."""
QuestionKind: TypeAlias = Literal["always", "sometimes", "forced"]


class ClaimQuery(Struct, frozen=True):
    """A question about a claim: whether it is always true, sometimes true, or `side` can force it."""

    question: QuestionKind
    claim: Question
    side: Side | None = None


class Proof(Struct, frozen=True):
    """A verdict, with the method that found it."""

    verdict: Verdict
    through: Through | Literal["search"]


class Budget(Struct, frozen=True):
    """The limits of a proof: positions (``None``: what suits the method) and nodes of diagrams."""

    positions: int | None = None
    nodes: int = NODE_LIMIT


def prove_quickest(
    game: Game,
    asked: ClaimQuery,
    *,
    budget: Budget = Budget(),
    through: Through | None = None,
    progress: Progress | None = None,
) -> Proof:
    """The verdict, by the requested method, else by the one that suits the game."""
    began = processor_time()
    proof, found = _proof(game, asked, budget, through, progress)
    answer = claim_answer(game, asked, proof.verdict, found)
    spot_check(game, answer, began, line=() if answer.line is None else answer.line.positions)
    return proof


def claim_answer(game: Game, asked: ClaimQuery, verdict: Verdict, found: object) -> ClaimAnswer:
    """The statements of a verdict about positions: the claim is true at the end of its line, unless the line
    leads to a counterexample."""
    answer = partial(ClaimAnswer, asked.claim, positions_answer(game, found))
    if verdict.line is not None:
        return answer(verdict.line, asked.question != "always")
    if asked.question == "forced":
        return answer(Match(game), False)
    return answer(None, False, asked.question == "always")


def _proof(
    game: Game, asked: ClaimQuery, budget: Budget, through: Through | None, progress: Progress | None
) -> tuple[Proof, object]:
    """The proof, and the list of positions that it was made with, if there is one."""
    if through == "diagrams":
        layered = layered_of(grounded_of(game), asked, budget)
        return Proof(by_diagrams(layered, asked, progress), "diagrams"), None
    if through is None and asked.side is not None and asks_for_win(game, asked.claim, asked.side):
        return Proof(forced_win(game, asked.side, progress), "search"), None
    if through is None:
        try:
            kernel = kernel_of(game)
            if (graph := listed_few(game, kernel, budget.positions)) is not None:
                return Proof(_verdict(graph, asked), "positions"), graph
            if comes_back(kernel):
                raise Endless
            layered = layered_of(kernel.grounded, asked, budget)
            if sum(layered.positions) > _MOST_LISTED:
                return Proof(by_diagrams(layered, asked, progress), "diagrams"), None
        except Refusal as reason:
            return _one_by_one(game, asked, budget, progress, reason)
    return _one_by_one(game, asked, budget, progress)


def layered_of(grounded: Grounded, asked: ClaimQuery, budget: Budget) -> Layered:
    """The layers of a game; `Refusal` if the claim cannot be grounded."""
    for part in (asked.claim, *asked.claim.premises):
        part.formula  # noqa: B018 (computed here, so that a refusal is raised here)
    return Layered(grounded, partial(DiagramEngine, limit=budget.nodes))


def by_diagrams(layered: Layered, asked: ClaimQuery, progress: Progress | None = None) -> Verdict:
    """The verdict, from sets of positions."""
    match asked:
        case ClaimQuery("forced", claim, str(side)):
            return symbolic.forced(layered, side, claim, progress=progress)
        case ClaimQuery("sometimes", claim):
            return symbolic.sometimes(layered, claim, progress=progress)
        case ClaimQuery(_, claim):
            return symbolic.always(layered, claim, progress=progress)


def _one_by_one(
    game: Game, asked: ClaimQuery, budget: Budget, progress: Progress | None, reason: Refusal | None = None
) -> tuple[Proof, object]:
    """The verdict, position by position; if there are too many, the refusal says why diagrams failed too."""
    report = (lambda known, _: progress(known)) if progress else None
    search = Plan(limit=budget.positions, symmetric=False, progress=report)
    try:
        graph, _ = search.explore(game)
    except TooManyPositions as error:
        if reason is None:
            raise
        raise Refusal(f"{error.fact}, and for sets of positions: {reason.fact}", reason.hint) from error
    return Proof(_verdict(graph, asked), "positions"), graph


def _verdict(graph: Listed, asked: ClaimQuery) -> Verdict:
    """The verdict from a list of all positions."""
    match asked:
        case ClaimQuery("forced", claim, str(side)):
            return forced(graph, side, claim)
        case ClaimQuery("sometimes", claim):
            return sometimes(graph, claim)
        case ClaimQuery(_, claim):
            return always(graph, claim)


# Claims about all positions of a game, proved or refuted by examining each.
#
# * `always`: the claim is true of every reachable position; else a shortest line to a counterexample
# * `sometimes`: the claim is true of some reachable position, with a shortest line to one
# * `forced`: a side can force a position of which the claim is true, whatever the others play
#
# A compact graph without symmetries lists the same positions in the same order as a state graph, so both give
# the same verdicts with the same lines of play.


def always(graph: Listed, claim: Question) -> Verdict:
    """Whether the claim is true of every position; the verdict names premises that are true of none."""
    broken = first(graph, claim, False)
    if broken is not None:
        return Verdict(False, broken + 1, line_to(graph, broken))
    idle = tuple(premise.text for premise in claim.premises if first(graph, premise, True) is None)
    return Verdict(True, len(graph), idle=idle, winless=winless(graph))


def sometimes(graph: Listed, claim: Question) -> Verdict:
    """Whether the claim is true of some position."""
    found = first(graph, claim, True)
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
    line = Match(graph.game, forced_line(graph, values, 0))
    return Verdict(True, len(graph), line, len(line.moves))


def first(graph: Listed, question: Question, wanted: bool) -> int | None:
    """The number of the first position with the wanted truth value; ``None`` if there is none."""
    if isinstance(graph, StateGraph):
        every = enumerate(truths_one_by_one(graph, question))
        return next((number for number, true in every if true == wanted), None)
    found = truths_by_machine(graph, question) == wanted
    return int(found.argmax()) if found.any() else None


def truths(graph: Listed, question: Question) -> Iterable[bool]:
    """The truth of a sentence at each position."""
    if isinstance(graph, StateGraph):
        return truths_one_by_one(graph, question)
    found: list[bool] = truths_by_machine(graph, question).tolist()
    return found


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


def winless(explored: Explored) -> tuple[Side, ...]:
    """The sides, except chance, that win in no position: a warning that ``wins`` may be wrong.

    Empty for a game of one side that never wins, which may be meant so.
    """
    ends = explored.terminal()
    return tuple(side for side in players_of(explored.game) if not ends[side])
