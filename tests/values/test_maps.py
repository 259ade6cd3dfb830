"""Maps: sets of pairs, read and changed at a key."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from noughts.values.maps import element, with_change
from noughts.values.misuse import Misuse, OutOfRange, WrongKind
from noughts.values.sets import FiniteSet, IntegerRange, Product
from noughts.values.value import Value
from tests.values.strategies import VALUES

PAIRS = st.lists(st.tuples(st.integers(0, 3) | VALUES, VALUES), max_size=6)


@given(PAIRS, st.integers(0, 3))
def test_the_value_at_a_key_is_that_of_the_only_pair(pairs: list[tuple[Value, Value]], key: Value):
    f = FiniteSet(pairs)
    values = [pair[1] for pair in f if isinstance(pair, tuple) and pair[0] == key]
    for _ in range(2):  # before and after the set is indexed
        if len(values) == 1:
            assert element(f, key) == values[0]
        else:
            with pytest.raises(OutOfRange):
                element(f, key)


@given(PAIRS, st.integers(0, 3), VALUES)
def test_a_map_that_is_changed_differs_there_alone(pairs: list[tuple[Value, Value]], key: Value, new: Value):
    f = FiniteSet(pairs)
    changed = with_change(f, key, new)
    assert element(changed, key) == new
    others = [pair for pair in f if isinstance(pair, tuple) and pair[0] != key]
    assert changed == FiniteSet([*others, (key, new)])
    assert f == FiniteSet(pairs)


@pytest.mark.parametrize(
    ("f", "key", "fact"),
    [
        (FiniteSet([(1, 2)]), 3, "{(1, 2)} has no value at 3"),
        (FiniteSet([(1, 2), (1, 3)]), 1, "{(1, 2), (1, 3)} has 2 values at 1"),
        (FiniteSet([1]), 1, "{1} has no value at 1"),
        (Product(IntegerRange(1, 2), FiniteSet(())), 1, "{} has no value at 1"),
    ],
)
def test_where_a_map_has_no_value(f: Value, key: Value, fact: str):
    with pytest.raises(OutOfRange) as refused:
        element(f, key)
    assert refused.value.fact == fact
    assert refused.value.hint == "`f[k]` is v if `(k, v)` is in f, and no other pair begins with k"


def test_only_tuples_and_maps_have_places():
    for work in (lambda: element(5, 1), lambda: with_change(5, 1, 2)):
        with pytest.raises(WrongKind, match="a tuple or a map"):
            work()
    with pytest.raises(Misuse, match="a set of pairs"):
        with_change(FiniteSet([1]), 1, 2)
    with pytest.raises(OutOfRange, match="has no element 3"):
        with_change((1, 2), 3, 4)
