"""Sets against their definitions: lists without duplicates, in the order in which they print."""

from __future__ import annotations

import pickle
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from noughts.values.misuse import Misuse, TooManyElements
from noughts.values.operations import big_intersection, big_union, subset, union
from noughts.values.scalars import FALSE, TRUE, Atom
from noughts.values.sets import (
    EMPTY,
    FiniteSet,
    IntegerRange,
    PowerSet,
    Product,
    Set,
    difference_of,
    intersection_of,
    is_subset,
)
from noughts.values.value import Value

SMALL = st.integers(0, 3)
FLAT: st.SearchStrategy[Set] = st.lists(SMALL, max_size=4).map(FiniteSet) | st.builds(
    IntegerRange, st.integers(0, 3), st.integers(-1, 3)
)
PAIRS: st.SearchStrategy[Set] = st.builds(Product, FLAT, FLAT) | st.lists(
    st.tuples(SMALL, SMALL), max_size=4
).map(FiniteSet)
SUBSETS: st.SearchStrategy[Set] = FLAT.map(PowerSet) | st.lists(FLAT, max_size=4).map(FiniteSet)
SETS = FLAT | PAIRS | SUBSETS
TWO_OF_A_KIND = (
    st.tuples(FLAT, FLAT) | st.tuples(PAIRS, PAIRS) | st.tuples(SUBSETS, SUBSETS) | st.tuples(SETS, SETS)
)


def power(elements: Sequence[Value]) -> list[list[Value]]:
    """The power set of the rest, then the same with the first element in front (LED, «values»)."""
    if not elements:
        return [[]]
    rest = power(elements[1:])
    return rest + [[elements[0], *inner] for inner in rest]


@given(FLAT)
def test_a_power_set_lists_the_rest_first(base: Set):
    assert [list(inner) for inner in PowerSet(base)] == power(list(base))  # type: ignore[arg-type]


@given(FLAT, FLAT)
def test_a_product_walks_its_left_side_backwards(left: Set, right: Set):
    pairs = [(a, b) for a in list(left)[::-1] for b in right]
    assert list(Product(left, right)) == pairs


@given(st.lists(SMALL))
def test_a_set_keeps_first_occurrences_in_order(elements: list[int]):
    assert list(FiniteSet(elements)) == list(dict.fromkeys(elements))


@given(SETS)
def test_size_membership_and_listing_agree(some: Set):
    elements = list(some)
    assert some.size == len(elements) == len(set(elements))
    assert all(element in some for element in elements)
    assert some == some.listed() == FiniteSet(elements[::-1])
    assert hash(some) == hash(FiniteSet(elements[::-1]))
    assert bool(some) == bool(elements)
    assert pickle.loads(pickle.dumps(some)) == some


def ordered(some: Set) -> list[object]:
    """The elements in order, and those of sets in it in their order too."""
    return [ordered(element) if isinstance(element, Set) else element for element in some]


@given(TWO_OF_A_KIND)
def test_operations_are_those_of_lists(pair: tuple[Set, Set]):
    """A U B is union: A, then the new elements of B; A sec B and A without B keep the order of A."""
    a, b = pair
    first, second = list(a), list(b)
    assert ordered(union(a, b)) == ordered(FiniteSet([*first, *second]))  # type: ignore[arg-type]
    assert ordered(intersection_of(a, b)) == ordered(FiniteSet(x for x in first if x in set(second)))
    assert ordered(difference_of(a, b)) == ordered(FiniteSet(x for x in first if x not in set(second)))
    assert is_subset(a, b) == subset(a, b) == (set(first) <= set(second))
    assert (a == b) == (set(first) == set(second))
    assert (hash(a) == hash(b)) or a != b


@given(st.lists(FLAT, max_size=3))
def test_folds_over_sets(sets: list[Set]):
    listed = [list(some) for some in sets]
    assert list(big_union(sets)) == list(dict.fromkeys(x for some in listed for x in some))  # type: ignore[arg-type]
    common = [x for x in listed[0] if all(x in some for some in listed)] if listed else []
    assert list(big_intersection(sets)) == common  # type: ignore[arg-type]


def test_equality_is_by_extension_at_every_depth():
    one = FiniteSet([(1, FiniteSet([1, 2])), "a", Atom("a"), TRUE])
    other = FiniteSet([TRUE, Atom("a"), "a", (1, IntegerRange(1, 2))])
    assert one == other
    assert one in FiniteSet([other])


def test_kinds_are_never_equal():
    values: list[Value] = [1, TRUE, FALSE, 0, "1", "true", Atom("true"), (), (1,), EMPTY, FiniteSet([1])]
    assert FiniteSet(values).size == len(values)


HUGE = PowerSet(IntegerRange(1, 100))


def test_what_is_never_listed():
    """|A| = 100 (LED, «lazy sets»)."""
    few = FiniteSet([FiniteSet([2, 1]), FiniteSet([200]), EMPTY])
    assert HUGE.size == 2**100
    assert FiniteSet([2, 1]) in HUGE
    assert FiniteSet([2, 200]) not in HUGE
    assert 7 not in HUGE
    assert ordered(intersection_of(HUGE, few)) == [[], [1, 2]]
    assert ordered(intersection_of(few, HUGE)) == [[2, 1], []]
    assert intersection_of(HUGE, PowerSet(IntegerRange(50, 150))).size == 2**51
    assert is_subset(HUGE, PowerSet(IntegerRange(0, 100)))
    assert PowerSet(IntegerRange(1, 100)) == HUGE
    assert difference_of(few, HUGE) == FiniteSet([FiniteSet([200])])


def test_no_more_does_a_product():
    square = Product(IntegerRange(1, 10**9), IntegerRange(1, 10**9))
    assert square.size == 10**18
    assert (5, 7) in square
    assert (5, 0) not in square
    assert list(intersection_of(square, FiniteSet([(1, 2), (3, 1), (0, 0), (3, 2)]))) == [
        (3, 1),
        (3, 2),
        (1, 2),
    ]
    assert intersection_of(square, Product(IntegerRange(0, 3), IntegerRange(9, 9))).size == 3
    assert square == Product(IntegerRange(1, 10**9), IntegerRange(1, 10**9))
    assert square != Product(IntegerRange(1, 10**9), IntegerRange(2, 10**9 + 1))
    assert is_subset(Product(IntegerRange(2, 10**8), IntegerRange(1, 2)), square)
    assert list(Product(IntegerRange(1, 10**12), EMPTY)) == []
    assert Product(IntegerRange(1, 10**12), EMPTY) == EMPTY


def test_ranges():
    assert list(IntegerRange(2, 4)) == [2, 3, 4]
    assert IntegerRange(3, 2) == EMPTY
    assert intersection_of(IntegerRange(1, 10**12), IntegerRange(10**12 - 1, 10**13)).size == 2
    assert TRUE not in IntegerRange(0, 1)


@pytest.mark.parametrize(
    "work",
    [
        lambda: union(HUGE, FiniteSet([1])),
        lambda: difference_of(HUGE, EMPTY),
        lambda: HUGE.listed(),
        lambda: hash(HUGE),
        lambda: FiniteSet([HUGE]),
        lambda: PowerSet(IntegerRange(1, 19)).listed(),
        lambda: PowerSet(IntegerRange(1, 10**6)).size,
        lambda: IntegerRange(1, 10**12).listed(),
        lambda: is_subset(IntegerRange(1, 10**12), FiniteSet([1])) or IntegerRange(1, 10**12).listed(),
    ],
)
def test_what_is_too_large_is_refused(work):
    with pytest.raises(TooManyElements) as refused:
        work()
    assert isinstance(refused.value, Misuse)
