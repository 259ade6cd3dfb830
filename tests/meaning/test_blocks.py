"""Patterns of quantifiers, and clauses and `where` in parentheses, in every meaning."""

from __future__ import annotations

import pytest

from noughts.language.parse import parse_text
from noughts.language.show import show_definition
from noughts.text.diagnostic import DocumentError
from tests.led import Meaning, codes, failure, printed

GIVEN = """
    S := {(1, 2), (2, 3), 5, (1, 2, 3)}  board := {1 |-> `x, 2 |-> `o}
    f(n) := (1 if n = 0; y otherwise where y = 1 / n)
"""

TERMS = [
    ("some (x, y) in S. y = 3", "true"),
    ("all (x, y) in S. y = x + 1", "true"),
    ("all (x, y, z) in S. z = 4", "false"),
    ("some (x, x) in S. true", "false"),
    ("some (x, y), (y, z) in S. z = 3", "true"),
    ("all c |-> `x in board. c = 1", "true"),
    ("some k |-> (c |-> w) in {1 |-> (2, 3)}. w = 3", "true"),
    ("some (1, y), (2, z) in S. y = z", "false"),
    ("some -1 |-> q in {-1 |-> 5, 1 |-> 6}. q = 5", "true"),
    ("all (-1, y), -2 in {(-1, 4), -2}. y = 4", "true"),
    ("{q | -1 |-> q in {-1 |-> 5, 1 |-> 6}}", "{5}"),
    ("{x | x in {1..3} & (some (x0, y) in S. y = x)}", "{2, 3}"),
    ("1 + (0 if 1 = 2; 5 otherwise) * 2", "11"),
    ("f(0)", "1"),
    ("f(0 if 1 = 2; 4 otherwise)", "0.25"),
    ("f(n where n = 4)", "0.25"),
    ("f(4)", "0.25"),
    ("(a + b where (a, b) = (1, 2)) * 2", "6"),
    ("(x where x in {1, 5} & x > 2)", "5"),
    ("{(k if k > t; 0 otherwise where t = 1) | k in {1..3}}", "{0, 2, 3}"),
    ("(2 > 1 if true) & 1 = 1", "true"),
    ("((a where a = b) where b = 3)", "3"),
    ("|()| + |(5,)|", "1"),
]


@pytest.mark.parametrize(("term", "text"), TERMS)
def test_a_term_has_this_value(meaning: Meaning, term: str, text: str):
    assert printed(meaning, term, GIVEN) == text


@pytest.mark.parametrize(
    ("term", "code"),
    [("(1 if 2 = 3)", "E305"), ("(x where x in {1, 2})", "E306"), ("(a where (a, b) = 5 & b = b)", "E306")],
)
def test_a_term_without_a_value(meaning: Meaning, term: str, code: str):
    assert failure(meaning, f"v := 1 + {term}").code == code


def test_what_is_wrong_is_told_as_in_a_definition():
    assert codes("v := (1 otherwise; 2 if true)") == ["E207"]
    assert codes("v := (1 where a = 2)") == ["E206"]
    assert codes("a := 1 v iff some (x, a) in {(1, 2)}. x = 1") == ["E205"]
    assert codes("v := (1 where mouseX = 2)") == ["E205"]


LATEX = [
    (r"v := 1 + \begin{cases} 2 & \text{if } a, b \\ 3 & \text{otherwise} \end{cases}",
     "v := 1 + (2 if a & b; 3 otherwise)"),
    (r"v := \begin{cases} 2 & \text{if } a \\ 3 & \text{otherwise} \end{cases}", "v := 2 if a; 3 otherwise"),
    (r"v := (x + y \text{ where } x = 1, y = 2)^2", "v := (x + y where x = 1 & y = 2) ^ 2"),
    (r"r \iff \forall (x, y) \in S, c \mapsto v \in B: x = c",
     "r iff all (x, y) in S. all c |-> v in B. x = c"),
]  # fmt: skip


@pytest.mark.parametrize(("latex", "text"), LATEX)
def test_mathematics_is_read_so(latex: str, text: str):
    try:
        module = parse_text(rf"\begin{{document}}\[ {latex} \]\end{{document}}")
    except DocumentError as error:
        raise AssertionError(error.diagnostics) from error
    assert [show_definition(each) for each in module.definitions] == [text]
