"""Access to tuples and maps by index: the value at an index, and the result of changing it.

A map is a set of pairs, as in set theory: f maps k to v if ``(k, v)`` is the only pair in f that begins with
k.  ``f[k |-> v]`` is the overriding ``f ⊕ {k ↦ v}`` of J. M. Spivey, *The Z Notation*, 2nd ed., 1992.
"""

from __future__ import annotations

from collections import Counter
from typing import Final, TypeGuard, cast

from noughts.values.arithmetic import refuse, tuple_of, whole
from noughts.values.limits import UNQUESTIONED, watched
from noughts.values.misuse import OutOfRange
from noughts.values.operations import tuple_of as joined
from noughts.values.sets import FiniteSet, Set
from noughts.values.show import summary
from noughts.values.value import Value

_BY_KEY: Final = "values by key"


def element(t: Value, i: Value) -> Value:
    """``t[i]``: element i of a tuple, counted from 1, or the value of a map at i."""
    if type(t) is tuple and type(i) is int and 1 <= i <= len(t):
        return t[i - 1]
    if type(t) is FiniteSet and t.indexes is not None and _BY_KEY in t.indexes:
        found = t.indexes[_BY_KEY].get(i)  # the fast path: a board is asked many times
        if found is not None:
            return cast(Value, found)
    if isinstance(t, Set):
        return value_at(t, i)
    sequence = tuple_of("[…]", t, "a tuple or a map")
    return sequence[index_in(sequence, i) - 1]


def with_change(t: Value, i: Value, new: Value) -> Value:
    """``t[i |-> new]``: a tuple with another element i, or a map with another value at i."""
    if isinstance(t, Set):
        return map_with(t, i, new)
    sequence = tuple_of("[… |-> …]", t, "a tuple or a map")
    place = index_in(sequence, i)
    return joined(*sequence[: place - 1], new, *sequence[place:])


def index_in(t: tuple[Value, ...], i: Value) -> int:
    """The index i of a tuple, counted from 1."""
    place = whole("an index", i)
    if not 1 <= place <= len(t):
        raise OutOfRange(
            f"{summary(t)} has no element {place}; it has {len(t)}", "elements are counted from 1", (t, i)
        )
    return place


def value_at(f: Set, key: Value) -> Value:
    """The value of a map at a key."""
    found = by_key(f.listed()).get(key)
    if found is None:
        raise not_one_value(sum(first == key for first, _ in pairs_in(f.listed())), f, key)
    return found


def not_one_value(count: int, f: Set, key: Value) -> OutOfRange:
    """The error of a set of pairs that has no value at a key, or several."""
    many = f"has {count} values" if count else "has no value"
    help = "`f[k]` is v if `(k, v)` is in f, and no other pair begins with k"
    return OutOfRange(f"{summary(f)} {many} at {summary(key)}", help, (f, key))


def by_key(f: FiniteSet) -> dict[Value, Value]:
    """The map's values by their keys, but for keys of several values; cached, as a board is asked many
    times."""
    if f.indexes is None:
        f.indexes = {}
    found: dict[Value, Value] | None = f.indexes.get(_BY_KEY)
    if found is None:
        pairs = pairs_in(f)
        found = dict(pairs)
        if len(found) < len(pairs):
            counts = Counter(key for key, _ in pairs)
            found = {key: value for key, value in pairs if counts[key] == 1}
        f.indexes[_BY_KEY] = found
    return found


def pairs_in(f: FiniteSet) -> list[tuple[Value, Value]]:
    """The elements that are pairs."""
    elements = f.elements if len(f.elements) <= UNQUESTIONED else watched(f.elements)
    return [each for each in elements if isinstance(each, tuple) and len(each) == 2]


def map_with(f: Set, key: Value, new: Value) -> Value:
    """The map with `new` in place of its value at a key; a new key is appended."""
    made: dict[Value, None] = {}
    changed = joined(key, new)
    for pair in watched(f.listed().elements):
        if not is_pair(pair):
            refuse("[… |-> …]", "a set of pairs", pair)
        made[changed if pair[0] == key else pair] = None
    made[changed] = None
    return FiniteSet(made)


def is_pair(value: Value) -> TypeGuard[tuple[Value, Value]]:
    """Whether a value is a tuple of two parts."""
    return isinstance(value, tuple) and len(value) == 2
