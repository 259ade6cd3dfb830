"""An answer that the rules contradict is refused, whatever part of the house it was wrong in."""

from __future__ import annotations

from array import array
from collections.abc import Callable
from random import Random
from typing import Any, TypeAlias

import pytest
from msgspec.structs import replace

import noughts
from noughts.documents.by_clicks import GameByClicks
from noughts.documents.by_rules import GameByRules
from noughts.games.game import Expansion, Position
from noughts.games.match import Match
from noughts.games.result import Value
from noughts.grounding.formula import ALWAYS, NEVER, negation
from noughts.grounding.grounded import Grounded
from noughts.grounding.symbolic_evaluation import SymbolicEvaluator
from noughts.kernels import compact_graph
from noughts.language import core as c
from noughts.players import audit
from noughts.solvers import backward, many_sides, plan, proof
from noughts.solvers.alpha_beta import AlphaBeta, FirstMove
from noughts.solvers.plan import Plan
from noughts.solvers.symbolic import strategy
from noughts.solvers.symbolic.diagram_engine import DiagramEngine
from noughts.solvers.symbolic.layers import Endless, Layered
from noughts.solvers.tables.solution import TableSolution
from noughts.stop import Deadline, current, honouring
from noughts.verify import spot
from noughts.verify.spot import Disagreement, spot_check
from tests.kernels.slow_machine import SlowMachine

Break: TypeAlias = Callable[[Grounded], Grounded]


LEAST = spot._LEAST_SECONDS


@pytest.fixture(autouse=True)
def _enough_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """All positions that are drawn are asked, however slow the machine is."""
    monkeypatch.setattr(spot, "_LEAST_SECONDS", 600.0)


def without_a_move(grounded: Grounded) -> Grounded:
    first, *others = grounded.moves
    return replace(grounded, moves=(replace(first, legal=NEVER), *others))


def with_another_effect(grounded: Grounded) -> Grounded:
    *others, last = grounded.moves
    bit, after = next(iter(last.changes.items()))
    return replace(grounded, moves=(*others, replace(last, changes={**last.changes, bit: negation(after)})))


def without_an_end(grounded: Grounded) -> Grounded:
    return replace(grounded, over=NEVER, wins=(NEVER,) * len(grounded.wins))


def with_winners_exchanged(grounded: Grounded) -> Grounded:
    return replace(grounded, wins=grounded.wins[::-1])


def with_the_same_side_to_move(grounded: Grounded) -> Grounded:
    return replace(grounded, to_move=(ALWAYS, *(NEVER for _ in grounded.to_move[1:])))


BREAKS: tuple[Break, ...] = (
    without_a_move,
    with_another_effect,
    without_an_end,
    with_winners_exchanged,
    with_the_same_side_to_move,
)


def broken(name: str, change: Break, monkeypatch: pytest.MonkeyPatch, **constants: Any) -> Any:
    """A game of the library whose formulas are wrong."""
    game = noughts.load(name, **constants)
    assert isinstance(game.rules, GameByRules)
    wrong = change(game.rules.ground())
    monkeypatch.setattr(game.rules, "ground", lambda *, soon=False: wrong)
    return game


VERBS: dict[str, Callable[[noughts.Game], object]] = {
    "explore": lambda game: game.explore(),
    "solve": lambda game: game.solve(),
    "prove": lambda game: game.prove("1 = 1"),
    "can": lambda game: game.can("1 = 2"),
    "forces": lambda game: game.forces("x", "1 = 2"),
    "synthesise": lambda game: game.synthesise("x"),
    "audit": lambda game: game.audit("random", "x"),
}


@pytest.mark.parametrize("verb", VERBS)
@pytest.mark.parametrize("change", BREAKS, ids=lambda change: change.__name__)
def test_wrong_formulas_are_refused_by_every_verb(change, verb, monkeypatch):
    game = broken("mnk", change, monkeypatch, m=2, n=2, k=2)
    with pytest.raises(Disagreement, match="no answer about mnk is given"):
        VERBS[verb](game)


@pytest.mark.parametrize("change", BREAKS, ids=lambda change: change.__name__)
def test_wrong_formulas_are_refused_by_diagrams(change, monkeypatch):
    game = broken("mnk", change, monkeypatch, m=2, n=2, k=2)
    layered = Layered(game.rules.ground(), DiagramEngine)
    with pytest.raises((Disagreement, Endless)):
        strategy.checked_region(layered, 0)


@pytest.mark.parametrize("change", [without_a_move, with_the_same_side_to_move], ids=lambda c: c.__name__)
def test_wrong_formulas_are_refused_by_machine_code(change, monkeypatch):
    game = broken("mnk", change, monkeypatch, m=2, n=2, k=2)
    by_machine(monkeypatch)
    for ask in (Plan(diagrams=False).count, Plan(diagrams=False).solve):
        with pytest.raises(Disagreement):
            ask(game.rules)


def by_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    """Loops for machine code are used, however small a game is; they run as they are written."""
    monkeypatch.setattr(plan, "MachineCode", SlowMachine)
    monkeypatch.setattr(plan, "_FEW", 1)
    monkeypatch.setattr(plan, "SMALL", 1)
    monkeypatch.setattr(plan.GameFacts, "compiling", 0)


NESTED = """
/$ cells := {1, 2}
   initialState := (`x, {c |-> `empty | c in cells})
   (playerToMove, board) := currentState
   other := `o if playerToMove = `x; `x otherwise
   own(p) := {c | c |-> (p, w) in board}
   moves := cells
   legalMove(m) iff board[m] = `empty & ~gameOver
   outcome(m) := (other, board[m |-> (playerToMove, `new)])
   gameOver iff 1 in own(`x) V 1 in own(`o)
   wins(p) iff 1 in own(p) $/
"""


@pytest.mark.parametrize("verb", VERBS)
def test_a_lost_pattern_within_a_pattern_is_refused(verb, monkeypatch, tmp_path):
    """The formulas of this game once lacked what a pattern within a pattern finds."""
    matched = SymbolicEvaluator.matched

    def without_nested(self: SymbolicEvaluator, pattern: c.Pattern, *others: Any) -> Any:
        nested = isinstance(pattern, c.PatternTuple) and any(
            isinstance(part, c.PatternTuple) for part in pattern.elements
        )
        return iter(()) if nested else matched(self, pattern, *others)

    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr(SymbolicEvaluator, "matched", without_nested)
    with pytest.raises(Disagreement):
        VERBS[verb](noughts.load(NESTED))


# What was found is right, and what is computed from it is not


def raised(values: Any) -> Any:
    """Values, the first of which says one move more."""
    values = array("i", values)
    values[0] += 1 if values[0] > 0 else -1
    return values


def test_a_wrong_distance_is_refused(monkeypatch):
    right = backward.values_of
    monkeypatch.setattr(backward, "values_of", lambda *given: raised(right(*given)))
    with pytest.raises(Disagreement, match="the answer says `x wins in 12`, and `x wins in 11` follows"):
        noughts.load("nim").solve()


def test_a_wrong_value_in_a_saved_table_is_refused(tmp_path):
    game = noughts.load("nim")
    solution = game.solve()
    assert isinstance(solution.solved, backward.Solution)
    wrong = replace(solution.solved, values=raised(solution.solved.values))
    noughts.Solution(game, wrong).save(tmp_path / "nim.solved")
    with pytest.raises(Disagreement, match="x wins in 12"):
        noughts.load_solution(game, tmp_path / "nim.solved")


def test_a_wrong_value_in_a_folder_of_tables_is_refused(tmp_path, monkeypatch):
    game = noughts.load("nim")
    right = TableSolution.value_of

    def wrong(self: TableSolution, code: int, *, later: int = 0) -> Value:
        value = right(self, code, later=later)
        return replace(value, distance=12) if value.distance == 11 else value

    monkeypatch.setattr(TableSolution, "value_of", wrong)
    with pytest.raises(Disagreement, match="x wins in 12"):
        game.solve(tables=tmp_path)


def test_a_wrong_count_of_what_moves_lead_to_is_refused(monkeypatch):
    """Machine code that follows a move to a wrong position."""
    right = compact_graph._Builder.finished

    def wrong(self: compact_graph._Builder, *given: Any) -> compact_graph.CompactGraph:
        graph = right(self, *given)
        graph.targets[0] = len(graph.codes) - 1
        return graph

    monkeypatch.setattr(compact_graph._Builder, "finished", wrong)
    by_machine(monkeypatch)
    with pytest.raises(Disagreement, match="leads elsewhere"):
        Plan(diagrams=False).count(noughts.load("mnk", m=2, n=2, k=2).rules)


def test_wrong_outcomes_of_three_sides_are_refused(monkeypatch):
    right = many_sides.outcomes_of
    monkeypatch.setattr(many_sides, "outcomes_of", lambda graph: [1, *right(graph)[1:]])
    with pytest.raises(Disagreement, match="other outcomes follow"):
        noughts.load("threenim").outcomes()


def test_a_wrong_coalition_of_three_sides_is_refused(monkeypatch):
    wrong = "noughts.solvers.many_sides.values_of"
    monkeypatch.setattr(wrong, lambda *graph: raised(backward.values_of(*graph)))
    with pytest.raises(Disagreement, match="follows from the values"):
        noughts.load("threenim").outcomes()


def test_a_wrong_search_is_refused(monkeypatch):
    """A search that takes a move that wins for one that draws."""
    right = AlphaBeta._first

    def wrong(self: AlphaBeta, number: int) -> FirstMove:
        return replace(right(self, number), least=0, largest=0)

    monkeypatch.setattr(AlphaBeta, "_first", wrong)
    search = AlphaBeta(noughts.load("mnk", m=2, n=2, k=1).rules, memory=1 << 16)
    with pytest.raises(Disagreement, match="the search says `draw`, and `x wins in 0` follows"):
        search.check()


def test_a_wrong_region_is_refused(monkeypatch):
    right = strategy.kept_at

    def wrong(layered: Layered, depth: int, side: int, following: Any) -> Any:
        return layered.sets.nothing if depth == 0 else right(layered, depth, side, following)

    monkeypatch.setattr(strategy, "kept_at", wrong)
    rules: Any = noughts.load("mnk", m=2, n=2, k=2).rules
    layered = Layered(rules.ground(), DiagramEngine)
    with pytest.raises(Disagreement, match="the answer calls it lost for x, and by the rules it is safe"):
        strategy.checked_region(layered, 0)


def test_a_wrong_verdict_is_refused(monkeypatch):
    right = proof._proof

    def wrong(*given: Any) -> tuple[proof.Proof, object]:
        found, graph = right(*given)
        verdict = replace(found.verdict, holds=not found.verdict.holds, line=None)
        return replace(found, verdict=verdict), graph

    monkeypatch.setattr(proof, "_proof", wrong)
    game = noughts.load("nim")
    with pytest.raises(Disagreement, match="is false, and true by the answer"):
        game.prove("~gameOver")
    with pytest.raises(Disagreement, match="is true, and false by the answer"):
        game.can("gameOver")


def test_a_line_that_the_rules_do_not_play_is_refused(monkeypatch):
    right = proof._proof

    def wrong(*given: Any) -> tuple[proof.Proof, object]:
        found, graph = right(*given)
        line = found.verdict.line
        assert line is not None
        shorter = Match(line.game, line.moves[1:], [line.positions[0], *line.positions[2:]])
        return replace(found, verdict=replace(found.verdict, line=shorter)), graph

    monkeypatch.setattr(proof, "_proof", wrong)
    with pytest.raises(Disagreement, match="the line goes on by a move that is not legal"):
        noughts.load("nim").can("gameOver")


def test_an_audit_that_overlooks_a_loss_is_refused(monkeypatch):
    monkeypatch.setattr(audit._Walk, "visit", overlooking)
    with pytest.raises(Disagreement, match="`o` has won, and by the answer x never loses"):
        noughts.load("nim").audit("random", "x")


def overlooking(self: audit._Walk, place: Any) -> None:
    """A visit to a position that finds no end there."""
    if place.outcome is None:
        for way in self.ways(place):
            self.follow(place, way)


def test_clicks_that_do_something_else_are_refused(monkeypatch):
    game = noughts.load("tictactoe", by="clicks")
    right = GameByClicks.find_choices
    monkeypatch.setattr(GameByClicks, "find_choices", lambda self, at: right(self, at)[1:])
    monkeypatch.setattr(spot, "_MOST_ASKED", 10)
    with pytest.raises(Disagreement, match="the answer lacks 1 of 9 legal moves"):
        Plan(limit=10_000).count(game.rules)


# How much is asked


class Clock:
    """A clock that goes on when somebody works."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


class Slow:
    """A game of a long line whose reference takes 20 milliseconds for a position, and what was asked."""

    name, sides, initial, fingerprint = "slow", ("x",), 0, "0"

    def __init__(self, clock: Clock) -> None:
        self.clock = clock
        self.asked: list[Position] = []

    def by_reference(self, position: Position) -> Expansion:
        self.clock.now += 0.02
        current.get().look()
        self.asked.append(position)
        return Expansion(None, "x", (1,), (position + 1,))

    def drawn(self, dice: Random) -> Position:
        return dice.randrange(10**9)

    def fault(self, position: Position, found: Expansion) -> None:
        return None


@pytest.mark.parametrize(("seconds", "share", "positions"), [(0.02, 0, 1), (0.5, 10, 24), (300, 6000, 400)])
def test_a_check_takes_a_twentieth_of_the_time_of_the_answer(seconds, share, positions, monkeypatch):
    """At most, or 20 milliseconds; and 400 positions."""
    clock = Clock()
    monkeypatch.setattr(spot, "_LEAST_SECONDS", LEAST)
    monkeypatch.setattr(spot, "processor_time", clock)
    monkeypatch.setattr(
        spot, "stopped_after", lambda seconds: honouring(Deadline(seconds, current.get(), clock))
    )
    game: Any = Slow(clock)
    spot_check(game, game, -share)
    assert len(game.asked) == positions
    assert clock.now <= seconds + 0.02


def test_a_line_is_asked_whole(monkeypatch):
    clock = Clock()
    monkeypatch.setattr(spot, "_LEAST_SECONDS", LEAST)
    monkeypatch.setattr(spot, "processor_time", clock)
    monkeypatch.setattr(
        spot, "stopped_after", lambda seconds: honouring(Deadline(seconds, current.get(), clock))
    )
    game: Any = Slow(clock)
    spot_check(game, game, 0.0, line=range(100))
    assert game.asked[:100] == list(range(100))


def test_the_same_positions_are_drawn_each_time():
    first: Any = Slow(Clock())
    second: Any = Slow(Clock())
    for game in (first, second):
        spot_check(game, game, 0.0)
    assert first.asked == second.asked
    assert len(set(first.asked)) == 400


def test_a_small_list_is_asked_whole_and_not_drawn_from_for_long():
    class Small(Slow):
        draws = 0

        def drawn(self, dice: Random) -> Position:
            self.draws += 1
            return dice.randrange(100, 124)

    game: Any = Small(Clock())
    spot_check(game, game, 0.0)
    assert {*range(100, 124)} <= {*game.asked}
    assert game.draws < 400
