"""The transfer functions of builtins: the kinds of their operands and of their values.

A builtin has alternatives: ``+`` takes two numbers or two tuples.  An application surely fails if no
alternative fits the kinds of its operands; else its values are those of all alternatives that fit.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

from msgspec import Struct

from noughts.language.kind import (
    ANY,
    BOTTOM,
    COLOR,
    IMAGE,
    NUMBER,
    POINT,
    STRING,
    TRUTH,
    Kind,
    elements_of,
    join,
    overlaps,
    sequence_of,
    sets_of,
    tuples_of,
    union,
)

SETS = sets_of(ANY)
TUPLES = sequence_of(ANY)
_TEXT = join(STRING, NUMBER)

Gives: TypeAlias = Callable[..., Kind]


class Alternative(Struct, frozen=True):
    """An alternative of a transfer function: kinds of operands, and the kind of the value."""

    operands: tuple[Kind, ...]
    gives: Gives


def takes(*operands: Kind, gives: Kind | Gives) -> Alternative:
    """An alternative; the kind of its value may depend on those of the operands."""
    return Alternative(operands, gives if callable(gives) else lambda *_: gives)


def concatenated(a: Kind, b: Kind) -> Kind:
    """Two tuples joined."""
    if a is ANY or b is ANY or a.sequence is not None or b.sequence is not None:
        return sequence_of(join(any_element(a), any_element(b)))
    return union(tuples_of((*left, *right)) for left in a.tuples for right in b.tuples)


def any_element(kind: Kind) -> Kind:
    """The elements of the tuples of a kind."""
    if kind is ANY:
        return ANY
    return join(kind.sequence or BOTTOM, union(element for row in kind.tuples for element in row))


def union_of_sets(a: Kind, b: Kind) -> Kind:
    """The elements of either."""
    return sets_of(join(elements_of(a), elements_of(b)))


def left_set(a: Kind, _: Kind) -> Kind:
    """Some elements of the left set."""
    return sets_of(elements_of(a))


def pairs(a: Kind, b: Kind) -> Kind:
    """Pairs of elements."""
    return sets_of(tuples_of((elements_of(a), elements_of(b))))


def one_element(t: Kind, _: Kind) -> Kind:
    """Any element of a tuple."""
    return any_element(t)


def mapped(f: Kind, key: Kind) -> Kind:
    """A value of a map, which is a set of pairs."""
    if (pair := elements_of(f)) is ANY or pair.sequence is not None:
        return any_element(pair)
    return union(row[1] for row in pair.tuples if len(row) == 2 and overlaps(row[0], key))


def tuple_with(t: Kind, _: Kind, new: Kind) -> Kind:
    """A tuple with another element in some place."""
    if t is ANY or t.sequence is not None:
        return sequence_of(join(any_element(t), new))
    return union(tuples_of(join(element, new) for element in row) for row in t.tuples)


def map_with(f: Kind, key: Kind, new: Kind) -> Kind:
    """A map with another value at a key."""
    return sets_of(join(elements_of(f), tuples_of((key, new))))


def slices(t: Kind, *_: Kind) -> Kind:
    """Some elements of a tuple."""
    return sequence_of(any_element(t))


class Transfer(Struct, frozen=True):
    """The transfer function of a builtin: its operands in words, and alternatives with the same number of
    operands."""

    wanted: str
    alternatives: Sequence[Alternative]


def needs(wanted: str, *alternatives: Alternative) -> Transfer:
    """The transfer function of a row of the builtin table."""
    return Transfer(wanted, alternatives)


_ON_NUMBERS = takes(NUMBER, NUMBER, gives=NUMBER)

EQUATED = needs("two values", takes(ANY, ANY, gives=TRUTH))
COMPARED = needs("two numbers", takes(NUMBER, NUMBER, gives=TRUTH))
MEMBER = needs("a set on its right", takes(ANY, SETS, gives=TRUTH))
SUBSET = needs("two sets", takes(SETS, SETS, gives=TRUTH))
UNION = needs("two sets", takes(SETS, SETS, gives=union_of_sets))
SELECTED = needs("two sets", takes(SETS, SETS, gives=left_set))
POWER_SET = needs("a set", takes(SETS, gives=lambda a: sets_of(sets_of(elements_of(a)))))
INTERVAL = needs("numbers", takes(NUMBER, NUMBER, gives=sets_of(NUMBER)))
SUM = needs("two numbers or two tuples", _ON_NUMBERS, takes(TUPLES, TUPLES, gives=concatenated))
DIFFERENCE = needs("two numbers or two sets", _ON_NUMBERS, takes(SETS, SETS, gives=left_set))
PRODUCT = needs("two numbers or two sets", _ON_NUMBERS, takes(SETS, SETS, gives=pairs))
TWO_NUMBERS = needs("two numbers", _ON_NUMBERS)
ONE_NUMBER = needs("numbers", takes(NUMBER, gives=NUMBER))
MAGNITUDE = needs("a number, a set or a tuple", takes(union((NUMBER, SETS, TUPLES)), gives=NUMBER))
ELEMENT = needs(
    "a tuple and a number, or a map",
    takes(TUPLES, NUMBER, gives=one_element),
    takes(SETS, ANY, gives=mapped),
)
CHANGE = needs(
    "a tuple and a number, or a map",
    takes(TUPLES, NUMBER, ANY, gives=tuple_with),
    takes(SETS, ANY, ANY, gives=map_with),
)
SLICE = needs("a tuple and two numbers", takes(TUPLES, NUMBER, NUMBER, gives=slices))

SOLUTIONS = needs("values", takes(ANY, gives=sets_of))
SETS_JOINED = needs("sets", takes(SETS, gives=lambda a: sets_of(elements_of(a))))

POINTS = needs("two numbers", takes(NUMBER, NUMBER, gives=POINT))
COLORS = needs("three numbers", takes(NUMBER, NUMBER, NUMBER, gives=COLOR))
SEGMENTS = needs("two points and a colour", takes(POINT, POINT, COLOR, gives=IMAGE))
CIRCLES = needs("a point, a number and a colour", takes(POINT, NUMBER, COLOR, gives=IMAGE))
TRIANGLES = needs("three points and a colour", takes(POINT, POINT, POINT, COLOR, gives=IMAGE))
TEXTS = needs("a value, a point, a number and a colour", takes(ANY, POINT, NUMBER, COLOR, gives=IMAGE))
GRAPHICS = needs("a string, a point and two numbers", takes(_TEXT, POINT, NUMBER, NUMBER, gives=IMAGE))


def fits(alternative: Alternative, operands: Sequence[Kind]) -> bool:
    """Whether some values of the operands are what the alternative takes."""
    return all(map(overlaps, alternative.operands, operands))


def unfit(alternatives: Sequence[Alternative], operands: Sequence[Kind]) -> tuple[int, ...]:
    """The operands that no alternative accepts; none if each alone is accepted, but not their combination."""
    return tuple(
        place
        for place, kind in enumerate(operands)
        if not any(overlaps(one.operands[place], kind) for one in alternatives)
    )
