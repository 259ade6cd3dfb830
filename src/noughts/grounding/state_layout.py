"""The shape of a state: what it can be, as bits.

    shape ::= Members   a set: one bit for each value that can be an element
            | Row       a tuple: the bits of its parts, one part after another
            | OneOf     anything else: the place of the value in a list, in binary

A shape leads both ways between values and bits, and widens until it holds all that can happen.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import TypeAlias, assert_never

from noughts.grounding.formula import ALWAYS, NEVER, Formula, bit, choices, claims, conjunction, disjunction
from noughts.grounding.symbolic_value import (
    UNKNOWN,
    Lifted,
    cases_of,
    choice,
    elements_of,
    length_of,
    parts_of,
    set_of,
    tuple_of,
)
from noughts.grounding.walk import substituted
from noughts.values.sets import FiniteSet, Set
from noughts.values.show import summary
from noughts.values.value import Value


@dataclass(frozen=True)
class Element:
    """The meaning of a bit: `value` is an element of the set that stands at `path` in the state."""

    path: tuple[int, ...]
    value: Value

    def __str__(self) -> str:
        return f"{summary(self.value)} in {state_at(self.path)}"


@dataclass(frozen=True)
class Digit:
    """The meaning of a bit: digit `place` in the number of the value that stands at `path`."""

    path: tuple[int, ...]
    values: tuple[Value, ...]
    place: int

    def __str__(self) -> str:
        having = [summary(v, 20) for k, v in enumerate(self.values) if k >> self.place & 1]
        shown = ", ".join(having[:8]) + (", …" if len(having) > 8 else "")
        return f"{state_at(self.path)} is one of {shown}"


Meaning: TypeAlias = Element | Digit


def state_at(path: tuple[int, ...]) -> str:
    """Part of the state, as the language writes it."""
    return "currentState" + "".join(f"[{place + 1}]" for place in path)


@dataclass(frozen=True)
class Members:
    """A set of some of these elements."""

    elements: tuple[Value, ...]

    @property
    def width(self) -> int:
        """How many bits it takes."""
        return len(self.elements)

    @cached_property
    def bit_of(self) -> dict[Value, int]:
        """The bit of each element."""
        return {element: 1 << number for number, element in enumerate(self.elements)}


@dataclass(frozen=True)
class Row:
    """A tuple of parts that have these shapes."""

    parts: tuple[Shape, ...]

    @cached_property
    def width(self) -> int:
        """How many bits it takes."""
        return sum(part.width for part in self.parts)


@dataclass(frozen=True)
class OneOf:
    """One of these values."""

    values: tuple[Value, ...]

    @property
    def width(self) -> int:
        """How many bits it takes."""
        return (len(self.values) - 1).bit_length()

    @cached_property
    def number_of(self) -> dict[Value, int]:
        """The place of each value."""
        return {value: number for number, value in enumerate(self.values)}


Shape: TypeAlias = Members | Row | OneOf


def shape_of(value: Value) -> Shape:
    """The narrowest shape of a value."""
    if isinstance(value, Set):
        return Members(tuple(value))
    if isinstance(value, tuple):
        return Row(tuple(map(shape_of, value)))
    return OneOf((value,))


def meanings(shape: Shape, path: tuple[int, ...] = ()) -> Iterator[Meaning]:
    """What each bit says."""
    match shape:
        case Members(elements):
            yield from (Element(path, element) for element in elements)
        case Row(parts):
            for place, part in enumerate(parts):
                yield from meanings(part, (*path, place))
        case OneOf(values):
            yield from (Digit(path, values, place) for place in range(shape.width))
        case _:
            assert_never(shape)


def unknown(shape: Shape, first: int = 0) -> Lifted:
    """The state with that shape of which nothing else is known, its bits numbered from `first`."""
    match shape:
        case Members(elements):
            return set_of((element, bit(first + k)) for k, element in enumerate(elements))
        case Row(parts):
            found = []
            for part in parts:
                found.append(unknown(part, first))
                first += part.width
            return tuple_of(found)
        case OneOf(values):
            return choice((value, numbered(shape, k, first)) for k, value in enumerate(values))
        case _:
            assert_never(shape)


def numbered(shape: OneOf, number: int, first: int) -> Formula:
    """When the bits from `first` on are the binary digits of a number."""
    digits = (bit(first + place) for place in range(shape.width))
    return conjunction(digit if number >> place & 1 else ~digit for place, digit in enumerate(digits))


def encoded(shape: Shape, value: Value) -> int:
    """The bits of a state; `KeyError` if the shape does not hold it."""
    match shape:
        case Members():
            if not isinstance(value, Set):
                raise KeyError(value)
            return sum(map(shape.bit_of.__getitem__, value))
        case Row(parts):
            if not isinstance(value, tuple) or len(value) != len(parts):
                raise KeyError(value)
            code = shift = 0
            for part, inner in zip(parts, value, strict=True):
                code |= encoded(part, inner) << shift
                shift += part.width
            return code
        case OneOf():
            return shape.number_of[value]
        case _:
            assert_never(shape)


def decoded(shape: Shape, code: int) -> Value:
    """The state with these bits; sets have their elements in the order of the shape."""
    match shape:
        case Members(elements):
            return FiniteSet(element for k, element in enumerate(elements) if code >> k & 1)
        case Row(parts):
            found: list[Value] = []
            for part in parts:
                found.append(decoded(part, code & (1 << part.width) - 1))
                code >>= part.width
            return tuple(found)
        case OneOf(values):
            return values[code & (1 << shape.width) - 1]
        case _:
            assert_never(shape)


def bits_of_lifted(shape: Shape, lifted: Lifted) -> Iterator[Formula]:
    """When each bit is set, for a state that has the shape wherever it matters."""
    match shape:
        case Members(elements):
            found = elements_of(lifted)
            assert found is not None
            yield from (found.get(element, NEVER) for element in elements)
        case Row(parts):
            inner = parts_of(lifted, len(parts))
            assert inner is not None
            for part, value in zip(parts, inner, strict=True):
                yield from bits_of_lifted(part, value)
        case OneOf():
            numbers = shape.number_of
            cases = [(numbers[value], when) for value, when in cases_of(lifted) if value in numbers]
            for place in range(shape.width):
                yield disjunction(when for number, when in cases if number >> place & 1)
        case _:
            assert_never(shape)


# Widening


def widened(shape: Shape, lifted: Lifted, when: Formula) -> Shape:
    """The shape that also holds what a state can be in the positions where a formula holds."""
    match shape:
        case Members(elements):
            found = elements_of(lifted)
            if found is None:
                return widened(OneOf(subsets_of(elements)), lifted, when)
            known = set(elements)
            new = [e for e, inside in found.items() if e not in known and possible(inside, when)]
            return Members((*elements, *new)) if new else shape
        case Row(parts):
            inner = parts_of(lifted, len(parts)) if length_of(lifted) == len(parts) else None
            if inner is None:
                return widened(OneOf(tuple(all_of(shape))), lifted, when)
            wider = tuple(widened(part, value, when) for part, value in zip(parts, inner, strict=True))
            return Row(wider) if wider != parts else shape
        case OneOf(values):
            cases = [] if not isinstance(lifted, UNKNOWN) and lifted in shape.number_of else cases_of(lifted)
            more = [v for v, inside in cases if v not in shape.number_of and possible(inside, when)]
            return OneOf(in_order((*values, *more))) if more else shape
        case _:
            assert_never(shape)


def possible(inside: Formula, when: Formula) -> bool:
    """Whether two formulas might hold at once, for all that can be seen of them.

    What one of them says of single bits is put into the other: a number is not made smaller than 0
    where the rules ask first whether it is large enough.
    """
    if inside & when is NEVER:
        return False
    for case in choices(inside) or (inside,):
        known = dict.fromkeys((case, *claims(case)), ALWAYS)
        (rest,) = substituted([when], {**known, **{~part: NEVER for part in known}})
        if rest is not NEVER:
            return True
    return False


def in_order(values: tuple[Value, ...]) -> tuple[Value, ...]:
    """Whole numbers by size, anything else as it was found."""
    numbers = [value for value in values if type(value) is int]
    return tuple(sorted(numbers)) if len(numbers) == len(values) else values


def all_of(shape: Shape) -> Iterator[Value]:
    """Every value of a shape."""
    return (value for value, _ in cases_of(unknown(shape)))


def subsets_of(elements: tuple[Value, ...]) -> tuple[Value, ...]:
    """Every set of some of these elements."""
    return tuple(all_of(Members(elements)))
