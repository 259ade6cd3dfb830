"""The values on which a claim ``for any n in N. p`` is tried: the same each time, small ones first.

A kind is infinite, so nothing is proved by it; `noughts.language.written_kinds` has the notation.

A value that breaks a claim is made smaller as long as it still breaks it (shrinking: Claessen and Hughes,
"QuickCheck", 2000).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from random import Random
from typing import cast

from msgspec import Struct

from noughts.language import tree as t
from noughts.language.written_kinds import (
    ElementKind,
    NamedKind,
    PairKind,
    PowerKind,
    SequenceKind,
    WrittenKind,
    written_kind,
)
from noughts.values.arithmetic import normal
from noughts.values.scalars import FALSE, TRUE
from noughts.values.sets import FiniteSet
from noughts.values.value import Value

# The number of values on which a claim is tried.
_TRIES = 1000
# The largest size of the first values, and of most values: a counterexample is most often small.
_SMALL = 12
# The largest number: a definition that counts down to 0 may call itself that often.
_LARGEST = 1000
# The most elements of a set or a sequence.
_LONGEST = 5
# The characters of generated strings: few, so that equal strings occur.
_LETTERS = "ab01 "


class Generator(Struct, frozen=True):
    """A generator of values of a kind: those of a size, and those a step smaller than a value."""

    make: Callable[[Random, int], Value]
    smaller: Callable[[Value], Iterator[Value]]


def towards_zero(value: Value) -> Iterator[Value]:
    """Numbers nearer to 0, the nearest first; whole ones before fractions."""
    assert isinstance(value, int | Fraction)
    if value < 0:
        yield -value
    whole = abs(value.numerator) // value.denominator
    sign = 1 if value > 0 else -1
    if value.denominator > 1:
        yield sign * whole
    elif value:
        yield from dict.fromkeys(sign * each for each in (0, whole // 2, whole - 1))


def shorter(value: Value) -> Iterator[Value]:
    """A string without one of its characters."""
    assert isinstance(value, str)
    for place in range(len(value)):
        yield value[:place] + value[place + 1 :]


def of_rows(kinds: Sequence[Generator]) -> Generator:
    """Tuples of one value of each kind."""

    def smaller(value: Value) -> Iterator[Value]:
        row = cast("tuple[Value, ...]", value)
        for place, kind in enumerate(kinds):
            for part in kind.smaller(row[place]):
                yield (*row[:place], part, *row[place + 1 :])

    return Generator(lambda dice, size: tuple(kind.make(dice, size) for kind in kinds), smaller)


def of_many(kind: Generator, gathered: Callable[[Sequence[Value]], Value]) -> Generator:
    """Sets or sequences of values of one kind."""

    def make(dice: Random, size: int) -> Value:
        return gathered([kind.make(dice, size) for _ in range(dice.randint(0, min(size, _LONGEST)))])

    def smaller(value: Value) -> Iterator[Value]:
        parts = tuple(cast("FiniteSet", value))
        for place, part in enumerate(parts):
            yield gathered([*parts[:place], *parts[place + 1 :]])
            for less in kind.smaller(part):
                yield gathered([*parts[:place], less, *parts[place + 1 :]])

    return Generator(make, smaller)


def rational(dice: Random, size: int) -> Value:
    """A fraction with small parts."""
    return normal(Fraction(dice.randint(-size, size), dice.randint(1, max(1, size))))


def some_text(dice: Random, size: int) -> Value:
    """A string of a few characters."""
    return "".join(dice.choice(_LETTERS) for _ in range(dice.randint(0, min(size, _LONGEST))))


# The generator of each kind that has a name.
_GENERATORS = {
    "N": Generator(lambda dice, size: dice.randint(0, size), towards_zero),
    "Z": Generator(lambda dice, size: dice.randint(-size, size), towards_zero),
    "Q": Generator(rational, towards_zero),
    "Bool": Generator(lambda dice, size: dice.choice((FALSE, TRUE)), lambda value: iter(())),
    "String": Generator(some_text, shorter),
}


def generator_of(tree: t.Expression, is_known: Callable[[str], bool]) -> Generator | None:
    """The generator of the kind that an expression names; ``None`` if it contains a set of the document."""

    def found(kind: WrittenKind[t.Expression]) -> Generator | None:
        match kind:
            case NamedKind(name):
                return _GENERATORS[name]
            case PowerKind(inner):
                one = found(inner)
                return None if one is None else of_many(one, lambda parts: FiniteSet(tuple(parts)))
            case SequenceKind(inner):
                one = found(inner)
                return None if one is None else of_many(one, tuple)
            case PairKind(left, right):
                both = [side for side in map(found, (left, right)) if side is not None]
                return of_rows(both) if len(both) == 2 else None
            case ElementKind():
                return None

    return found(written_kind(tree, is_known, lambda domain: domain))


class Tried(Struct, frozen=True):
    """The values on which a claim is tried, and a function that makes one smaller; for several names,
    tuples."""

    values: tuple[Value, ...]
    smaller: Callable[[Value], Iterator[Value]]


def tried(kinds: Sequence[Generator]) -> Tried:
    """Different values of the kinds, the small ones first."""
    kind = kinds[0] if len(kinds) == 1 else of_rows(kinds)
    dice = Random(1)
    found: dict[Value, None] = {}
    for place in range(3 * _TRIES):  # values of a finite kind end soon
        size = place * _SMALL // _TRIES if place < _TRIES else (place - _TRIES) * _LARGEST // _TRIES
        found[kind.make(dice, min(size, _LARGEST))] = None
        if len(found) == _TRIES:
            break
    return Tried(tuple(found), kind.smaller)
