"""Operations on sets and tuples that check their operands, and folds over lists of values."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice
from typing import TypeVar

from noughts.values.arithmetic import add, multiply, refuse, whole
from noughts.values.limits import (
    SCALARS,
    UNQUESTIONED,
    elements_allowed,
    extent_of,
    require_elements,
    require_extent,
)
from noughts.values.misuse import WrongKind
from noughts.values.scalars import Truth
from noughts.values.sets import (
    EMPTY,
    FiniteSet,
    IntegerRange,
    PowerSet,
    Set,
    difference_of,
    intersection_of,
    is_subset,
    union_of,
    with_keys,
    without_keys,
)
from noughts.values.show import summary
from noughts.values.value import Value, kind

_T = TypeVar("_T")


def union(a: Value, b: Value) -> Value:
    """``a U b``: the elements of a, then those of b that are not in a."""
    if isinstance(a, Set) and isinstance(b, Set):
        return union_of(a, b)
    refuse("U", "two sets", a, b)


def intersection(a: Value, b: Value) -> Value:
    """``a sec b``: the elements of a that are in b."""
    if isinstance(a, Set) and isinstance(b, Set):
        return intersection_of(a, b)
    refuse("sec", "two sets", a, b)


def difference(a: Value, b: Value) -> Value:
    r"""``a \ b``: the elements of a that are not in b."""
    if isinstance(a, Set) and isinstance(b, Set):
        return difference_of(a, b)
    refuse("\\", "two sets", a, b)


def union_with(a: Value, added: dict[Value, None]) -> Value:
    """``a U {b, c}``, with the elements of the written set as keys."""
    return with_keys(a, added) if type(a) is FiniteSet else union(a, FiniteSet.of(added))


def difference_with(a: Value, taken: dict[Value, None]) -> Value:
    r"""``a \ {b, c}``, with the elements of the written set as keys."""
    if type(a) is FiniteSet and len(a.elements) <= UNQUESTIONED:
        return without_keys(a, taken)
    return difference(a, FiniteSet.of(taken))


def member(a: Value, s: Value) -> bool:
    """``a in s``."""
    if type(s) is FiniteSet:
        return a in s.elements
    if isinstance(s, Set):
        return a in s
    refuse("in", "a set on its right", s)


def subset(a: Value, b: Value) -> bool:
    """``a sub b``: every element of a is in b."""
    if type(a) is FiniteSet and type(b) is FiniteSet:
        return a.elements.keys() <= b.elements.keys()
    if isinstance(a, Set) and isinstance(b, Set):
        return is_subset(a, b)
    refuse("sub", "two sets", a, b)


def power_set(a: Value) -> Value:
    """``Pow(a)``: the set of all subsets of a."""
    if isinstance(a, Set):
        return PowerSet(a)
    refuse("Pow", "a set", a)


def integers(m: Value, n: Value) -> Value:
    """``{m..n}``: the whole numbers from m to n."""
    return IntegerRange(whole("`..`", m), whole("`..`", n))


def set_of(*elements: Value) -> Value:
    """``{a, b, …}``."""
    return FiniteSet(elements)


def tuple_of(*elements: Value) -> Value:
    """``(a, b, …)``."""
    if not SCALARS.issuperset(map(type, elements)):
        require_extent(*extent_of(elements))
    return elements


def collect(values: Iterable[Value]) -> Value:
    """``{t | p}`` from the values of t."""
    return FiniteSet.of(gathered(values))


def gathered(values: Iterable[_T]) -> dict[_T, None]:
    """The values without duplicates, in order; stops as soon as they are too many.

    The clock is checked where they come from.
    """
    waiting, allowed = iter(values), elements_allowed.get()
    found = dict.fromkeys(islice(waiting, UNQUESTIONED))
    for value in waiting:
        found[value] = None
        if len(found) > allowed:
            require_elements(len(found))
    return found


def total(values: Iterable[Value]) -> Value:
    """``Sum[p] e`` from the values of e; 0 over nothing."""
    result: Value = 0
    for value in values:
        result = add(result, value)
    return result


def product(values: Iterable[Value]) -> Value:
    """``Prod[p] e`` from the values of e; 1 over nothing."""
    result: Value = 1
    for value in values:
        result = multiply(result, value)
    return result


def big_union(values: Iterable[Value]) -> Value:
    """``U[p] s`` from the values of s; ``{}`` over nothing."""
    elements: dict[Value, None] = {}
    for value in values:
        if not isinstance(value, Set):
            refuse("U[…]", "a set", value)
        elements.update(value.listed().elements)
        require_elements(len(elements))
    return FiniteSet(elements)


def big_intersection(values: Iterable[Value]) -> Value:
    """``Sec[p] s`` from the values of s; ``{}`` over nothing."""
    result: Value = EMPTY
    for count, value in enumerate(values):
        result = intersection(result, value) if count else intersection(value, value)
    return result


def as_sentence(value: Value) -> bool:
    """A truth value as a Python `bool`."""
    if not isinstance(value, Truth):
        raise WrongKind(f"a truth value is expected here, but got {summary(value)}, {kind(value)}")
    return bool(value)
