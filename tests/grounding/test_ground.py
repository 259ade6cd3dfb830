"""The formulas of a game say in every position what its rules say."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import count
from pathlib import Path
from unittest.mock import patch

import pytest

from noughts.cli.game_argument import GameArgument
from noughts.documents.by_rules import GameByRules
from noughts.documents.from_document import game_from
from noughts.games.game import CannotGround
from noughts.grounding import ground as grounder
from noughts.grounding import walk
from noughts.grounding.formula import Formula
from noughts.grounding.ground import ground
from noughts.grounding.grounded import Grounded, fingerprint
from noughts.grounding.state_layout import MapLayout, SetBits, TupleLayout, in_planes
from noughts.kernels.explore import explore_kernel, explore_rules
from noughts.kernels.kernel import Kernel
from noughts.language.check import check_text
from noughts.meaning.budget import Budget
from noughts.solvers.backward import solve
from noughts.stop import Stop, Stopped, honouring
from noughts.values.misuse import OutOfBudget
from noughts.values.scalars import Atom
from noughts.values.sets import FiniteSet
from tests.grounding.agreement import assert_agreement
from tests.grounding.subjects import subject
from tests.library.games import by_rules

HEX = Path(__file__).parent / "documents" / "hex.led"
MNK = str(Path(__file__).parent / "documents" / "mnk.led")
PAIRS = str(Path(__file__).parent / "documents" / "pairs.led")


@pytest.mark.parametrize(
    "words",
    [("tictactoe",), (PAIRS,), (MNK,), (MNK, "m=2", "k=2"), (MNK, "m=1", "n=5", "k=3"), (MNK, "m=2", "n=3")],
)
def test_formulas_agree_with_the_rules(words: tuple[str, ...]) -> None:
    game = GameArgument(words[:1], let=words[1:]).load_any()
    assert isinstance(game, GameByRules)
    exploration = explore_rules(game)
    assert_agreement(exploration, ground(game.twin()))


def test_elements_of_one_shape_lie_in_planes():
    game = GameArgument(["four"], let=["columns=3", "rows=2"]).load()
    assert isinstance(game, GameByRules)
    holes = [(column, row) for column in (1, 2, 3) for row in (1, 2)]
    assert [str(bit) for bit in game.ground().bits] == [
        f"(`{side}, ({column}, {row})) in currentState" for side in "xo" for column, row in holes
    ]


def test_other_elements_stay_as_they_were_found():
    some, other = FiniteSet([2, 1]), FiniteSet([1])
    assert in_planes((3, 1, 2)) == (1, 2, 3)
    assert in_planes((some, other)) == (some, other)
    assert in_planes(((2, 1), 1)) == ((2, 1), 1)
    assert in_planes(((1, Atom("o")), (Atom("x"), 1))) == ((1, Atom("o")), (Atom("x"), 1))
    assert in_planes(()) == ()


def test_a_map_has_one_field_for_each_key():
    """Where it is certain that each key begins one pair; else a bit for each pair."""
    guarded = subject("guard").grounded.layout
    assert isinstance(guarded, TupleLayout)
    board = guarded.parts[2]
    assert isinstance(board, MapLayout)
    assert board.width == 3 * len(board.keys)
    moving = subject("men").grounded.layout
    assert isinstance(moving, TupleLayout)
    assert isinstance(moving.parts[1], SetBits)


def test_a_recursion_over_the_state_ends_where_nothing_is_new():
    """Hex on three by three cells: the positions counted by a program of its own, and red wins."""
    game = GameArgument([str(HEX)]).load()
    assert isinstance(game, GameByRules)
    found = solve(explore_kernel(game, Kernel(game.ground())))
    assert len(found.graph) == 5514
    assert found.value(game.initial).winner == "red"


def test_a_spent_budget_leaves_the_game_to_its_definitions():
    """Whatever is cut short in the middle of grounding, no wrong formulas come of it."""
    game = GameArgument([MNK]).load()
    assert isinstance(game, GameByRules)
    budget = game.meaning.budget
    for looks in range(0, 400, 7):
        left = count(looks, -1)
        with patch.object(Budget, "look", lambda spent, left=left: spend(spent, next(left))):
            try:
                found: Grounded | str = ground(game)
            except CannotGround as refused:
                found = refused.fact
        if budget.is_spent:
            assert found == "its formulas were not found in 10 seconds"
        else:
            assert isinstance(found, Grounded)
            assert len(found.moves) == 18


def spend(budget: Budget, left: int) -> None:
    if left == 0:
        budget.is_spent = True
        raise OutOfBudget("this took longer than 10 seconds")


# Rounds

CLOCK = """/$ ledGame
initialState := (40, {})
playerToMove := `x
moves := {1..3}
legalMove(m) iff m < 3 V currentState[1] < 20
outcome(m) := (currentState[1] - 1, currentState[2] U {m})
gameOver iff currentState[1] = 0
wins(p) iff gameOver
$/"""


@pytest.fixture
def rounds(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """One entry for each round of widening."""
    rounds: list[int] = []
    made = grounder.Rules.__init__

    def counted(*parts: object, **options: object) -> None:
        rounds.append(1)
        made(*parts, **options)  # type: ignore[arg-type]

    monkeypatch.setattr(grounder.Rules, "__init__", counted)
    return rounds


def test_a_clock_is_not_widened_by_one_tick_in_each_round(rounds: list[int]):
    game = game_from(check_text(CLOCK, "clock.led"), name="clock")
    assert isinstance(game, GameByRules)
    assert len(grounder.ground(game).bits) == 6 + 3
    assert len(rounds) < 8


def test_play_widens_a_layout_as_long_as_it_finds_something_new(rounds: list[int]):
    """The two pieces of the L game are on all squares after some 200 positions, and nothing else is possible
    then: one bit for the side, one for the half of the turn, and 16 for each piece and the neutral ones."""
    game = by_rules("lgame")
    assert len(grounder.ground(game.twin()).bits) == 2 + 3 * 16
    assert len(rounds) == 3


def test_who_was_stopped_goes_on_in_the_round_that_was_not_done(rounds: list[int]):
    game = game_from(check_text(CLOCK, "clock.led"), name="clock")
    assert isinstance(game, GameByRules)
    whole = grounder.ground(game.twin())
    needed, done = len(rounds), set[int]()
    for looks in range(0, 400, 20):
        left, begun = count(looks, -1), grounder.Widening()
        with patch.object(Budget, "look", lambda spent, left=left: spend(spent, next(left))):
            try:
                grounder.ground(game.twin(), begun)
            except CannotGround:
                pass
            else:
                break
        before = begun.rounds
        done.add(before)
        rounds.clear()
        found = grounder.ground(game.twin(), begun)
        assert len(rounds) == needed - before
        assert fingerprint(found) == fingerprint(whole)
    assert len(done) > 2


@pytest.mark.parametrize("title", ["chase", "coins", "stone", "sowing", "guard", "men", "0", "7", "101"])
def test_positions_of_play_widen_no_more_than_rounds_do(title: str, monkeypatch: pytest.MonkeyPatch):
    found = []
    for first in (1, 10**9):
        monkeypatch.setattr(grounder, "_FIRST_SAMPLED_ROUND", first)
        grounded = grounder.ground(subject(title).game.twin())
        kernel = Kernel(grounded)
        graph = explore_kernel(grounded.game, kernel)
        found.append((sorted(map(str, grounded.bits)), graph.counts()))
    assert found[0] == found[1]


def test_a_game_that_is_over_at_once_has_no_matches():
    rules = CLOCK.replace("gameOver iff", "gameOver iff 1 = 1 V")
    game = game_from(check_text(rules, "clock.led"), name="clock")
    assert isinstance(game, GameByRules)
    assert list(grounder.sampled_states(game, grounder.StateSampler())) == []


def test_work_that_nobody_wants_any_more_ends_between_two_moves() -> None:
    """A page that is left must not hold up the next one: the formulas of a large game take seconds."""
    stop, done = Stop(), list[list[Formula]]()

    def substituted(formulas: Iterable[Formula], put: Mapping[Formula, Formula]) -> list[Formula]:
        done.append(walk.substituted(formulas, put))
        stop.wanted = True
        return done[-1]

    with patch.object(grounder, "substituted", substituted), honouring(stop), pytest.raises(Stopped):
        ground(by_rules("tictactoe").twin())
    assert len(done) == 2  # those of one move
