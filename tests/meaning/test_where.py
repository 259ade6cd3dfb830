"""What `where` binds, how far, and when (LED, «definitions»)."""

from __future__ import annotations

import pytest

from noughts.values.show import show
from tests.led import Meaning, codes, failure, value

VALUES = [
    ("v := y where x = 0 & y = x", "0"),
    ("v := a + b where (a,b) = (1,2)", "3"),
    ("v := a + b + c where (a,(b,c)) = (1,(2,3))", "6"),
    ("v := x where 3 = x", "3"),
    ("v := y where y = x + 1 & x = 1", "2"),
    ("v := z where z = x + y & y = x + 1 & x = 1", "3"),
    ("v := x where x in {7}", "7"),
    ("v := x where x in {1..9} & x * x = 49", "7"),
    ("v := x + y where x in {1, 2} & y in {3, 4} & x + y = 6", "6"),
    ("v := x where x = 1 V x = 1", "1"),
    ("v := (x, y) where (x, y) in {(1, 2)}", "(1, 2)"),
    ("v := x where (x, 2) = (1, 2)", "1"),
    ("v := x + k where x = 1 & k = 2", "3"),
    ("v := 5 where 1 < 2", "5"),
    ("v := f(1) f(n) := n + m where m = n + 1", "3"),
    ("v := f(1) f(n) := m if n = m; -m otherwise where m = 1", "1"),
    ("v := f(2) f(n) := m if n = m; -m otherwise where m = 1", "-1"),
    ("v := {x + y | x in {1, 2}} where y = 10", "{11, 12}"),
    ("v := {x | x in S & x > y} where S = {1, 2, 3} & y = 1", "{2, 3}"),
    ("v := g(5) where h = 1 & h = 1 g(n) := n", "5"),
    ("v := a where a = {a1 | a1 in {1}}", "{1}"),
    ("r(x) iff y > 1 where y = x + 1 v := {r(0), r(1)}", "{false, true}"),
    ("v := Sum[x in {1..y}] x where y = 4", "10"),
    ("v := x where x = y & (y = 1 V y = 1)", "1"),
]


@pytest.mark.parametrize(("definitions", "text"), VALUES)
def test_binds(meaning: Meaning, definitions: str, text: str):
    assert show(value(meaning, definitions)) == text


LAZY = [
    "v := 1 if true; y otherwise where y = 1/0",
    "v := f(0) f(n) := 1 if n = 0; m otherwise where m = 1/n",
    "v := 1 if true; a + b otherwise where (a, b) = 1/0",
    "v := 1 if true; c otherwise where (a, b) = (1, 1/0) & c = a + b",
    "v := 1 if true; c otherwise where a = 1/0 & b = a & c = b + a",
]


@pytest.mark.parametrize("definitions", LAZY)
def test_an_equation_that_is_not_needed_is_not_evaluated(meaning: Meaning, definitions: str):
    assert value(meaning, definitions) == 1


def test_an_equation_is_evaluated_once(meaning: Meaning):
    """Doubling 60 times would take 2^60 steps if every use of y asked again."""
    assert value(meaning, "f(n) := 1 if n = 0; y + y otherwise where y = f(n - 1) v := f(60)") == 2**60


@pytest.mark.parametrize(
    ("definitions", "code", "says"),
    [
        ("v := x where x in {}", "E306", "this `where` has no solution"),
        ("v := x where x in {1, 2}", "E306", "this `where` has 2 solutions, not one"),
        ("v := 5 where false", "E306", "no solution"),
        ("v := x where x = 1 & x = 2", "E306", "no solution"),
        ("v := a where (a, b) = (1, 2, 3)", "E306", "(1, 2, 3) does not fit the pattern"),
        ("v := a + b where (a, b) = t t := (1, 2, 3)", "E306", "(1, 2, 3) does not fit the pattern"),
        ("v := a + b where (a, b) = 5", "E306", "5 does not fit the pattern"),
        ("f((a, b)) := a + b v := f((1, 2, 3))", "E306", "(1, 2, 3) does not fit the pattern"),
        ("f((a, (b, c))) := a + c v := f((1, 2))", "E306", "(1, 2) does not fit the pattern"),
        ("v := x where x = 1/0", "E302", "1/0 has no value"),
        ("v := f(1) f(n) := 1 where n > 2", "E306", "no solution"),
    ],
)
def test_without_exactly_one_solution(meaning: Meaning, definitions: str, code: str, says: str):
    found = failure(meaning, definitions)
    assert found.code == code
    assert says in found.fact


@pytest.mark.parametrize(
    ("definitions", "expected"),
    [
        ("v := 1 where x = 2", ["E206"]),
        ("v := x where x = 2 & y = 3", ["E206"]),
        ("v := 1 where (a, b) = (1, 2)", ["E206"]),
        ("v := a where (a, b) = (1, 2)", []),
        ("v := x where x > 1", ["E208"]),
        ("v := x where x = y & y = x", ["E208", "E208"]),
        ("v := x where x = yy", ["E202"]),
        ("a := 1 v := a where a = 2", ["E205"]),
        ("a := 1 v := b where (a, b) = (1, 2)", ["E205"]),
        ("a := 1 v := b where (1, (a, b)) = (1, (1, 2))", ["E205"]),
        ("v := x where x = 1 w := x", ["E202"]),
    ],
)
def test_what_is_wrong_with_a_where(definitions: str, expected: list[str]):
    assert codes(definitions) == expected


@pytest.mark.parametrize("order", ["as written", "the other way round"])
def test_five_hundred_equations(meaning: Meaning, order: str):
    equations = ["x0 = 1", *(f"x{i} = x{i - 1} + 1" for i in range(1, 500))]
    text = " & ".join(equations if order == "as written" else equations[::-1])
    assert value(meaning, f"v := x499 where {text}") == 500
