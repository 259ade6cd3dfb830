"""Claims ``for any n in N. p`` are tried on some values, and a counterexample is made small."""

from __future__ import annotations

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from noughts.language import tree as t
from noughts.language.check import check_text
from noughts.language.parse import parse_expression, parse_text
from noughts.language.show import laid_out
from noughts.language.spelling import Spelling
from noughts.meaning.compile import Compiled
from noughts.meaning.self_test import Verdict, self_test
from noughts.text.diagnostic import DocumentError
from noughts.values.show import show
from tests.language.trees import EXPRESSIONS, NAMES, NOWHERE
from tests.led import codes

pytestmark = pytest.mark.filterwarnings("ignore:Generating overly large repr")  # of the strategy

GIVEN = """/$
    sum(n) := 0 if n = 0; n + sum(n - 1) otherwise
    fib(n) := n if n < 2; fib(n - 1) + fib(n - 2) otherwise
$/"""


def verdict(claim: str) -> Verdict:
    """The verdict on one claim."""
    checked = check_text(f"{GIVEN} /? {claim} ?/", "claims.led")
    [found] = self_test(checked, Compiled(checked))
    return found


@pytest.mark.parametrize(
    "claim",
    [
        "for any n in N. sum(n) = n * (n + 1) / 2",
        "for any x, y in Z. x + y = y + x",
        "for any A, B in Pow(N), x in Q. A U B = B U A & x - x = 0",
        "for any s in seq(String), p in N * Bool. |s| >= 0 & p[1] >= 0",
        "for any n in N, k in {1..n}. k <= n",
        "for any n in ℕ. n >= k where k = 0",
        "for any n in N. n mod 2 = 0 V (n + 1) mod 2 = 0",
        "for any n in N. fib(n) >= n - 1",
    ],
)
def test_a_claim_that_no_value_breaks_was_tried(claim: str):
    found = verdict(claim)
    assert found.passed
    assert 10 <= found.tried <= 1000


@pytest.mark.parametrize(
    ("claim", "smallest"),
    [
        ("for any n in N. n^2 < 200", "15"),
        ("for any x in Z. x > -7", "-7"),
        ("for any a, b in N. a - b = b - a", "(0, 1)"),
        ("for any s, t in seq(N). s + t = t + s", "((0,), (1,))"),
        ("for any A in Pow(N). |A| < 3", "{2, 0, 1}"),
        ("for any x in Q. x * 2 /= 3", "1.5"),
        ('for any s in String. s = ""', "a"),
    ],
)
def test_a_counterexample_is_the_smallest(claim: str, smallest: str):
    found = verdict(claim)
    assert not found.passed
    assert found.broken_by is not None
    shown = show(found.broken_by)
    assert shown == smallest or len(shown) == len(smallest)


def test_the_same_values_are_tried_each_time():
    first, second = (verdict("for any A in Pow(Z). |A| < 3") for _ in range(2))
    assert first == second


def test_what_has_no_value_is_told():
    found = verdict("for any n in N. 1 / n >= 0")
    assert found.problem is not None
    assert found.problem.code == "E302"


def test_a_set_of_that_name_is_meant_before_the_kind():
    checked = check_text("/$ N := {1, 2} $/ /? for any n in N. n < 3 ?/")
    [found] = self_test(checked, Compiled(checked))
    assert found.passed
    assert not found.tried


def test_the_words_are_names_elsewhere():
    assert codes("for := 1 any := 2 v := for + any") == []


CHOICES = st.lists(
    st.builds(t.ActionParameter, NAMES, EXPRESSIONS, span=st.just(NOWHERE)), min_size=1, max_size=3
).map(tuple)
CLAIMS = st.builds(t.ForAny, CHOICES, EXPRESSIONS, span=st.just(NOWHERE))


@given(CLAIMS)
def test_printing_and_reading_is_the_identity(tree: t.ForAny):
    claim = t.Claim(tree, None, span=NOWHERE)
    assume("$" not in laid_out(claim))  # which in a claim begins mathematics, in a string too
    for spelling in (Spelling.ASCII, Spelling.UNICODE):
        assert parse_text(f"/? {laid_out(claim, spelling, 40)} ?/ /$ a := 1 $/").tests == (claim,)
    latex = laid_out(claim, Spelling.LATEX)
    text = rf"\begin{{document}} /? ${latex}$ ?/ /$ a := 1 $/ \end{{document}}"
    assert parse_text(text).tests == (claim,)


def test_a_question_is_answered_and_not_tried():
    with pytest.raises(DocumentError) as raised:
        parse_expression("for any n in N. n = n")
    (problem,) = raised.value.diagnostics
    assert "answers no question" in problem.fact
    assert "noughts check" in problem.help
