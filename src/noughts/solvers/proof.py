"""Claims about all positions of a game, decided position by position or on sets of positions.

Few positions are listed and examined one by one, which also gives the length of forced lines.  Of a game of
more, whose rules and claim can be grounded, the layers bound the number of positions in advance: many, or any
number on request, are examined as decision diagrams.  A game in which positions come back has no layers.  A
forced win of a large game of lines is a matter of search.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import Final, Literal, TypeAlias

from noughts.games.game import Game, Side
from noughts.games.match import Match
from noughts.grounding.grounded import Grounded, grounded_of
from noughts.kernels.answers import positions_answer
from noughts.kernels.explore import TooManyPositions
from noughts.kernels.kernel import kernel_of
from noughts.refusal import Refusal
from noughts.solvers import prove
from noughts.solvers.answers import ClaimAnswer
from noughts.solvers.backward import Listed
from noughts.solvers.estimate import comes_back
from noughts.solvers.plan import Plan, listed_few
from noughts.solvers.prove_by_search import asks_for_win, forced_win
from noughts.solvers.symbolic import prove as symbolic
from noughts.solvers.symbolic.diagram_engine import DiagramEngine
from noughts.solvers.symbolic.diagrams import NODE_LIMIT
from noughts.solvers.symbolic.layers import Endless, Layered
from noughts.solvers.verdict import Progress, Question, Verdict
from noughts.stop import processor_time
from noughts.verify.spot import spot_check

_MOST_LISTED: Final = 50_000
"""Positions up to which examining each takes less time than building diagrams."""

Through: TypeAlias = Literal["positions", "diagrams"]
"""The methods that may be asked for."""
QuestionKind: TypeAlias = Literal["always", "sometimes", "forced"]


@dataclass(frozen=True, slots=True)
class ClaimQuery:
    """A question about a claim: whether it is always true, sometimes true, or `side` can force it."""

    question: QuestionKind
    claim: Question
    side: Side | None = None


@dataclass(frozen=True, slots=True)
class Proof:
    """A verdict, and how it was found."""

    verdict: Verdict
    through: Through | Literal["search"]


@dataclass(frozen=True, slots=True)
class Budget:
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
    """The verdict, by the method that is asked for, else by the one that suits the game."""
    began = processor_time()
    proof, found = _proof(game, asked, budget, through, progress)
    answer = claim_answer(game, asked, proof.verdict, found)
    spot_check(game, answer, began, line=() if answer.line is None else answer.line.positions)
    return proof


def claim_answer(game: Game, asked: ClaimQuery, verdict: Verdict, found: object) -> ClaimAnswer:
    """What a verdict says about positions: true at the end of its line, unless it is a counterexample."""
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
            return prove.forced(graph, side, claim)
        case ClaimQuery("sometimes", claim):
            return prove.sometimes(graph, claim)
        case ClaimQuery(_, claim):
            return prove.always(graph, claim)
