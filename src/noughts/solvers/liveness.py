"""Liveness: whether every run that treats moves fairly reaches a position where a claim is true.

A run breaks ``p leads to q`` if it stays outside q from a position of p on.  If no such run ends, its last
positions lie in a strongly connected component of the positions outside q.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from typing import TypeAlias

from msgspec import Struct

from noughts.games.game import Game, Position
from noughts.games.match import Match
from noughts.kernels.answers import positions_answer
from noughts.kernels.state_graph import StateGraph
from noughts.solvers.backward import Listed
from noughts.solvers.plan import Plan
from noughts.solvers.proof import line_to, truths
from noughts.solvers.verdict import ClaimAnswer, Progress, Question
from noughts.stop import current, processor_time
from noughts.verify.runs import Fairness
from noughts.verify.spot import spot_check

GraphEdge: TypeAlias = tuple[int, int]
"""A transition: the number of a position, and the place of a move among its moves."""


class LivenessQuery(Struct, frozen=True):
    """Whether each position where `premise` is true, by default the first one, leads to one where `claim` is
    true."""

    claim: Question
    premise: Question | None = None
    fairness: tuple[Fairness, ...] = ()


class LivenessVerdict(Struct, frozen=True):
    """The answer: if it does not hold, `line` is a match that reaches the premise and then avoids the claim.

    It ends, or repeats its moves from move `loop` on, counted from 0.
    """

    holds: bool
    positions: int
    line: Match | None = None
    loop: int | None = None
    is_vacuous: bool = False
    """Whether the premise is true in no position."""


def prove_liveness(
    game: Game, asked: LivenessQuery, *, limit: int | None = None, progress: Progress | None = None
) -> LivenessVerdict:
    """The verdict on a question about runs, from a list of all positions."""
    began = processor_time()
    report = (lambda known, _: progress(known)) if progress else None
    graph, _ = Plan(limit=limit, symmetric=False, progress=report).explore(game)
    goal = list(truths(graph, asked.claim))
    begins = [0]
    if asked.premise is not None:
        begins = [number for number, true in enumerate(truths(graph, asked.premise)) if true]
    found = avoiding_run(graph, begins, goal, asked.fairness)
    line, loop = None, None
    if found is not None:
        edges = [*found.path, *found.cycle]
        moves = (*line_to(graph, found.begin).moves, *(graph.moves(number)[place] for number, place in edges))
        line = Match(game, moves)
        loop = len(moves) - len(found.cycle) if found.cycle else None
    answer = RunsAnswer(asked.claim, positions_answer(game, graph), None, False, graph=graph, goal=goal)
    spot_check(game, answer, began, line=() if line is None else line.positions)
    return LivenessVerdict(found is None, len(graph), line, loop, is_vacuous=not begins)


class RunsAnswer(ClaimAnswer, frozen=True, kw_only=True):
    """The truth of a claim at each position of a graph, for the spot check."""

    graph: Listed
    goal: Sequence[bool]

    def said(self, position: Position) -> bool | None:
        """The truth of the claim, if the graph has numbers of positions."""
        return self.goal[self.graph.number_of[position]] if isinstance(self.graph, StateGraph) else None


class Lasso(Struct, frozen=True):
    """A run: a path from position `begin`, and a cycle after it; without a cycle, the run ends there."""

    begin: int
    path: Sequence[GraphEdge]
    cycle: Sequence[GraphEdge] = ()


def avoiding_run(
    graph: Listed, begins: Iterable[int], goal: Sequence[bool], fairness: Sequence[Fairness] = ()
) -> Lasso | None:
    """A fair run outside the goal from one of the positions `begins`; ``None`` if there is none.

    `goal` has a truth value for each position of the graph.  No path to its end, or
    to its cycle, is shorter.
    """
    outside = [number for number in begins if not goal[number]]
    region = breadth_first(graph, outside, lambda number: not goal[number])
    ends = (number for number in region if not successors(graph, number))
    if (end := next(ends, None)) is not None:
        return Lasso(*path_back(region, end))
    order = {number: place for place, number in enumerate(region)}
    parts = ((min(part, key=order.__getitem__), part) for part in fair_components(graph, region, fairness))
    first, part = min(parts, key=lambda found: order[found[0]], default=(0, ()))
    if not part:
        return None
    return Lasso(*path_back(region, first), fair_cycle(graph, first, frozenset(part), fairness))


def successors(graph: Listed, number: int) -> list[int]:
    """Where each move of a position leads."""
    found: list[int] = graph.targets[graph.offsets[number] : graph.offsets[number + 1]].tolist()
    return found


def breadth_first(
    graph: Listed, begins: Iterable[int], inside: Callable[[int], bool]
) -> dict[int, GraphEdge | None]:
    """The positions inside a region that paths in it reach, each with the edge by which it was discovered."""
    found: dict[int, GraphEdge | None] = dict.fromkeys(begins)
    for number in (queue := list(found)):
        current.get().look()
        for place, target in enumerate(successors(graph, number)):
            if target not in found and inside(target):
                found[target] = number, place
                queue.append(target)
    return found


def path_back(found: dict[int, GraphEdge | None], number: int) -> tuple[int, list[GraphEdge]]:
    """The position where the path to a position begins, and its edges."""
    edges: list[GraphEdge] = []
    while (edge := found[number]) is not None:
        edges.append(edge)
        number = edge[0]
    return number, edges[::-1]


def components(graph: Listed, region: Collection[int]) -> Iterator[list[int]]:
    """The strongly connected components of a region that have a cycle, by the algorithm of R. Tarjan
    (*Depth-first search and linear graph algorithms*, SIAM Journal on Computing 1, 1972)."""
    inside = frozenset(region)
    index: dict[int, int] = {}
    low: dict[int, int] = {}
    open_ones: list[int] = []
    for root in region:
        if root in index:
            continue
        index[root] = low[root] = len(index)
        open_ones.append(root)
        walk = [(root, iter(successors(graph, root)))]
        while walk:
            number, targets = walk[-1]
            for target in targets:
                if target not in inside:
                    continue
                if target not in index:
                    index[target] = low[target] = len(index)
                    open_ones.append(target)
                    walk.append((target, iter(successors(graph, target))))
                    break
                if target in low:
                    low[number] = min(low[number], index[target])
            else:
                walk.pop()
                if walk:
                    before = walk[-1][0]
                    low[before] = min(low[before], low[number])
                if low[number] == index[number]:
                    part: list[int] = []
                    while not part or part[-1] != number:
                        part.append(open_ones.pop())
                        del low[part[-1]]
                    if len(part) > 1 or number in successors(graph, number):
                        yield part


def fair_components(
    graph: Listed, region: Collection[int], fairness: Sequence[Fairness]
) -> Iterator[list[int]]:
    """The strongly connected sets of positions of a region that some fair run visits again and again.

    A component in which no move of a strong condition leads on, although one is possible, is examined again
    without the positions where it is possible: E. A. Emerson and C.-L. Lei, *Modalities for model checking*
    (*Science of Computer Programming* 8, 1987).
    """
    waiting = [region]
    for each in waiting:
        for part in components(graph, each):
            inside = frozenset(part)
            unfair = [c for c in fairness if not any(leading(graph, number, c, inside) for number in part)]
            barred = {n for c in unfair if c.is_strong for n in part if is_possible(graph, n, c)}
            if barred:
                waiting.append([number for number in part if number not in barred])
            elif all(any(not is_possible(graph, n, c) for n in part) for c in unfair):
                yield part


def is_possible(graph: Listed, number: int, condition: Fairness) -> bool:
    """Whether a move of a condition is possible in a position; one that changes nothing does not count."""
    return bool(leading(graph, number, condition))


def leading(
    graph: Listed, number: int, condition: Fairness, inside: Collection[int] | None = None
) -> list[int]:
    """The places of the moves of a condition that lead from a position to another one, inside a set."""
    pairs = enumerate(zip(graph.moves(number), successors(graph, number), strict=True))
    return [
        place
        for place, (move, target) in pairs
        if move in condition.moves and target != number and (inside is None or target in inside)
    ]


def fair_cycle(
    graph: Listed, first: int, part: frozenset[int], fairness: Sequence[Fairness]
) -> list[GraphEdge]:
    """A cycle from a position through a strongly connected set that makes a move of each condition, or visits
    a position where none of them is possible."""
    edges: list[GraphEdge] = []
    here = first

    def walk_to(wanted: Collection[int]) -> None:
        nonlocal here
        found = breadth_first(graph, [here], part.__contains__)
        here = next(number for number in found if number in wanted)
        edges.extend(path_back(found, here)[1])

    def step(place: int) -> None:
        nonlocal here
        edges.append((here, place))
        here = successors(graph, here)[place]

    for condition in fairness:
        if leads := {number for number in part if leading(graph, number, condition, part)}:
            walk_to(leads)
            step(leading(graph, here, condition, part)[0])
        else:
            walk_to({number for number in part if not is_possible(graph, number, condition)})
    if not edges:
        step(next(place for place, target in enumerate(successors(graph, here)) if target in part))
    walk_to({first})
    return edges
