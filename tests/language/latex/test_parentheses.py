"""Parentheses, read by somebody else: LaTeX as Python would calculate it has the value that the tree has.

Seven equations of an older woven page lost theirs, so that ``150 + 100 × c − 1 mod 3`` stood for
``150 + 100 × ((c − 1) mod 3)``.
"""

from __future__ import annotations

import math
import re
from fractions import Fraction

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from noughts.language import tree as t
from noughts.language.check import check_text
from noughts.language.checked import resolve_question
from noughts.language.parse import parse_expression, parse_text
from noughts.language.show import show
from noughts.language.spelling import Spelling
from noughts.meaning.evaluate import Evaluator
from noughts.text.diagnostic import DocumentError
from tests.language.trees import NOWHERE

PROGRAM = check_text("/$ nothing := 0 $/")
MEANING = Evaluator(PROGRAM)
FRACTION = re.compile(r"\\frac\{((?:[^{}]|\{[^{}]*\})*)\}\{((?:[^{}]|\{[^{}]*\})*)\}")


def in_python(latex: str) -> str:
    """LaTeX as Python: signs are replaced one by one, and parentheses stay where they are."""
    while (shorter := FRACTION.sub(r"((\1) / (\2))", latex)) != latex:
        latex = shorter
    for sign, python in (
        (r"\lfloor", "Fraction(math.floor("), (r"\rfloor", "))"), (r"\lvert", "abs("), (r"\rvert", ")"),
        (r"\cdot", "*"), (r"\times", "*"), (r"\bmod", "%"), ("^{", "**("), ("}", ")"),
    ):  # fmt: skip
        latex = latex.replace(sign, python)
    return re.sub(r"\d+", r"Fraction(\g<0>)", latex)


def as_python(latex: str, **names: int) -> Fraction:
    return Fraction(eval(in_python(latex), {"math": math, "Fraction": Fraction, **names}))


def as_noughts(tree: t.Expression) -> Fraction | None:
    try:
        value = MEANING.prepare(resolve_question(PROGRAM, tree))(None)
    except DocumentError:
        return None
    return Fraction(value) if isinstance(value, int | Fraction) and not isinstance(value, bool) else None


LOST = [
    "150 + 100 * ((c - 1) mod 3)",
    "650 - 100 * floor((c - 1) / 3)",
    "(a + b) / 2",
    "100 + 100 * ((c - 1) mod 3)",
    "200 + 100 * ((c - 1) mod 3)",
    "600 - 100 * floor((c - 1) / 3)",
    "700 - 100 * floor((c - 1) / 3)",
]


@pytest.mark.parametrize("text", LOST)
def test_the_equations_that_lost_theirs_keep_them(text: str):
    for c in range(1, 10):
        numbers = re.sub("[abc]", str(c), text)
        assert as_python(show(parse_expression(numbers), Spelling.LATEX)) == as_noughts(
            parse_expression(numbers)
        )


SCOPES = [
    (r"-(Prod[a in {1..3}] a) * 5", r"(-\prod_{a=1}^{3} a) \cdot 5"),
    (r"-Prod[a in {1..3}] (a * 5)", r"-\prod_{a=1}^{3} a \cdot 5"),
    (r"U[a in S] (Sum[b in a] b) * 5", r"(\bigcup_{a \in S} \sum_{b \in a} b) \cdot 5"),
    (r"{(Sum[a in {1, 2}] a) |-> 2 * 5}", r"\{\sum_{a \in \{1, 2\}} a \mapsto 2 \cdot 5\}"),
    (r"Sum[c in {1, 2}] (c * -7)", r"\sum_{c \in \{1, 2\}} c \cdot -7"),
    (r"Sum[c in S] c / 2 * c", r"\frac{\sum_{c \in S} c}{2} \cdot c"),
    (r"2 * Sum[c in S] c - 3 * 4", r"2 \cdot \sum_{c \in S} c - 3 \cdot 4"),
    (r"2 ^ (a + b) ^ c", r"2^{(a + b)^{c}}"),
]
"""Where the scope of a sum or a product ends, and what an exponent is."""


@pytest.mark.parametrize(("text", "latex"), SCOPES)
def test_a_big_operator_has_the_scope_that_readers_see(text: str, latex: str):
    tree = parse_expression(text)
    assert show(tree, Spelling.LATEX) == latex
    [claim] = parse_text(rf"\begin{{document}} /? ${latex}$ ?/").tests
    assert isinstance(claim, t.Claim)
    assert claim.sentence == tree


HERE = {"span": st.just(NOWHERE)}
NUMBERS = st.recursive(
    st.builds(t.Numeral, st.integers(1, 4), **HERE),
    lambda inner: st.one_of(
        st.builds(t.Binary, st.sampled_from(["+", "-", "*", "/", "mod"]), inner, inner, **HERE),
        st.builds(t.Binary, st.just("^"), inner, st.builds(t.Numeral, st.integers(1, 3), **HERE), **HERE),
        st.builds(t.Negative, inner, **HERE),
        st.builds(t.Apply, st.sampled_from(["floor", "|…|"]), inner, **HERE),
    ),
    max_leaves=8,
)


@settings(max_examples=100)
@given(NUMBERS)
def test_any_formula_is_calculated_as_it_is_meant(tree: t.Expression):
    wanted = as_noughts(tree)
    assume(wanted is not None)
    latex = show(tree, Spelling.LATEX)
    assert as_python(latex) == wanted, latex
