"""Conditions that cannot matter are told, and those that may be meant are not."""

from __future__ import annotations

import pytest

from noughts.documents import library
from noughts.language.check import check_text
from noughts.meaning.small_models import constants_of, unlikely_conditions
from tests.led import program
from tests.library.games import program_of


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("r(x) iff x > 3 & x < 3", ["N308 x > 3 & x < 3"]),
        ("r(x) iff x > 3 & x < 4", []),
        ("r(x) iff x >= 3 V x < 3", ["N308 x >= 3 V x < 3"]),
        ("r(x, y) iff x < y & y < x", ["N308 x < y & y < x"]),
        ("r(x, y) iff x < y & y < x + 1", []),
        ("r(x) iff x mod 3 = 3", ["N308 x mod 3 = 3"]),
        ("r(x) iff x mod 3 = 2", []),
        ("r(S) iff |S| >= 0", ["N308 |S| >= 0"]),
        ("r(p) iff p = `x & p = `o", ["N308 p = `x & p = `o"]),
        ("v(n) := 1 if n > 1; 2 if n > 2; 3 otherwise", ["N303 n > 2"]),
        ("v(n) := 1 if n > 2; 2 if n > 1; 3 otherwise", []),
        ("v(n) := 1 if n > 1; 2 if n <= 1; 3 otherwise", ["N303 3"]),
        ("S := {n | n in {1..9} & n > 9}", ["N308 n > 9"]),
        ("S := {n | n in {1..9} & n > 0}", []),
        ("n := 3 r iff n = 4", []),
        ("n := 3 C := {(x, y) | x in {1..n} & y in {1..n} & x - y <= n}", ["N308 x - y <= n"]),
        ("n := 3 C := {(x, y) | x in {1..n} & y in {1..n} & x + y <= n}", []),
        ("C := {(x, y) | x in {1..3} & y in {4..6} & x /= y}", []),
        ("ring := {1..6} all_ := ring U {6}", ["N305 {6}"]),
        ("ring := {1..6} corner := {6} all_ := ring U corner", []),
        ("ring := {1..6} all_ := ring U {0}", []),
        ("ring := {1..6} rest := ring \\ {0}", ["N305 {0}"]),
        ("ring := {1..6} rest := ring \\ {6}", []),
        ("ring := {1..6} rest(m) := ring \\ {m}", []),
    ],
)
def test_a_condition_that_cannot_matter_is_told(text: str, expected: list[str]):
    found = unlikely_conditions(program(text))
    assert [f"{note.code} {note.span and note.span.text}" for note in found] == expected


@pytest.mark.parametrize(
    ("claim", "is_told"), [("odd = {}", False), ("|odd| = 0", True), ("odd = {1}", True)]
)
def test_a_set_that_a_claim_says_to_be_empty_is_meant(claim: str, is_told: bool):
    text = f"/$ odd := {{n in {{1..9}} | n mod 4 = 5}} $/ /? {claim} ?/"
    assert any(unlikely_conditions(check_text(text))) == is_told


@pytest.mark.parametrize("name", library.names())
def test_the_library_gets_no_such_note(name: str):
    assert unlikely_conditions(program_of(name)) == []


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("mean(S) := (Sum[x in S] x) / |S| v := mean({})", ["`v` has no value: 0/0 has no value"]),
        (
            "f(n) := 1 if n > 0 v := f(0) w := f(0) + 1",
            ["`v` has no value: no clause of `f` applies to f(0)"],
        ),
        ("f(n) := 1 if n > 0 v := f(1)", []),
        ("f(n) := 1/0 g(n) := f(n)", []),  # nothing needs their values
        ("p iff 1/0 = 2", ["`p` has no value: 1/0 has no value"]),
        ("v := currentState / 0", []),
        ("v := (Sum[x in {1..900}] Sum[y in {1..900}] x) / 0", []),  # it would take long
    ],
)
def test_a_constant_without_a_value_is_told_where_its_evaluation_fails(text: str, told: list[str]):
    assert [note.fact for note in constants_of(program(text), [])[1]] == told


def test_what_is_told_of_a_place_is_not_told_of_a_constant_too():
    found = program("f(n) := 1 if n > 0 v := f(0)")
    (note,) = constants_of(found, [])[1]
    assert constants_of(found, [note])[1] == []
