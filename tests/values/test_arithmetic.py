"""Exact arithmetic (LED, «values»), against Python's own fractions."""

from __future__ import annotations

import math
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from noughts.values import arithmetic as a
from noughts.values import maps
from noughts.values.misuse import (
    DivisionByZero,
    Misuse,
    NotWhole,
    OutOfRange,
    TooLarge,
    TooManyElements,
    WrongKind,
)
from noughts.values.scalars import TRUE, Atom
from noughts.values.sets import EMPTY, FiniteSet
from noughts.values.show import show

NUMBERS = st.integers(-30, 30) | st.fractions(-9, 9, max_denominator=12).map(a.normal)


def is_normal(number) -> bool:
    """A whole number is an `int`, another one a `Fraction`."""
    return type(number) is int if number == int(number) else type(number) is Fraction


@given(NUMBERS, NUMBERS)
def test_operations_are_exact(x, y):
    p, q = Fraction(x), Fraction(y)
    expected = {a.add: p + q, a.subtract: p - q, a.multiply: p * q}
    if y != 0:
        expected |= {a.divide: p / q, a.modulo: p - q * math.floor(p / q)}
    for operation, result in expected.items():
        assert operation(x, y) == result
        assert is_normal(operation(x, y))
    assert (a.less(x, y), a.at_most(x, y)) == (p < q, p <= q)
    assert (a.greater(x, y), a.at_least(x, y)) == (p > q, p >= q)


@given(NUMBERS)
def test_operations_on_one_number(x):
    assert a.floor(x) == math.floor(x) == a.negate(a.ceiling(a.negate(x)))
    assert a.magnitude(x) == abs(x)
    assert all(is_normal(f(x)) for f in (a.floor, a.ceiling, a.negate, a.magnitude))


@given(NUMBERS, st.integers(-6, 6))
def test_powers(x, n: int):
    if x == 0 and n <= 0:
        with pytest.raises(DivisionByZero):
            a.power(x, n)
    else:
        assert a.power(x, n) == math.prod([Fraction(x) if n > 0 else 1 / Fraction(x)] * abs(n))
        assert is_normal(a.power(x, n))


def test_floored():
    assert a.modulo(-1, 2) == 1
    assert a.floor(Fraction(-1, 2)) == -1
    assert a.modulo(Fraction(-1, 2), 1) == Fraction(1, 2)
    assert a.modulo(5, -3) == -1


@given(st.lists(st.integers(), max_size=5).map(tuple), st.integers(-1, 7), st.integers(-1, 7))
def test_indices_count_from_one(t: tuple[int, ...], i: int, j: int):
    if 1 <= i <= len(t):
        assert maps.element(t, i) == t[i - 1]
    else:
        with pytest.raises(OutOfRange):
            maps.element(t, i)
    if i > j:
        assert a.elements(t, i, j) == ()
    elif i >= 1 and j <= len(t):
        assert a.elements(t, i, j) == tuple(t[k - 1] for k in range(i, j + 1))
    else:
        with pytest.raises(OutOfRange):
            a.elements(t, i, j)


def test_tuples_are_joined():
    assert a.add((1, 2), (3,)) == (1, 2, 3)
    assert a.magnitude((1, 2)) == 2


@pytest.mark.parametrize(
    ("work", "misuse", "says"),
    [
        (lambda: a.add(1, EMPTY), WrongKind, "`+` needs two numbers or two tuples, but got 1, a number"),
        (lambda: a.add((1,), 1), WrongKind, "`+`"),
        (lambda: a.subtract(TRUE, 1), WrongKind, "true, a truth value"),
        (lambda: a.multiply(EMPTY, 2), WrongKind, "`*`"),
        (lambda: a.less("a", "b"), WrongKind, '"a", a string'),
        (lambda: a.negate(Atom("x")), WrongKind, "`x, an atom"),
        (lambda: a.magnitude("abc"), WrongKind, "|…|"),
        (lambda: maps.element(5, 1), WrongKind, "5"),
        (lambda: a.divide(3, 0), DivisionByZero, "3/0"),
        (lambda: a.modulo(3, 0), DivisionByZero, "3 mod 0"),
        (lambda: a.power(0, 0), DivisionByZero, "0^0"),
        (lambda: a.power(0, -1), DivisionByZero, "0^(-1)"),
        (lambda: a.power(2, Fraction(1, 2)), NotWhole, "0.5"),
        (lambda: maps.element((1, 2), Fraction(1, 2)), NotWhole, "index"),
        (lambda: maps.element((1, 2), 3), OutOfRange, "(1, 2) has no element 3; it has 2"),
        (lambda: a.power(2, 10**9), TooLarge, "2^1000000000"),
        (lambda: a.power(10**99_000, 64), TooLarge, "100,000 digits"),
        (lambda: a.multiply(10**60_000, 10**60_000), TooLarge, "100,000 digits"),
        (lambda: a.add(Fraction(1, 10**60_000), Fraction(1, 10**60_000 + 1)), TooLarge, "100,000 digits"),
        (lambda: a.add((0,) * 600_000, (0,) * 600_000), TooManyElements, "tuple"),
    ],
)  # fmt: skip
def test_what_has_no_value_says_so_with_its_operands(work, misuse: type[Misuse], says: str):
    with pytest.raises(misuse) as refused:
        work()
    assert says in refused.value.fact


@pytest.mark.parametrize("operands", [((), 2), (Atom("x"), (1, 2)), ((1,), EMPTY)])
def test_who_adds_an_element_to_a_tuple_learns_how_a_tuple_of_one_is_written(operands):
    with pytest.raises(WrongKind) as refused:
        a.add(*operands)
    assert "`(x,)`" in refused.value.hint
    with pytest.raises(WrongKind) as refused:
        a.add(1, Atom("x"))
    assert not refused.value.hint


def test_long_numbers_are_no_trouble():
    assert a.power(10, 99_000) == 10**99_000
    assert a.power(1, 10**30) == 1
    assert a.power(-1, 10**30 + 1) == -1
    assert a.power(Fraction(1, 2), 64) == Fraction(1, 2**64)


def test_sets_are_multiplied():
    assert show(a.multiply(FiniteSet([1, 2]), FiniteSet([3]))) == "{(2, 3), (1, 3)}"
