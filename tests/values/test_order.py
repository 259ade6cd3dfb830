"""One order of all values."""

from __future__ import annotations

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from noughts.values.order import key, ordered
from noughts.values.sets import FiniteSet
from noughts.values.show import show
from noughts.values.value import Value
from tests.values.strategies import VALUES


@given(VALUES, VALUES)
def test_equal_values_and_no_others_have_equal_keys(a: Value, b: Value) -> None:
    assert (key(a) == key(b)) == (a == b)
    assert (key(a) < key(b)) + (key(b) < key(a)) + (a == b) == 1


@given(VALUES)
def test_ordering_changes_how_a_value_prints_and_nothing_else(value: Value) -> None:
    assert ordered(value) == value


@given(st.lists(VALUES, max_size=5), st.randoms(use_true_random=False))
def test_equal_sets_are_written_alike_once_ordered(elements: list[Value], dice: object) -> None:
    shuffled = list(elements)
    dice.shuffle(shuffled)  # type: ignore[attr-defined]
    assert show(ordered(FiniteSet(elements))) == show(ordered(FiniteSet(shuffled)))


def test_numbers_go_by_size() -> None:
    assert show(ordered(FiniteSet([10, Fraction(1, 2), -3, 2]))) == "{-3, 0.5, 2, 10}"
