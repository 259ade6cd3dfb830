"""A run is found exactly if one exists, by a search of all sets of positions, which is exact and slow."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from noughts.games.game import Expansion, Outcome
from noughts.games.match import Match
from noughts.kernels.explore import explore_rules
from noughts.kernels.state_graph import RuleGraph
from noughts.solvers.liveness import Lasso, avoiding_run
from noughts.solvers.proof import line_to
from noughts.verify.checked import CheckResult, SampleSize
from noughts.verify.runs import Fairness, RunsCheck, SavedRuns

MOVES = ("a", "b", "c")


@dataclass(frozen=True)
class Arrows:
    """A game of one side whose moves are the labelled arrows of a graph."""

    after_of: Mapping[int, Mapping[str, int]]
    name: str = "arrows"
    sides: tuple[str, ...] = ("x",)
    initial: int = 0

    def to_move(self, position: int) -> str:
        return "x"

    def moves(self, position: int) -> Sequence[str]:
        return list(self.after_of[position])

    def after(self, position: int, move: str) -> int:
        return self.after_of[position][move]

    def outcome(self, position: int) -> Outcome | None:
        return None if self.after_of[position] else Outcome(None, "stuck")

    def move_text(self, position: int, move: str) -> str:
        return move

    def position_text(self, position: int) -> str:
        return str(position)

    def expansion(self, position: int) -> Expansion:
        moves = self.after_of[position]
        return Expansion(self.outcome(position), "x", [*moves], [*moves.values()])

    @cached_property
    def graph(self) -> RuleGraph:
        return explore_rules(self)


@st.composite
def arrows(draw: st.DrawFn) -> Arrows:
    size = draw(st.integers(1, 5))
    targets = st.dictionaries(st.sampled_from(MOVES), st.integers(0, size - 1), max_size=3)
    return Arrows({number: draw(targets) for number in range(size)})


conditions = st.lists(
    st.builds(Fairness, st.just("f"), st.frozensets(st.sampled_from(MOVES), min_size=1), st.booleans()),
    max_size=2,
)


def edges(graph: RuleGraph, inside: Collection[int]) -> Iterator[tuple[int, str, int]]:
    """The arrows between positions of a set."""
    for number in inside:
        for move, target in zip(graph.moves(number), graph.successors(number), strict=True):
            if target in inside:
                yield number, str(move), target


def reach(graph: RuleGraph, begins: Iterable[int], inside: Collection[int]) -> set[int]:
    """The positions of a set that paths within it reach."""
    found = {number for number in begins if number in inside}
    while more := {target for source, _, target in edges(graph, inside) if source in found} - found:
        found |= more
    return found


def possible(graph: RuleGraph, number: int, condition: Fairness) -> bool:
    """Whether a move of a condition leads to another position."""
    pairs = zip(graph.moves(number), graph.successors(number), strict=True)
    return any(move in condition.moves and target != number for move, target in pairs)


def is_fair(
    graph: RuleGraph, visited: Collection[int], taken: Collection[tuple[int, str, int]], each: Fairness
) -> bool:
    """Whether a run that visits these positions and takes these arrows again and again is fair."""
    if any(move in each.moves and source != target for source, move, target in taken):
        return True
    impossible = [not possible(graph, number, each) for number in visited]
    return all(impossible) if each.is_strong else any(impossible)


def exists(
    graph: RuleGraph, begins: Sequence[int], goal: Sequence[bool], fairness: Sequence[Fairness]
) -> bool:
    """Whether a fair run stays outside the goal: it ends, or visits some set of positions again and again."""
    outside = {number for number, true in enumerate(goal) if not true}
    region = reach(graph, begins, outside)
    if any(not len(graph.successors(number)) for number in region):
        return True
    for size in range(1, len(region) + 1):
        for some in combinations(sorted(region), size):
            taken = list(edges(graph, some))
            connected = all(reach(graph, [number], some) == set(some) for number in some)
            if taken and connected and all(is_fair(graph, some, taken, each) for each in fairness):
                return True
    return False


def check_run(
    graph: RuleGraph, found: Lasso, begins: Sequence[int], goal: Sequence[bool], fairness: Sequence[Fairness]
) -> None:
    """The run begins where it may, its arrows follow each other outside the goal, and it is fair."""
    assert found.begin in begins
    here, visited, taken = found.begin, set[int](), list[tuple[int, str, int]]()
    assert not goal[here]
    for step, (number, place) in enumerate([*found.path, *found.cycle]):
        assert number == here
        here = graph.successors(number)[place]
        assert not goal[here]
        if step >= len(found.path):
            visited.add(number)
            taken.append((number, str(graph.moves(number)[place]), here))
    if not found.cycle:
        assert not len(graph.successors(here))
    else:
        assert here == found.cycle[0][0]
        assert all(is_fair(graph, visited, taken, each) for each in fairness)


@given(arrows(), st.data(), conditions)
def test_a_run_is_found_exactly_if_there_is_one(
    game: Arrows, data: st.DataObject, fairness: list[Fairness]
) -> None:
    graph = game.graph
    goal = data.draw(st.lists(st.booleans(), min_size=len(graph), max_size=len(graph)))
    begins = data.draw(st.lists(st.integers(0, len(graph) - 1), unique=True))
    found = avoiding_run(graph, begins, goal, fairness)
    assert (found is not None) == exists(graph, begins, goal, fairness)
    if found is not None:
        check_run(graph, found, begins, goal, fairness)
    assert verified(game, begins, goal, fairness, found).is_right
    assert not verified(game, begins, goal, fairness, None if found else Lasso(0, [])).is_right


def verified(
    game: Arrows,
    begins: Sequence[int],
    goal: Sequence[bool],
    fairness: Sequence[Fairness],
    found: Lasso | None,
) -> CheckResult:
    """The check of a verdict: that there is no such run, or this one."""
    graph = game.graph
    if found is None:
        verdict = SavedRuns(True, len(graph), None, (), None)
    else:
        before = line_to(graph, found.begin)
        edges = [*found.path, *found.cycle]
        moves = [*before.moves, *(graph.moves(number)[place] for number, place in edges)]
        line = Match(game, tuple(moves)).positions
        loop = len(moves) - len(found.cycle) if found.cycle else None
        verdict = SavedRuns(False, len(graph), line, moves, loop)
    true, first = (
        {p for k, p in enumerate(graph.positions) if chosen(k)}
        for chosen in (goal.__getitem__, begins.__contains__)
    )
    check = RunsCheck(verdict, true.__contains__, first.__contains__, fairness, game.expansion, 0)
    return check.checked(SampleSize())
