"""Symbolic tuples and maps by their places; a place may be unknown too."""

from __future__ import annotations

from collections.abc import Mapping

from noughts.grounding.formula import ALWAYS, Formula, counted
from noughts.grounding.symbolic_value import (
    MarkUndefined,
    Symbolic,
    SymbolicMap,
    cases_of,
    choice,
    components_of,
    elements_of,
    is_set,
    length_of,
    merged,
    set_of,
    symbolic_map,
    symbolic_tuple,
    values_by_key,
)
from noughts.values.maps import is_pair
from noughts.values.misuse import OutOfRange, WrongKind
from noughts.values.show import show, summary
from noughts.values.value import Value


def element(mark_undefined: MarkUndefined, t: Symbolic, i: Symbolic) -> Symbolic | None:
    """A part of a tuple, or the value of a map."""
    if isinstance(t, SymbolicMap):
        return value_of_map(mark_undefined, t, i)
    if is_set(t):
        elements = elements_of(t)
        return None if elements is None else value_at(mark_undefined, elements, i)
    parts = parts_of(t)
    if parts is None:
        return None
    places = places_in(parts, i, mark_undefined)
    return merged((parts[place - 1], when) for place, when in places.items())


def with_change(mark_undefined: MarkUndefined, t: Symbolic, i: Symbolic, new: Symbolic) -> Symbolic | None:
    """A tuple with another part, or a map with another value."""
    if is_set(t):
        values = values_by_key(t)
        if values is not None and all(key in values for key, _ in cases_of(i)):
            return symbolic_map(changed_values(values, i, new))
        elements = elements_of(t)
        return None if elements is None else changed_map(mark_undefined, elements, i, new)
    parts = parts_of(t)
    if parts is None:
        return None
    made = list(parts)
    for place, when in places_in(parts, i, mark_undefined).items():
        made[place - 1] = new if when is ALWAYS else merged(((new, when), (parts[place - 1], ~when)))
    return symbolic_tuple(made)


def parts_of(t: Symbolic) -> tuple[Symbolic, ...] | None:
    """The parts of a value that is certainly a tuple of one length."""
    length = length_of(t)
    return None if length is None else components_of(t, length)


def places_in(parts: tuple[Symbolic, ...], i: Symbolic, mark_undefined: MarkUndefined) -> dict[int, Formula]:
    """The places of a tuple that an index can be, each with its condition."""
    places: dict[int, Formula] = {}
    for place, when in cases_of(i):
        if type(place) is int and 1 <= place <= len(parts):
            places[place] = when
        else:
            mark_undefined(when, OutOfRange(f"there is no element {show(place)}"))
    return places


def value_of_map(mark_undefined: MarkUndefined, t: SymbolicMap, key: Symbolic) -> Symbolic:
    """The value at the key, which may be none of the map."""
    found: list[tuple[Symbolic, Formula]] = []
    for here, at in cases_of(key):
        if here in t.values:
            found.append((t.values[here], at))
        else:
            mark_undefined(at, OutOfRange(f"there is no value at {summary(here)}"))
    return merged(found)


def changed_values(values: Mapping[Value, Symbolic], key: Symbolic, new: Symbolic) -> dict[Value, Symbolic]:
    """The values of a map with another one at a key that is one of them."""
    made = dict(values)
    for here, at in cases_of(key):
        made[here] = new if at is ALWAYS else merged(((new, at), (values[here], ~at)))
    return made


def value_at(mark_undefined: MarkUndefined, pairs: Mapping[Value, Formula], key: Symbolic) -> Symbolic:
    """The second part of the only pair that begins with the key."""
    found: list[tuple[Value, Formula]] = []
    for here, at in cases_of(key):
        values = [(pair[1], when) for pair, when in pairs.items() if is_pair(pair) and pair[0] == here]
        one = counted([(when, 1) for _, when in values], (1).__eq__)
        mark_undefined(at & ~one, OutOfRange(f"there is no value at {summary(here)}, or there are several"))
        found += ((value, at & when) for value, when in values)
    return choice(found)


def changed_map(
    mark_undefined: MarkUndefined, pairs: Mapping[Value, Formula], key: Symbolic, new: Symbolic
) -> Symbolic:
    """The pairs that do not begin with the key, and one that does."""
    keys = dict(cases_of(key))
    made: list[tuple[Value, Formula]] = []
    for pair, when in pairs.items():
        if not is_pair(pair):
            mark_undefined(when, WrongKind(f"{summary(pair)} is no pair"))
        else:
            changed = keys.get(pair[0])
            made.append((pair, when if changed is None else when & ~changed))
    made += (((here, value), at & when) for here, at in keys.items() for value, when in cases_of(new))
    return set_of(made)
