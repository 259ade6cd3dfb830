"""Definitions about another state: ``p where currentState = e``."""

from __future__ import annotations

import pytest

import noughts
from noughts.documents import library
from noughts.documents.by_rules import GameByRules
from noughts.documents.claim import claim_about
from noughts.documents.from_document import game_from
from noughts.games.match import Match
from noughts.language.check import check_text
from noughts.language.checked import question
from noughts.language.parse import parse_text
from noughts.meaning.frame import frame_of
from noughts.meaning.session import session_of
from noughts.solvers.proof import ClaimQuery, prove_quickest
from noughts.text.diagnostic import DocumentError
from noughts.values.scalars import Atom
from noughts.values.sets import FiniteSet
from noughts.values.show import show
from tests.led import Meaning, codes, program, value, wrong
from tests.library.games import by_rules

COUNTING = """
    initialState := (`x, 0)  playerToMove := currentState[1]  n := currentState[2]  moves := {1..3}
    other := `o if playerToMove = `x; `x otherwise  outcome(m) := (other, n + m)
    legalMove(m) iff n + m <= 10  gameOver iff n = 10  wins(p) iff gameOver & p /= playerToMove
    good(m) iff all k in moves. (legalMove(k) => ~good(k)) where currentState = outcome(m)
"""

VALUES = [
    ("p := currentState + 1 v := p where currentState = 5", "6"),
    ("p := currentState v := (p, q) where currentState = p + 1 & q = p * 10", "(1, 10)"),
    ("p := currentState v := f(2) f(k) := p if k < 3 where currentState = p + k", "2"),
    ("p := currentState v := f(3) f(k) := p if k = 0; f(k - 1) otherwise where currentState = p + 1", "4"),
    ("p iff currentState = 1 v := r(1) r(k) iff p where CURRENT_STATE = k", "true"),
    ("p := currentState v := {f(k) | k in {1..3}} f(k) := p^2 where currentState = k", "{1, 4, 9}"),
    ("v := f(2) f(k) := g(k) where currentState = k"
     "  g(k) := (k, h)  where currentState = h + k h := currentState",
     "(2, 4)"),
    ("p := currentState v := (p, (p where currentState = p + 5), p)", "(0, 5, 0)"),
    ("p := currentState v := ((p, (p where currentState = p + 1)) where currentState = p + 5)", "(5, 6)"),
    ("p := currentState v := (p, (p + q where currentState = 1 & q = p)) where currentState = 3", "(3, 2)"),
    ("p := currentState v := {(p * k if p > 1; 0 otherwise where currentState = k) | k in {1..3}}",
     "{0, 4, 9}"),
]  # fmt: skip


@pytest.mark.parametrize(("definitions", "text"), VALUES)
def test_the_rest_is_about_the_state_that_is_given(meaning: Meaning, definitions: str, text: str):
    assert show(value(meaning, definitions, frame=frame_of(0))) == text


@pytest.mark.parametrize("name", ["tictactoe", "nim", "hexapawn", "wythoff"])
def test_what_holds_after_a_move_is_what_holds_there(meaning: Meaning, name: str):
    """Whatever the rules of a game say of its positions."""
    text = library.path_of(name).read_text("utf-8")
    later = """
        here := (gameOver, playerToMove, {each | each in moves & legalMove(each)})
        later(chosen) := here where currentState = outcome(chosen)
    """
    rules = meaning(check_text(f"{text} /$ {later} $/", name))
    game = game_from(check_text(text, name), name=name)
    assert isinstance(game, GameByRules)
    match = Match(game)
    for _ in range(3):
        here = frame_of(match.position)
        if not match.legal_moves:
            break
        for move in match.legal_moves[:3]:
            there = frame_of(match.play(move).position)
            assert rules.value("later", move, frame=here) == rules.value("here", frame=there)
        match = match.play(match.legal_moves[-1])


def test_looking_ahead_to_the_end_solves_a_game(meaning: Meaning):
    found = meaning(program(COUNTING))
    for n in range(10):
        here = frame_of((Atom("x"), n))
        good = {m for m in range(1, 11 - n) if m < 4 and bool(found.value("good", m, frame=here))}
        assert good == {(10 - n) % 4} - {0}


def test_where_nothing_reads_the_state_it_cannot_be_changed():
    [problem] = wrong("/$ f(x) := x + y where currentState = 1 & y = 2 $/")
    assert (problem.code, problem.fact) == (
        "E206",
        "nothing in this definition reads the state, which `where` changes",
    )
    assert codes("p := currentState f(x) := p where mouseX = 1") == ["E205"]


def test_a_session_takes_them():
    session = session_of(parse_text("/$ p := currentState + 1 $/"))
    session, _ = session.enter("f(k) := p where currentState = k")
    assert session.enter("f(5)")[1] == 6
    session, _ = session.enter("p := currentState * 2")
    assert session.enter("f(5)")[1] == 10


def test_a_session_is_asked_about_another_state():
    session = session_of(parse_text("/$ p := currentState + 1 ahead(k) := p where currentState = k $/"))
    session = session.in_state("6")
    for expression, wanted in (
        ("p where currentState = p", 8),
        ("p + k where currentState = 1 & k = p", 4),
        ("(p where currentState = p) * p", 56),
        ("{(p where currentState = k) | k in {1, 2}}", FiniteSet([2, 3])),
        ("p + k where k = 1", 8),
        ("ahead(2) + (p where currentState = 1)", 5),
    ):
        after, found = session.enter(expression)
        assert (found, after.module) == (wanted, session.module)
    assert session.in_state("p where currentState = 1").state == 2
    with pytest.raises(DocumentError) as refused:
        session.enter("p + q where currentState = 1")
    assert [each.code for each in refused.value.diagnostics] == ["E202"]


def test_a_document_is_asked_about_another_state():
    document = noughts.load_document("tictactoe")
    ahead = "(|currentState| where currentState = outcome((`x, 1)))"
    assert document.eval(f"{ahead} + |currentState|") == 1
    first = str(document.why("(playerToMove where currentState = outcome((`x, 1)))")).splitlines()[0]
    assert first.endswith(": `o")


CLAIMS = [
    ("all m in moves. (legalMove(m) => (|currentState| where currentState = outcome(m)) > |currentState|)",
     True),
    ("all m in moves. (legalMove(m) => ~(wins(`o) where currentState = outcome(m)))", False),
]  # fmt: skip


@pytest.mark.parametrize(("text", "holds"), CLAIMS)
def test_a_claim_about_positions_looks_ahead(text: str, holds: bool):
    """One by one, and as a formula for all at once."""
    for through in ("positions", "diagrams"):
        claim = claim_about(by_rules("tictactoe"), text)
        proof = prove_quickest(by_rules("tictactoe"), ClaimQuery("always", claim), through=through)
        assert proof.verdict.holds is holds
        assert holds or (proof.verdict.line is not None and len(proof.verdict.line.positions) == 6)


def test_a_question_says_that_a_definition_is_needed():
    with pytest.raises(DocumentError) as refused:
        question(check_text("/$ p := currentState $/"), "(p where currentState = 5)")
    (found,) = refused.value.diagnostics
    assert (found.code, found.span and found.span.text) == ("E205", "currentState")
    assert "only a definition can look ahead" in found.fact
    assert "d(m) iff … where currentState = outcome(m)" in found.help
