"""Symbolic values made at random, each with what it is in every position worked out beside it."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TypeAlias

from hypothesis import strategies as st

from noughts.grounding.symbolic_value import (
    NOTHING,
    UNKNOWN,
    Amount,
    Choice,
    Symbolic,
    SymbolicMap,
    SymbolicPower,
    SymbolicSet,
    SymbolicTuple,
    amount,
    choice,
    set_of,
    symbolic_map,
    symbolic_tuple,
)
from noughts.grounding.walk import holds
from noughts.values.scalars import FALSE, TRUE, Atom
from noughts.values.sets import FiniteSet, PowerSet
from noughts.values.value import Value
from tests.grounding.formulas import Known, every, formulas

WIDTH = 3
POSITIONS = range(1 << WIDTH)
WHENS = formulas(list(range(WIDTH)), depth=3)

Worlds: TypeAlias = "list[Value]"


@dataclass(frozen=True)
class Case:
    """A symbolic value, and what it is in each position."""

    symbolic: Symbolic
    worlds: Worlds

    def __repr__(self) -> str:
        return f"{type(self.symbolic).__name__} {self.worlds}"


def seen_in(symbolic: Symbolic, position: int) -> Value:
    """What a symbolic value is in a position, by the definitions of `noughts.grounding.symbolic_value`."""
    match symbolic:
        case Choice(cases=cases):
            (value,) = (value for value, when in cases.items() if holds(when, position))
            return value
        case SymbolicSet(elements=elements):
            return FiniteSet(value for value, when in elements.items() if holds(when, position))
        case SymbolicMap(values=values):
            return FiniteSet((key, seen_in(value, position)) for key, value in values.items())
        case SymbolicTuple(parts=parts):
            return tuple(seen_in(part, position) for part in parts)
        case Amount(terms=terms, constant=constant):
            return constant + sum(weight for when, weight in terms if holds(when, position))
        case SymbolicPower(base=base):
            return PowerSet(FiniteSet(value for value, when in base.items() if holds(when, position)))
        case _:
            assert not isinstance(symbolic, UNKNOWN)
            return symbolic


def has_value_in(symbolic: Symbolic, position: int) -> bool:
    """Whether it is anything there at all."""
    match symbolic:
        case Choice(cases=cases):
            return any(holds(when, position) for when in cases.values())
        case SymbolicMap(values=values):
            return all(has_value_in(value, position) for value in values.values())
        case SymbolicTuple(parts=parts):
            return all(has_value_in(part, position) for part in parts)
        case _:
            return symbolic is not NOTHING


def known(value: Value) -> Case:
    return Case(value, [value] * len(POSITIONS))


def split(values: list[Value], whens: list[Known]) -> Case:
    """The first value whose formula holds, or the last."""
    alternatives: list[tuple[Value, Known]] = []
    before: list[Known] = []
    for value, (when, meaning) in zip(values, whens, strict=False):
        alternatives.append((value, every([*before, (when, meaning)])))
        before.append((~when, lambda s, f=meaning: not f(s)))  # type: ignore[misc]
    alternatives.append((values[len(alternatives)], every(before)))
    worlds = [next(value for value, (_, f) in alternatives if f(s)) for s in POSITIONS]
    return Case(choice((value, when) for value, (when, _) in alternatives), worlds)


def choices(values: st.SearchStrategy[Value]) -> st.SearchStrategy[Case]:
    return st.lists(WHENS, min_size=1, max_size=3).flatmap(
        lambda whens: st.lists(values, min_size=len(whens) + 1, max_size=len(whens) + 1).map(
            lambda found: split(found, whens)
        )
    )


def unknown_set(pairs: list[tuple[Value, Known]]) -> Case:
    worlds = [FiniteSet(value for value, (_, f) in pairs if f(s)) for s in POSITIONS]
    return Case(set_of((value, when) for value, (when, _) in pairs), list(worlds))


def unknown_power(base: Case) -> Case:
    if not isinstance(base.symbolic, SymbolicSet):
        return Case(PowerSet(base.worlds[0]), [PowerSet(world) for world in base.worlds])  # type: ignore[arg-type]
    return Case(
        SymbolicPower(base.symbolic.elements),
        [PowerSet(world) for world in base.worlds],  # type: ignore[arg-type]
    )


def unknown_amount(terms: list[tuple[Known, int]], constant: int) -> Case:
    worlds = [constant + sum(weight for (_, f), weight in terms if f(s)) for s in POSITIONS]
    return Case(amount([(when, weight) for (when, _), weight in terms], constant), list(worlds))


def unknown_tuple(parts: list[Case]) -> Case:
    worlds = [tuple(part.worlds[s] for part in parts) for s in POSITIONS]
    return Case(symbolic_tuple(part.symbolic for part in parts), list(worlds))


def unknown_map(values: dict[Value, Case]) -> Case:
    worlds = [FiniteSet((key, value.worlds[s]) for key, value in values.items()) for s in POSITIONS]
    return Case(symbolic_map({key: value.symbolic for key, value in values.items()}), list(worlds))


SMALL_NUMBERS: st.SearchStrategy[Value] = st.one_of(
    st.integers(-2, 4), st.integers(-2, 4), st.sampled_from([Fraction(1, 2), Fraction(-3, 2)])
)
SMALL: st.SearchStrategy[Value] = st.one_of(
    st.integers(0, 3), st.sampled_from([Atom("x"), Atom("o"), (0, 1), (1, Atom("x")), FiniteSet([1])])
)
SETS: st.SearchStrategy[Value] = st.lists(SMALL, max_size=3).map(FiniteSet)
TUPLES: st.SearchStrategy[Value] = st.lists(SMALL, max_size=3).map(tuple)

NUMBER_CASES = st.one_of(
    SMALL_NUMBERS.map(known),
    choices(SMALL_NUMBERS),
    choices(st.integers(-1, 3)),
    st.builds(
        unknown_amount,
        st.lists(st.tuples(WHENS, st.sampled_from([1, 1, 2, -1])), max_size=4),
        st.integers(-2, 3),
    ),
)
TOTAL_MAPS = st.dictionaries(
    st.integers(0, 2) | SMALL, st.one_of(NUMBER_CASES, choices(SMALL)), min_size=1, max_size=3
).map(unknown_map)
SET_CASES = st.one_of(
    TOTAL_MAPS,
    SETS.map(known),
    choices(SETS),
    st.lists(st.tuples(SMALL, WHENS), max_size=4).map(unknown_set),
    st.lists(st.tuples(SMALL, WHENS), max_size=3).map(unknown_set).map(unknown_power),
)
PAIRS: st.SearchStrategy[Value] = st.tuples(st.integers(0, 2) | SMALL, SMALL)
MAP_CASES = st.one_of(
    TOTAL_MAPS,
    st.lists(PAIRS, max_size=3).map(FiniteSet).map(known),
    choices(st.lists(PAIRS, max_size=3).map(FiniteSet)),
    st.lists(st.tuples(PAIRS, WHENS), max_size=5).map(unknown_set),
)
TUPLE_CASES = st.one_of(
    TUPLES.map(known),
    choices(TUPLES),
    st.lists(st.one_of(NUMBER_CASES, choices(SMALL)), max_size=3).map(unknown_tuple),
)
OTHER_CASES = st.one_of(choices(SMALL), choices(st.sampled_from([TRUE, FALSE])), SMALL.map(known))
CASES = st.one_of(NUMBER_CASES, SET_CASES, TUPLE_CASES, OTHER_CASES)
