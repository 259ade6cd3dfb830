"""Patterns within patterns, where a content may be of several shapes: formulas say what the rules say."""

from __future__ import annotations

import pytest

from noughts.documents.by_rules import GameByRules
from noughts.documents.from_document import game_from
from noughts.grounding.ground import ground
from noughts.grounding.walk import holds
from noughts.kernels.explore import explore_rules
from noughts.language.check import check_text
from tests.grounding.agreement import assert_agreement

GAME = """/$ cells := {{1, 2}}
initialState := (`x, {board})
(playerToMove, board) := currentState
other := `o if playerToMove = `x; `x otherwise
{own}
moves := cells
legalMove(m) iff {free} & ~gameOver
outcome(m) := (other, {placed})
gameOver iff 1 in own(`x) V 1 in own(`o)
wins(p) iff 1 in own(p) $/"""

MAP = ("{c |-> `empty | c in cells}", "board[m] = `empty", "board[m |-> (playerToMove, `new)]")
ZEROS = ("{c |-> 0 | c in cells}", "board[m] = 0", "board[m |-> (playerToMove, `new)]")
SETS = ("{c |-> {} | c in cells}", "board[m] = {}", "board[m |-> (playerToMove, `new)]")
LONGER = ("{c |-> (`a, 1, 2) | c in cells}", "board[m] = (`a, 1, 2)", "board[m |-> (playerToMove, `new)]")
TUPLE = ("(`empty, `empty)", "board[m] = `empty", "board[m |-> (playerToMove, `new)]")
PAIRS = (
    "{(c, `empty) | c in cells}",
    "(m, `empty) in board",
    "(board \\ {(m, `empty)}) U {(m, (playerToMove, `new))}",
)

OWN = {
    "set-builder": "own(p) := {c | c |-> (p, w) in board}",
    "of pairs": "own(p) := {c | (c, (p, w)) in board}",
    "a literal": "own(p) := {c | (c, (p, `new)) in board}",
    "compared later": "own(p) := {c | (c, (q, w)) in board & q = p}",
    "some": "own(p) := {c | c in cells & (some (k, (q, w)) in board. (k = c & q = p))}",
    "some literal": "own(p) := {c | c in cells & (some (k, (q, `new)) in board. (k = c & q = p))}",
    "all": "own(p) := {c | c in cells & ~(all (k, (q, w)) in board. (k /= c V q /= p))}",
    "a sum": "own(p) := {c | c in cells & (Sum[(k, (p, w)) in board & k = c] 1) = 1}",
    "a product": "own(p) := {c | c in cells & (Prod[(k, (p, w)) in board & k = c] 2) = 2}",
    "a union": "own(p) := U[(k, (p, w)) in board] {k}",
    "a where": "own(p) := {c | c in cells & pairs(c) /= {} & of(c) = p} of(c) := q where (q, w) in pairs(c) "
    "pairs(c) := {(q, w) | (c, (q, w)) in board}",
    "an equation": "own(p) := {c | c in cells & here(c) & of(c) = p} of(c) := q where (q, w) = at(c) "
    "here(c) iff |{q | (q, w) in {at(c)}}| = 1 at(c) := v where (c, v) in board",
}


def game_of(own: str, board: str, free: str, placed: str) -> GameByRules:
    """The game in which a side wins once it owns cell 1."""
    text = GAME.format(own=own, board=board, free=free, placed=placed)
    game = game_from(check_text(text, "patterns.led"), name="patterns")
    assert isinstance(game, GameByRules)
    return game


@pytest.mark.parametrize("board", [MAP, ZEROS, SETS, LONGER, PAIRS])
@pytest.mark.parametrize("own", OWN.values(), ids=OWN.keys())
def test_contents_that_do_not_fit_are_no_solutions(own: str, board: tuple[str, str, str]) -> None:
    game = game_of(own, *board)
    listed = explore_rules(game)
    assert listed.counts() == {"positions": 4, "transitions": 3, "terminal": {"x": 1, "o": 1, "draw": 0}}
    assert_agreement(listed, ground(game))


def test_parts_of_a_tuple_are_matched_alike() -> None:
    """A state that is a tuple whose parts are of several shapes."""
    game = game_of("own(p) := {c | c in cells & (some (q, w) in {board[c]}. q = p)}", *TUPLE)
    listed = explore_rules(game)
    assert listed.counts()["positions"] == 4
    assert_agreement(listed, ground(game))


def test_a_state_is_matched_as_a_whole() -> None:
    """Once m is made, the content 1 |-> (5, `x) fits; before that, nothing does."""
    text = """/$ initialState := {1 |-> 0} playerToMove := `x moves := {1} legalMove(m) iff true
    outcome(m) := {1 |-> (5, `x)} gameOver iff 1 in {c | (c, (k, `x)) in currentState}
    wins(p) iff gameOver $/"""
    game = game_from(check_text(text, "whole.led"), name="whole")
    assert isinstance(game, GameByRules)
    listed = explore_rules(game)
    assert listed.counts()["positions"] == 2
    assert_agreement(listed, ground(game))


@pytest.mark.parametrize(("order", "has_value"), [("{1, 2}", True), ("{2, 1}", False)])
def test_the_order_of_a_known_set_says_what_a_quantifier_evaluates(order: str, has_value: bool) -> None:
    """Nothing behind the element that decides is evaluated, whatever is asked of the state."""
    text = f"""/$ initialState := 1 playerToMove := `x moves := {{1}} legalMove(m) iff currentState = 1
    outcome(m) := 2 gameOver iff some n in {order}. (n = 1 V 1 / (currentState - currentState) = n)
    wins(p) iff gameOver $/"""
    game = game_from(check_text(text, "order.led"), name="order")
    assert isinstance(game, GameByRules)
    grounded = ground(game)
    assert holds(grounded.undefined, grounded.initial) != has_value


def test_the_order_of_a_map_of_the_state_is_not_known() -> None:
    """The rules meet 1 / 0 or not, as the pairs of the map happen to stand: there they decide."""
    text = """/$ initialState := {1 |-> 1, 2 |-> 2} playerToMove := `x moves := {1} legalMove(m) iff false
    outcome(m) := {2 |-> 1, 1 |-> 2} gameOver iff some k |-> v in currentState. (k = 1 V 1 / (v - v) = 1)
    wins(p) iff gameOver $/"""
    game = game_from(check_text(text, "order.led"), name="order")
    assert isinstance(game, GameByRules)
    grounded = ground(game)
    assert holds(grounded.undefined, grounded.initial)


def test_a_content_that_may_be_no_set_has_elements_where_it_is_one() -> None:
    text = """/$ initialState := (1, 0) playerToMove := `x (at, held) := currentState moves := {1, 2}
    legalMove(m) iff at = m outcome(m) := (2, {1, (1, 2)}) if m = 1; (3, {(2, `a)} U held) otherwise
    gameOver iff at = 3 & (some (1, n) in held. n = 2) & 2 in U[k in {at}] held
    wins(p) iff gameOver $/"""
    game = game_from(check_text(text, "sets.led"), name="sets")
    assert isinstance(game, GameByRules)
    grounded = ground(game)
    listed = explore_rules(game)
    for position in listed.positions:
        assert not holds(grounded.undefined, grounded.encoded(position))
    assert_agreement(listed, grounded)
