"""A total order of all values, by which equal values get the same text.

Sets print in the order of insertion of their elements, so two equal sets may print differently.  In texts
that must be equal, such as that of a position, their elements are sorted:

    truth < numbers < strings < atoms < tuples < sets < Easel's values

numbers by size, strings and atoms by their letters, tuples element by element, sets by size and then as
the tuples of their sorted elements.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any, TypeAlias

from noughts.values.atom import Atom
from noughts.values.opaque import Opaque
from noughts.values.sets import FiniteSet, Set, listable
from noughts.values.truth import Truth
from noughts.values.value import Value

Key: TypeAlias = tuple[Any, ...]


def key(value: Value) -> Key:
    """The sort key of a value among all others; equal values have equal keys."""
    if (
        type(value) is int
    ):  # a fast path for most values and their parts: the `match` below takes four times as long
        return 1, value
    if isinstance(value, tuple):
        return 4, tuple(map(key, value))
    match value:
        case Truth():
            return 0, bool(value)
        case int() | Fraction():
            return 1, value
        case str():
            return 2, value
        case Atom():
            return 3, value.name
        case Set():
            return 5, value.size, tuple(sorted(map(key, listable(value))))
        case Opaque():
            return 6, repr(value)
        case _:
            raise TypeError(f"{value!r} is no value")


def ordered(value: Value) -> Value:
    """The same value, with the elements of its sets in order at every depth.

    >>> from noughts.values.show import show
    >>> show(ordered(FiniteSet([(2, FiniteSet([3, 1])), (1, FiniteSet([]))])))
    '{(1, {}), (2, {1, 3})}'
    """
    match value:
        case tuple():
            return tuple(map(ordered, value))
        case Set():
            return FiniteSet(map(ordered, sorted(listable(value), key=key)))
        case _:
            return value
