"""The formulas of a game say in every position what its rules say."""

from __future__ import annotations

from itertools import count
from pathlib import Path
from unittest.mock import patch

import pytest

from noughts.cli.game_argument import GameArgument
from noughts.documents.by_rules import GameByRules
from noughts.grounding.ground import ground
from noughts.grounding.grounded import CannotGround, Grounded
from noughts.grounding.state_layout import MapLayout, SetBits, TupleLayout, in_planes
from noughts.kernels.explore import explore_kernel, explore_rules
from noughts.kernels.kernel import Kernel
from noughts.meaning.budget import Budget
from noughts.solvers.backward import solve
from noughts.values.atom import Atom
from noughts.values.misuse import OutOfBudget
from noughts.values.sets import FiniteSet
from tests.grounding.agreement import assert_agreement
from tests.grounding.subjects import subject

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
