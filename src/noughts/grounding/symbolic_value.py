"""Symbolic values: values that depend on an unknown position.

A symbolic value is a plain value, or one of these, with formulas as conditions:

* `Choice`: one of several values, ``{v: when, …}``; exactly one of the formulas holds
* `SymbolicSet`: a set, given by the condition of each possible element
* `SymbolicMap`: a map (a set of pairs with one pair for each key), given by its values at known keys
* `SymbolicTuple`: a tuple of symbolic values
* `Amount`: an integer, ``constant + sum of the weights of the formulas that hold``
* `SymbolicPower`: the set of all subsets of a `SymbolicSet`, which is never listed

They are unions of guarded values, merged by kind, as in E. Torlak and R. Bodík, *A lightweight symbolic
virtual machine for solver-aided host languages*, PLDI 2014.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cached_property, reduce
from itertools import product
from typing import Final, TypeAlias, TypeVar, assert_never

from msgspec import Struct

from noughts.grounding.formula import (
    ALWAYS,
    NEVER,
    Formula,
    bits_in,
    care,
    cases_of_sum,
    conjunction,
    disjunction,
    gathered_terms,
    possible_sums,
)
from noughts.grounding.walk import holds
from noughts.values.limits import watch
from noughts.values.misuse import Misuse
from noughts.values.scalars import FALSE, TRUE, truth
from noughts.values.sets import FiniteSet, PowerSet, Set
from noughts.values.value import Value

_T = TypeVar("_T")

# The most cases of a symbolic value in a case analysis, which evaluates an operation for each of them.
_MOST_CASES: Final = 20_000


class TooManyCases(Exception):
    """A symbolic value has too many cases to examine each of them."""


class Choice(Struct, frozen=True, eq=False):
    """One of several values: exactly one of the formulas holds wherever the value is defined."""

    cases: Mapping[Value, Formula]


class SymbolicSet(Struct, frozen=True, eq=False):
    """A set, given by the condition of each possible element."""

    elements: Mapping[Value, Formula]


class SymbolicMap(Struct, frozen=True, eq=False, dict=True):
    """A map with known keys, given by its value at each."""

    values: Mapping[Value, Symbolic]

    @cached_property
    def elements(self) -> Mapping[Value, Formula]:
        """Its pairs, each with its condition."""
        return {(key, case): when for key, value in self.values.items() for case, when in cases_of(value)}


class SymbolicTuple(Struct, frozen=True, eq=False):
    """A tuple with some unknown part."""

    parts: tuple[Symbolic, ...]


class Amount(Struct, frozen=True, eq=False):
    """An integer: ``constant`` plus the weights of the formulas that hold."""

    terms: tuple[tuple[Formula, int], ...]
    constant: int


class SymbolicPower(Struct, frozen=True, eq=False):
    """All subsets of a set."""

    base: Mapping[Value, Formula]


Unknown: TypeAlias = Choice | SymbolicSet | SymbolicMap | SymbolicTuple | Amount | SymbolicPower
UNKNOWN: Final = (Choice, SymbolicSet, SymbolicMap, SymbolicTuple, Amount, SymbolicPower)
Symbolic: TypeAlias = "Value | Unknown"
Cases: TypeAlias = Iterable[tuple[Value, Formula]]
MarkUndefined: TypeAlias = Callable[[Formula, Misuse], None]
"""Receives the condition under which an operation has no value, and the reason."""

NOTHING: Final[Symbolic] = Choice({})
"""The value that is undefined in every position."""


# Constructors: a value that turns out to be known becomes a plain one


def choice(cases: Cases) -> Symbolic:
    """One of several values, each with its condition; repeated values are merged."""
    gathered: dict[Value, list[Formula]] = {}
    for value, when in cases:
        if when is not NEVER:
            gathered.setdefault(value, []).append(when)
    if len(gathered) == 1:
        return next(iter(gathered))
    found = {value: disjunction(when) for value, when in gathered.items()}
    return Choice(found) if found else NOTHING


def truth_of(formula: Formula) -> Symbolic:
    """A sentence as a value."""
    if formula is ALWAYS or formula is NEVER:
        return truth(formula is ALWAYS)
    return Choice({TRUE: formula, FALSE: ~formula})


def set_of(elements: Cases) -> Symbolic:
    """A set of elements with conditions; repeated elements are merged."""
    gathered: dict[Value, list[Formula]] = {}
    for value, when in elements:
        if when is not NEVER:
            gathered.setdefault(value, []).append(when)
    found = {value: disjunction(when) for value, when in gathered.items()}
    if all(when is ALWAYS for when in found.values()):
        return FiniteSet(found)
    return SymbolicSet(found)


def symbolic_map(values: Mapping[Value, Symbolic]) -> Symbolic:
    """A map by its values."""
    if any(value is NOTHING for value in values.values()):
        return NOTHING
    known = [(key, value) for key, value in values.items() if not isinstance(value, UNKNOWN)]
    return FiniteSet(known) if len(known) == len(values) else SymbolicMap(values)


def symbolic_tuple(parts: Iterable[Symbolic]) -> Symbolic:
    """A tuple of symbolic values."""
    inside = tuple(parts)
    if any(part is NOTHING for part in inside):
        return NOTHING
    known = [part for part in inside if not isinstance(part, UNKNOWN)]
    return tuple(known) if len(known) == len(inside) else SymbolicTuple(inside)


def amount(terms: Iterable[tuple[Formula, int]], constant: int = 0) -> Symbolic:
    """The integer of some weighted formulas and a constant."""
    weights, more = gathered_terms(terms)
    return Amount(tuple(weights.items()), constant + more) if weights else constant + more


# Destructors


def cases_of(symbolic: Symbolic) -> list[tuple[Value, Formula]]:
    """Every possible value with its condition; `TooManyCases` if there are too many."""
    if not isinstance(symbolic, UNKNOWN):
        return [(symbolic, ALWAYS)]
    match symbolic:
        case Choice(cases=cases):
            return list(cases.items())
        case Amount():
            within(sum(abs(weight) for _, weight in symbolic.terms))
            return [(number + symbolic.constant, when) for number, when in cases_of_sum(symbolic.terms)]
        case SymbolicSet(elements=elements):
            return list(subsets(elements))
        case SymbolicMap(values=values):
            whole = combinations([cases_of(value) for value in values.values()])
            return [(FiniteSet(zip(values, case, strict=True)), when) for case, when in whole]
        case SymbolicTuple(parts=parts):
            return list(combinations([cases_of(part) for part in parts]))
        case SymbolicPower(base=base):
            return [(PowerSet(value), when) for value, when in subsets(base)]
        case _:
            assert_never(symbolic)


def combinations(parts: list[list[tuple[_T, Formula]]]) -> Iterator[tuple[tuple[_T, ...], Formula]]:
    """Tuples of one case of each part, without the impossible ones."""
    if care.get() is not None:
        yield from possible_combinations(parts)
        return
    within(reduce(lambda size, cases: size * len(cases), parts, 1))
    look = watch.get()
    for combination in product(*parts):
        look()
        when = conjunction(when for _, when in combination)
        if when is not NEVER:
            yield tuple(value for value, _ in combination), when


def possible_combinations(parts: list[list[tuple[_T, Formula]]]) -> list[tuple[tuple[_T, ...], Formula]]:
    """The same with a care set: impossible combinations are dropped after each part.

    If few positions matter, few combinations are possible, so the product of all cases may be large.
    """
    found: list[tuple[tuple[_T, ...], Formula]] = [((), ALWAYS)]
    for cases in parts:
        longer = (((*values, value), when & so) for values, when in found for value, so in cases)
        found = [(values, when) for values, when in longer if when is not NEVER]
        within(len(found))
    return found


def subsets(elements: Mapping[Value, Formula]) -> Iterator[tuple[FiniteSet, Formula]]:
    """Every possible set of these elements, each with its condition."""
    options: list[list[tuple[bool, Formula]]] = [
        [(True, when)] if when is ALWAYS else [(True, when), (False, ~when)] for when in elements.values()
    ]
    for option, when in combinations(options):
        yield FiniteSet(value for value, there in zip(elements, option, strict=True) if there), when


def within(cases: int) -> None:
    """`TooManyCases` if there are too many."""
    if cases > _MOST_CASES:
        raise TooManyCases


def totals(number: Amount) -> Iterator[int]:
    """Every possible value of an amount."""
    weights = [weight for _, weight in number.terms]
    within(sum(map(abs, weights)))
    least = sum(weight for weight in weights if weight < 0) + number.constant
    return (least + k for k in bits_in(possible_sums(weights)))


def as_amount(symbolic: Symbolic) -> Amount | None:
    """An integer as an amount; ``None`` for other values."""
    if isinstance(symbolic, Amount):
        return symbolic
    if isinstance(symbolic, Choice):
        return _choice_as_amount(symbolic)
    return Amount((), symbolic) if type(symbolic) is int else None


def _choice_as_amount(number: Choice) -> Amount | None:
    """A choice of integers as an amount: its first value is the constant, and others add differences."""
    values = [value for value in number.cases if type(value) is int]
    if not values or len(values) < len(number.cases):
        return None
    first = values[0]
    return Amount(tuple((number.cases[value], value - first) for value in values[1:]), first)


def components_of(symbolic: Symbolic, length: int) -> tuple[Symbolic, ...] | None:
    """The parts of a value that is certainly a tuple of a given length; ``None`` for other values."""
    if isinstance(symbolic, SymbolicTuple):
        return symbolic.parts if len(symbolic.parts) == length else None
    if isinstance(symbolic, Choice):
        tuples = [(value, when) for value, when in symbolic.cases.items() if isinstance(value, tuple)]
        if not tuples or len(tuples) < len(symbolic.cases) or any(len(t) != length for t, _ in tuples):
            return None
        return tuple(choice((value[k], when) for value, when in tuples) for k in range(length))
    return symbolic if isinstance(symbolic, tuple) and len(symbolic) == length else None


def components_where_tuple(symbolic: Symbolic, length: int) -> tuple[Symbolic, ...] | None:
    """The parts of a value where it is a tuple of a given length; ``None`` if it never is."""
    if isinstance(symbolic, Choice):
        cases = symbolic.cases.items()
        symbolic = choice((v, when) for v, when in cases if isinstance(v, tuple) and len(v) == length)
    return components_of(symbolic, length)


def length_of(symbolic: Symbolic) -> int | None:
    """The length of a value that is certainly a tuple of one length."""
    if isinstance(symbolic, SymbolicTuple):
        return len(symbolic.parts)
    if isinstance(symbolic, Choice):
        lengths = {len(value) if isinstance(value, tuple) else None for value in symbolic.cases}
        return lengths.pop() if len(lengths) == 1 else None
    return len(symbolic) if isinstance(symbolic, tuple) else None


def elements_of(symbolic: Symbolic) -> Mapping[Value, Formula] | None:
    """The possible elements of a value that is certainly a set, with conditions; ``None`` for other
    values."""
    if isinstance(symbolic, SymbolicSet | SymbolicMap):
        return symbolic.elements
    if isinstance(symbolic, SymbolicPower):
        within(1 << min(64, len(symbolic.base)))  # 2**64 exceeds the limit in any case
        every = PowerSet(FiniteSet(symbolic.base)).listed()
        return {value: part_of_power(value, symbolic) for value in every}
    if isinstance(symbolic, Choice):
        if not is_set(symbolic):
            return None
        pairs = [(e, when) for s, when in symbolic.cases.items() if isinstance(s, Set) for e in s.listed()]
        together = set_of(pairs)
        return elements_of(together)
    if isinstance(symbolic, Set):
        return dict.fromkeys(symbolic.listed(), ALWAYS)
    return None


def elements_where_set(symbolic: Symbolic) -> tuple[Mapping[Value, Formula], Formula]:
    """The possible elements of a value in the positions in which it is a set, and the formula of these."""
    if isinstance(symbolic, Choice):
        sets = [(value, when) for value, when in symbolic.cases.items() if isinstance(value, Set)]
        everywhere = len(sets) == len(symbolic.cases)
        return elements_of(choice(sets)) or {}, ALWAYS if everywhere else disjunction(w for _, w in sets)
    elements = elements_of(symbolic)
    return ({}, NEVER) if elements is None else (elements, ALWAYS)


def is_set(symbolic: Symbolic) -> bool:
    """Whether a value is certainly a set."""
    if isinstance(symbolic, Choice):
        return bool(symbolic.cases) and all(isinstance(value, Set) for value in symbolic.cases)
    return isinstance(symbolic, (SymbolicSet, SymbolicMap, SymbolicPower, Set))


def values_by_key(symbolic: Symbolic) -> Mapping[Value, Symbolic] | None:
    """The values of a value that is certainly a map with known keys; ``None`` for other values."""
    if isinstance(symbolic, SymbolicMap):
        return symbolic.values
    return None if isinstance(symbolic, UNKNOWN) else known_map(symbolic)


def known_map(value: Value) -> Mapping[Value, Value] | None:
    """The values of a map by its keys; ``None`` for any other value."""
    if not isinstance(value, Set) or value.size > _MOST_CASES:
        return None
    pairs = [element for element in value.listed() if isinstance(element, tuple) and len(element) == 2]
    found = dict(pairs)
    return found if len(found) == value.size else None


def part_of_power(value: Value, power: SymbolicPower) -> Formula:
    """The formula of a value being a subset."""
    if not isinstance(value, Set):
        return NEVER
    return conjunction(power.base.get(element, NEVER) for element in value.listed())


def value_in(symbolic: Symbolic, position: int) -> Value:
    """The value of a choice, a set or an amount in a position."""
    if isinstance(symbolic, Choice):
        return next(value for value, when in symbolic.cases.items() if holds(when, position))
    if isinstance(symbolic, SymbolicSet | SymbolicMap):
        return FiniteSet(value for value, when in symbolic.elements.items() if holds(when, position))
    if isinstance(symbolic, Amount):
        return symbolic.constant + sum(weight for part, weight in symbolic.terms if holds(part, position))
    assert not isinstance(symbolic, UNKNOWN)
    return symbolic


# Merging


def with_dependents(state: Symbolic, dependents: Mapping[int, Symbolic]) -> Symbolic:
    """A state with its dependent variables, given by their places."""
    if not dependents:
        return state
    length = length_of(state)
    parts = components_of(state, length) if length is not None else None
    assert parts is not None
    return symbolic_tuple(dependents.get(place, part) for place, part in enumerate(parts))


def merged(alternatives: Iterable[tuple[Symbolic, Formula]]) -> Symbolic:
    """One value made of alternatives, of whose conditions at most one holds in any position.

    Alternatives of one kind are merged by that kind, which keeps sets and tuples small; only mixtures become
    a choice.
    """
    real = [(value, when) for value, when in alternatives if when is not NEVER and value is not NOTHING]
    if len(real) < 2:
        return real[0][0] if real else NOTHING
    for merge in (_merged_values, _merged_maps, _merged_sets, _merged_tuples):
        found = merge(real)
        if found is not None:
            return found
    return choice((case, when & condition) for value, when in real for case, condition in cases_of(value))


Alternatives: TypeAlias = list[tuple[Symbolic, Formula]]


def _merged_values(alternatives: Alternatives) -> Symbolic | None:
    first = alternatives[0][0]
    if isinstance(first, UNKNOWN):
        return first if all(value is first for value, _ in alternatives) else None
    alike = (not isinstance(value, UNKNOWN) and value == first for value, _ in alternatives)
    return first if all(alike) else None


def _merged_maps(alternatives: Alternatives) -> Symbolic | None:
    if not any(isinstance(value, SymbolicMap) for value, _ in alternatives):
        return None
    maps = [(values_by_key(value), when) for value, when in alternatives]
    first = maps[0][0]
    if first is None or any(values is None or values.keys() != first.keys() for values, _ in maps):
        return None
    return symbolic_map(
        {key: merged([(values[key], when) for values, when in maps if values]) for key in first}
    )


def _merged_sets(alternatives: Alternatives) -> Symbolic | None:
    sets = [(elements_of(value), when) for value, when in alternatives]
    if any(elements is None for elements, _ in sets):
        return None
    known = [(elements or {}, when) for elements, when in sets]
    everywhere: list[tuple[Value, Formula]] = []
    for element in dict.fromkeys(element for elements, _ in known for element in elements):
        inside = [elements.get(element, NEVER) for elements, _ in known]
        if all(each is inside[0] for each in inside):  # the same condition in every alternative
            everywhere.append((element, inside[0]))
        else:
            everywhere += [(element, when & each) for (_, when), each in zip(known, inside, strict=True)]
    together = set_of(everywhere)
    if not isinstance(together, SymbolicSet):
        return together
    somewhere = disjunction(when for _, when in sets)
    return set_of((e, ALWAYS if when is somewhere else when) for e, when in together.elements.items())


def _merged_tuples(alternatives: Alternatives) -> Symbolic | None:
    length = length_of(alternatives[0][0])
    if length is None or not any(isinstance(value, SymbolicTuple) for value, _ in alternatives):
        return None
    tuples = [(components_of(value, length), when) for value, when in alternatives]
    if any(parts is None for parts, _ in tuples):
        return None
    return symbolic_tuple(
        merged([(parts[k], when) for parts, when in tuples if parts]) for k in range(length)
    )
