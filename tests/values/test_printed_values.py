"""The printed form of values, to the letter (LED, «values»)."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from noughts.easel import Color, Disc, Point
from noughts.language.parse import parse_expression
from noughts.language.tree import Negative, Numeral
from noughts.values.limits import LEVELS, extent_of, extent_of_many
from noughts.values.misuse import TooDeep, TooManyElements
from noughts.values.scalars import FALSE, TRUE, Atom
from noughts.values.sets import EMPTY, FiniteSet, IntegerRange, PowerSet, Product
from noughts.values.show import abridged, show, summary, whole_text, whole_value
from noughts.values.value import Value
from tests.values.strategies import VALUES

ONE_TWO = FiniteSet([1, 2])
PRINTED: list[tuple[Value, str]] = [
    (12, "12"),
    (-12, "-12"),
    (0, "0"),
    (Fraction(1, 3), "0.(3..)"),
    (Fraction(1, 6), "0.1(6..)"),
    (Fraction(-1, 2), "-0.5"),
    (Fraction(4, 3), "1.(3..)"),
    (Fraction(-7, 12), "-0.58(3..)"),
    (Fraction(1, 7), "0.(142857..)"),
    (Fraction(1, 1024), "0.0009765625"),
    (TRUE, "true"),
    (FALSE, "false"),
    ("a string", "a string"),
    ("", ""),
    (Atom("a"), "`a"),
    ((1, 2), "(1, 2)"),
    ((1, (2, "x"), EMPTY), '(1, (2, "x"), {})'),
    ((), "()"),
    (("1",), '("1",)'),
    (FiniteSet([1, "1"]), '{1, "1"}'),
    (FiniteSet([2, 1, 2]), "{2, 1}"),
    (EMPTY, "{}"),
    (IntegerRange(1, 4), "{1, 2, 3, 4}"),
    (PowerSet(ONE_TWO), "{{}, {2}, {1}, {1, 2}}"),
    (Product(ONE_TWO, FiniteSet([Atom("a")])), "{(2, `a), (1, `a)}"),
    (Point(1, 2), "an Easel point"),
    (Color(0, 0, 0), "an Easel color"),
    (FiniteSet([Disc(Point(1, 2), 3, Color(0, 0, 0))]), "{an Easel image}"),
]


@pytest.mark.parametrize(("value", "text"), PRINTED, ids=[text for _, text in PRINTED])
def test_printed_to_the_letter(value: Value, text: str):
    assert show(value) == text
    assert summary(value) == (f'"{text}"' if isinstance(value, str) else text)


@given(st.fractions(-50, 50, max_denominator=900))
def test_a_printed_number_is_a_numeral_for_it(number: Fraction):
    tree = parse_expression(show(number.numerator if number.denominator == 1 else number))
    if isinstance(tree, Negative):
        tree, number = tree.operand, -number
    assert isinstance(tree, Numeral)
    assert tree.value == number


def test_a_number_whose_decimals_repeat_too_late_is_a_quotient():
    assert show(Fraction(1, 1_000_003)) == "1/1000003"
    assert show(Fraction(-5, 2 * 1_000_003)) == "-5/2000006"


def test_length_and_depth_are_no_trouble():
    assert show(10**5000) == "1" + "0" * 5000
    deep: Value = 1
    for _ in range(50_000):
        deep = (deep, 2)
    assert show(deep) == "(" * 50_000 + "1" + ", 2)" * 50_000


def test_a_set_too_large_to_print_is_refused():
    with pytest.raises(TooManyElements):
        show((1, IntegerRange(1, 10**9)))


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (PowerSet(IntegerRange(1, 100)), "a set of about 2^100 elements"),
        ((PowerSet(IntegerRange(1, 100)), 1), "(a set of about 2^100 elements, 1)"),
        (PowerSet(IntegerRange(1, 10**9)), "a set of very many elements"),
        (IntegerRange(1, 10**6), "a set of 1,000,000 elements"),
        (10**1000, "a number of about 1,001 digits"),
        (Fraction(1, 3**5000), "a number of about 2,386 digits"),
        ("x" * 100, '"' + "x" * 58 + "…"),
        ((1,) * 100, "(" + "1, " * 19 + "1…"),
    ],
)
def test_a_summary_is_short_and_never_fails(value: Value, text: str):
    assert summary(value) == text
    assert len(summary(value)) <= 60


@given(st.integers(-5, 5), st.sampled_from([0, 3999, 4000, 8000, 12_345]), st.integers(-3, 3))
def test_digits_of_any_length_are_read_back(factor: int, zeros: int, rest: int):
    number = factor * 10**zeros + rest
    assert whole_value(whole_text(abs(number))) == abs(number)
    assert whole_text(-abs(number)) == ("-" if number else "") + whole_text(abs(number))


@pytest.mark.parametrize(
    ("value", "most", "text"),
    [
        ((1, 2, 3), 3, "(1, 2, 3)"),
        ((1, 2, 3), 2, "(1, 2, … 1 more)"),
        (FiniteSet([1, 2, (3, 4), 5]), 4, "{1, 2, (3, … 1 more), … 1 more}"),
        (PowerSet(IntegerRange(1, 18)), 3, "{{}, {18}, … 262,142 more}"),
        ("a string", 0, "a string"),
    ],
)
def test_a_long_value_is_cut(value: Value, most: int, text: str):
    assert abridged(value, most) == text


@given(st.lists(VALUES, max_size=6))
def test_few_elements_have_the_extent_of_any(elements: list[Value]):
    assert extent_of(elements) == extent_of_many(elements)
    assert FiniteSet(elements).extent == extent_of_many(FiniteSet(elements).elements)


def test_deep_values_know_their_extent():
    value: Value = 1
    for _ in range(LEVELS):
        value = FiniteSet([value])
    assert FiniteSet([1, value]).size == 2
    with pytest.raises(TooDeep):
        hash(FiniteSet([value]))
    assert extent_of((Product(ONE_TWO, PowerSet(ONE_TWO)), (1, 2))) == (12, 4)
    doubled: tuple[Value, ...] = (1, 1)
    for _ in range(10):
        doubled = (doubled, doubled)
    assert extent_of(doubled)[0] == 2**12 - 1
