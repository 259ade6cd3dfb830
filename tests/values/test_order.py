"""One order of all values."""

from __future__ import annotations

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from noughts.values.arithmetic import normal
from noughts.values.atom import Atom
from noughts.values.order import key, ordered
from noughts.values.sets import FiniteSet
from noughts.values.show import show
from noughts.values.truth import FALSE, TRUE
from noughts.values.value import Value

SIMPLE = st.one_of(
    st.integers(-3, 3),
    st.fractions(-2, 2, max_denominator=3).map(normal),
    st.sampled_from([TRUE, FALSE, Atom("x"), Atom("o"), "x", ""]),
)
VALUES = st.recursive(
    SIMPLE,
    lambda inner: st.lists(inner, max_size=3).map(tuple) | st.lists(inner, max_size=4).map(FiniteSet),
    max_leaves=8,
)


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
