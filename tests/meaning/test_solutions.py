"""Solution sets (LED, «solution sets»), case by case; what the old translator gets wrong among them."""

from __future__ import annotations

import pytest

from tests.led import Meaning, codes, failure, printed

LISTS = [
    # 1. no new names: one solution, or none
    ("{1 | true}", "{1}"),
    ("{1 | false}", "{}"),
    ("{1 | 2 > 1}", "{1}"),
    ("Sum[1 = 1] 5", "5"),
    ("Sum[1 = 2] 5", "0"),
    ("{k | k = 3}", "{}"),
    ("{1 | k in {1, 2}}", "{1}"),
    # names that share a set: each is in it
    ("{(x, y) | x, y in {1, 2} & x < y}", "{(1, 2)}"),
    ("{(x, y) | x < y & x, y in {1, 2}}", "{(1, 2)}"),
    ("|{(x, y, z) | z in {0} & x, y in {1, 2}}|", "4"),
    ("{|{x, y}| | x, y in {1, 2}}", "{1, 2}"),
    ("{1 | |{x, y}| = 2 & x, y in {1, 2}}", "{1}"),
    ("Sum[x, y in {1, 2}] (x * y)", "9"),
    ("U[x, y in {1, 2} & x < y] {x, y}", "{1, 2}"),
    ("{(x, k) | x, k in {1, 2}}", "{(1, 2), (2, 2)}"),
    ("{1 > 2 & k = 1, k in {1, 2}}", "{false, true}"),
    # 2. an equation, either way round
    ("{x | x = 3}", "{3}"),
    ("{x | 3 = x}", "{3}"),
    ("{x + 1 | x = k}", "{3}"),
    ("{x | x = {1, 2}}", "{{1, 2}}"),
    # 3. tuples, componentwise
    ("{x + y | (x, y) = (1, 2)}", "{3}"),
    ("{x | (x, 2) = (1, 2)}", "{1}"),
    ("{x | (x, 3) = (1, 2)}", "{}"),
    ("{x | (x, k) = (1, 2)}", "{1}"),
    ("{x | (x, k) = (1, 3)}", "{}"),
    ("{x | (1, 2) = (x, 2)}", "{1}"),
    ("{x | (x, x) = (1, 1)}", "{1}"),
    ("{x | (x, x) = (1, 2)}", "{}"),
    ("{x | (x, y) = (1, 2, 3)}", "{}"),
    ("{x | (x, y) = pair}", "{5}"),
    ("{x | (x, y, z) = pair}", "{}"),
    ("{x | (x, 6) = pair}", "{5}"),
    ("{x | (x, y) = 7}", "{}"),
    ("{(a, b, c) | (a, (b, c)) = (1, (2, 3))}", "{(1, 2, 3)}"),
    ("{a | (a, (b, 9)) = (1, (2, 3))}", "{}"),
    ("{(a, b) | (a, 2) = (1, b)}", "{(1, 2)}"),
    ("{a + b | (a, b) in {(1, 2), (3, 4)}}", "{3, 7}"),
    ("{a | (a, 2) in {(1, 2), (3, 4), (5, 2)}}", "{1, 5}"),
    ("{a | (a, k) in {(1, 2), (3, 4)}}", "{1}"),
    ("{a | (a, a) in {1, 2} * {1, 2}}", "{2, 1}"),
    ("{a | (a, a + 1) in {(1, 2), (2, 2)}}", "{1}"),
    ("{a | (a, b) in {(1, 2), 3, (4, 5, 6), {7}, (8, 9)}}", "{1, 8}"),
    ("{(a, b, c) | ((a, b), c) in {1} * {2} * {3}}", "{(1, 2, 3)}"),
    ("{a | (a, ()) in {(1, ()), (2, 3), (4, (5, 6)), (7, {})}}", "{1}"),
    ("{1 | ((), ()) in {((), ()), (1, 2)}}", "{1}"),
    ("{a | (a, (), b) = (1, 2, 3)}", "{}"),
    # 4. elements
    ("{x^2 | x in {3, 1, 2}}", "{9, 1, 4}"),
    ("{x mod 2 | x in {1..4}}", "{1, 0}"),
    ("{S | S in Pow({1..3}) & |S| = 2}", "{{2, 3}, {1, 3}, {1, 2}}"),
    # 5. V, without duplicates
    ("{x | x = 2 V x = 1 V x = 2}", "{2, 1}"),
    ("Sum[x = 2 V x = 1 V x = 2] x", "3"),
    ("Sum[x in {1, 2} V x in {2, 3}] x", "6"),
    ("Sec[x = 3 V x = 3] {x^2}", "{9}"),
    ("Sec[x = 2 V x = -2] {x^2}", "{4}"),
    ("{(x, y) | x = 1 & y = 2 V x = 3 & y = 4}", "{(1, 2), (3, 4)}"),
    ("{(x, y) | (x, y) = (1, 2) V y = 1 & x = y}", "{(1, 2), (1, 1)}"),
    # 6. &
    ("{(x, y) | x in {1, 2} & y in {3, 4}}", "{(1, 3), (1, 4), (2, 3), (2, 4)}"),
    ("{(x, y) | x in {1, 2} & y in {x..2}}", "{(1, 1), (1, 2), (2, 2)}"),
    ("Sum[x in {1, 2} & y in {1, 2}] x * y", None),
    ("Sum[x in {1, 2} & y in {1, 2}] (x * y)", "9"),
    ("{x | x in {1..9} & x > 3 & x mod 2 = 0}", "{4, 6, 8}"),
    ("{x + y + z | x = 1 & y = 2 & z = 3}", "{6}"),
    ("{x + y | (x = 1 V x = 2) & y in {10, 20}}", "{11, 21, 12, 22}"),
    ("{x | (x = 1 V x = 2) & x > 1}", "{2}"),
    ("{x | (x in {1..5} & x > 1) & (x < 4 & true)}", "{2, 3}"),
    # conjuncts that wait; the order of solutions stays as written
    ("{x | x > 1 & x in {1, 2, 3}}", "{2, 3}"),
    ("{x | true & (x > 1 & x < 3) & x in {1..5}}", "{2}"),
    ("{(x, y) | y = x + 1 & x in {2, 1}}", "{(2, 3), (1, 2)}"),
    ("{(x, y) | x < y & x in {2, 1} & y in {1, 2, 3}}", "{(2, 3), (1, 2), (1, 3)}"),
    ("{(x, y) | y in {x..3} & x in {2, 3}}", "{(2, 2), (2, 3), (3, 3)}"),
    ("{x | ~(x = 2) & x in {1, 2, 3}}", "{1, 3}"),
    ("{x | (x > 2 V x = 1) & x in {1, 2, 3}}", "{1, 3}"),
    ("{x | (x = 1 => false) & x in {1, 2}}", "{2}"),
    ("{(x, y) | (x = 1 V y = 2) & x in {1, 2} & y in {1, 2}}", "{(1, 1), (1, 2), (2, 2)}"),
    ("{a | (a, b) = (b, 2) & a = a}", "{2}"),
    # names have their scope
    ("{x | x in {1, 2} & some y in {2, 3}. x = y}", "{2}"),
    ("{x | x in {1, 2} & all y in {1, 2}. y <= x}", "{2}"),
    ("{{y | y in {1..x}} | x in {1, 2}}", "{{1}, {1, 2}}"),
    ("{x | x in {5, 6} & {x | x in {5}} = {5}}", "{5}"),
    ("{y | y in {1, 2}} U {y | y in {3}}", "{1, 2, 3}"),
    ("{x | x in {y + 1 | y in {1, 2}} & x in {y | y in {2}}}", "{2}"),
    ("Sum[x in {1, 2}] Sum[y in {1..x}] (x * y)", "7"),
    ("{Sum[y in {1..x}] y | x in {1, 2, 3}}", "{1, 3, 6}"),
    ("{x | x in {1, 2, 3} & x /= Sum[y in {1}] y}", "{2, 3}"),
    ("some x in {1, 2}. {y | y in {1..x} & y > 1} = {2}", "true"),
    ("f(3)", "{3, 4}"),
    ("g({1, 2, 3})", "{3, 2, 1}"),
]  # fmt: skip
DEFINITIONS = """
k := 2  pair := (5, 6)
f(x) := {x + y | y in {0, 1} & x > y}
g(A) := U[S in Pow(A) & |S| = 1] {x | x in S & S sub A} U {x | x in A}
"""


@pytest.mark.parametrize(("term", "text"), LISTS, ids=[term for term, _ in LISTS])
def test_lists_its_solutions(meaning: Meaning, term: str, text: str | None):
    if text is None:
        assert codes(f"{DEFINITIONS} v := {term}") != []
    else:
        assert printed(meaning, term, DEFINITIONS) == text


CANNOT = ["x > 1", "~(x = 1)", "x + 1 = 3", "x = x", "x = y & y = x", "x in S V x > 1", "2 * x in {2}",
          "x in {x}",          "(x = 1 V y = 2) & x = x", "{x} = {1}", "x = 1 V y = 1"]  # fmt: skip


@pytest.mark.parametrize("condition", CANNOT)
@pytest.mark.parametrize("fold", ["{{x | {0}}}", "Sum[{0}] x", "U[{0}] {{x}}"])
def test_what_cannot_be_listed_is_an_error_that_names_the_variable(condition: str, fold: str):
    found = codes(f"S := {{1}} v := {fold.format(condition)}")
    assert set(found) == ({"E202"} if condition.count("y") == 1 else {"E208"})


def test_the_first_error_is_the_same_in_both_meanings(meaning: Meaning):
    """Sides of a V are asked in turn, and each solution is followed to its end before the next."""
    for term, place in (
        ("{x | (x = 1 V x = 1/0) & 2/0 = x}", "2/0"),
        ("{x | (x = 0 & 3/0 = 1) V (x in 4 & true)}", "3/0"),
        ("{x | x in {1, 2} & 1/(x - 2) = y & y in 5/0}", "5/0"),
        ("Sum[x in {2, 1, 0} & y in {1/x}] (1 / (y - 1))", "1 / (y - 1)"),
    ):
        span = failure(meaning, f"v := {term}").span
        assert span is not None
        assert span.text == place
