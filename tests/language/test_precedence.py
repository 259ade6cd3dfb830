"""How tightly everything binds (LED, «precedence»): each text means the same as the one in brackets."""

from __future__ import annotations

import pytest

from noughts.language.parse import parse_expression
from noughts.text.diagnostic import DocumentError

SAME = [
    # truth
    ("a <=> b <=> c", "a <=> (b <=> c)"),
    ("a => b => c", "a => (b => c)"),
    ("a => b <=> c => d", "(a => b) <=> (c => d)"),
    ("a V b V c", "(a V b) V c"),
    ("a & b & c", "(a & b) & c"),
    ("a V b & c", "a V (b & c)"),
    ("a & b V c & d", "(a & b) V (c & d)"),
    ("a V b => c V d", "(a V b) => (c V d)"),
    ("~a & b", "(~a) & b"),
    ("~a = b", "~(a = b)"),
    ("~a in S", "~(a in S)"),
    ("~~a < b", "~(~(a < b))"),
    # quantifiers: their bodies bind as tightly as a comparison
    ("some x in S. a & b", "(some x in S. a) & b"),
    ("some x in S. x = a & b", "(some x in S. (x = a)) & b"),
    ("all x in S. p => q", "(all x in S. p) => q"),
    ("~some x in S. x = 1", "~(some x in S. (x = 1))"),
    ("some x in S. all y in T. x < y", "some x in S. (all y in T. (x < y))"),
    ("some x in S. ~x in T", "some x in S. (~(x in T))"),
    ("some x in A U B. p", "some x in (A U B). p"),
    ("a & all x in S. p", "a & (all x in S. p)"),
    # comparisons
    ("a + 1 = b * 2", "(a + 1) = (b * 2)"),
    ("a in A U B", "a in (A U B)"),
    ("A sec B sub C U D", "(A sec B) sub (C U D)"),
    ("1 < x <= 3 & y", "(1 < x <= 3) & y"),
    ("a = b V c = d", "(a = b) V (c = d)"),
    # sets
    ("A U B U C", "(A U B) U C"),
    ("A U B \\ C", "(A U B) \\ C"),
    ("A \\ B U C", "(A \\ B) U C"),
    ("A U B sec C", "A U (B sec C)"),
    ("A \\ B * C", "A \\ (B * C)"),
    ("A sec B sec C", "(A sec B) sec C"),
    ("A * B sec C", "(A * B) sec C"),
    ("A sec B * C", "(A sec B) * C"),
    ("A sec B * C sec D", "((A sec B) * C) sec D"),
    ("A sec U[x in S] f(x)", "A sec (U[x in S] f(x))"),
    ("U[x in S] A U B", "(U[x in S] A) U B"),
    ("Sec[x in S] A sec B", "(Sec[x in S] A) sec B"),
    ("U[x in S] U[y in T] A", "U[x in S] (U[y in T] A)"),
    # numbers
    ("a - b - c", "(a - b) - c"),
    ("a - b + c", "(a - b) + c"),
    ("a / b / c", "(a / b) / c"),
    ("a / b * c", "(a / b) * c"),
    ("a * b mod c", "(a * b) mod c"),
    ("a mod b * c", "(a mod b) * c"),
    ("a + b * c", "a + (b * c)"),
    ("a + b mod c", "a + (b mod c)"),
    ("-a + b", "(-a) + b"),
    ("-a * b", "(-a) * b"),
    ("a * -b", "a * (-b)"),
    ("a - -b", "a - (-b)"),
    ("-a^2", "-(a^2)"),
    ("--a", "-(-a)"),
    ("a^b^c", "a^(b^c)"),
    ("a^-b", "a^(-b)"),
    ("2 * a^2", "2 * (a^2)"),
    ("Sum[x in A] x * y", "(Sum[x in A] x) * y"),
    ("Sum[x in A] x + y", "(Sum[x in A] x) + y"),
    ("Sum[x in A] x^2", "Sum[x in A] (x^2)"),
    ("Sum[x in A] -x", "Sum[x in A] (-x)"),
    ("Prod[x in A] Sum[y in B] y", "Prod[x in A] (Sum[y in B] y)"),
    ("2^Sum[x in A] x", "2^(Sum[x in A] x)"),
    ("|a - b| + 1", "(|(a - b)|) + 1"),
    ("||a| - |b||", "|((|a|) - (|b|))|"),
    # tuples
    ("t + u + v", "(t + u) + v"),
    ("t[1] + 1", "(t[1]) + 1"),
    ("-t[1]", "-(t[1])"),
    ("t[1]^2", "(t[1])^2"),
    ("t[1][2]", "(t[1])[2]"),
    ("f(x)[1]", "(f(x))[1]"),
    ("t[i + 1]", "t[(i + 1)]"),
    ("t[i..j + 1]", "t[i..(j + 1)]"),
    # brackets
    ("{a, b U c}", "{a, (b U c)}"),
    ("{1..n + 1}", "{1..(n + 1)}"),
    ("{x + 1 | x in S & x > 1}", "{(x + 1) | ((x in S) & (x > 1))}"),
    ("{|x| | x in S}", "{(|x|) | (x in S)}"),
    ("{x | |x| > 1}", "{x | ((|x|) > 1)}"),
    ("(a, b & c)", "(a, (b & c))"),
    ("{x in S | p & q}", "{x | x in S & p & q}"),
    ("{(x, y) in S | p V q}", "{(x, y) | (x, y) in S & (p V q)}"),
    ("(a)", "a"),
    ("((a))[1]", "a[1]"),
]


@pytest.mark.parametrize(("text", "bracketed"), SAME)
def test_binds_as_in_brackets(text: str, bracketed: str):
    assert parse_expression(text) == parse_expression(bracketed)


DIFFERENT = [
    ("{(x in S) | p}", "{x in S | p}"),
    ("a => (b => c)", "(a => b) => c"),
    ("a V (b V c)", "(a V b) V c"),  # what was written stays in the tree, though it means the same
    ("some x in S. (a & b)", "some x in S. a & b"),
    ("A sec (B * C)", "A sec B * C"),
    ("(-2)^2", "-2^2"),
    ("(2^3)^2", "2^3^2"),
    ("Sum[x in A] (x * y)", "Sum[x in A] x * y"),
    ("a - (b - c)", "a - b - c"),
]


@pytest.mark.parametrize(("text", "other"), DIFFERENT)
def test_brackets_matter(text: str, other: str):
    assert parse_expression(text) != parse_expression(other)


@pytest.mark.parametrize(
    "text",
    [
        "a =",
        "& a",
        "a b",
        "some x in S",
        "{a..}",
        "t[]",
        "f()",
        "(,)",
        "(a,,)",
        "(a, b,)",
        "a ~ b",
        "A sec B + C",
    ],
)
def test_is_no_expression(text: str):
    with pytest.raises(DocumentError):
        parse_expression(text)
