r"""A total order of all values, and their exact texts: equal values, and no others, have the same text.

Sets print in the order of insertion of their elements, so two equal sets may print differently.  In texts
that must be equal, such as that of a position, their elements are sorted:

    truth < numbers < strings < atoms < tuples < sets < Easel's values

numbers by size, strings and atoms by their letters, tuples element by element, sets by size and then as
the tuples of their sorted elements.

The exact text of a value is on one line, and is the name of a move that has no shorter name
(`noughts.games.line`):

    12   "a string"   `x   (1, "a \u{22}b\u{22}")   {1, 2}   point(1, 2)
"""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from typing import Any, TypeAlias

from noughts.values.scalars import Atom, Opaque, Truth
from noughts.values.sets import FiniteSet, Set, listable
from noughts.values.show import made_of, plain
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


# The exact text of a value, which is on one line and different from that of every other value.


# The quote ends a string, the backslash escapes; the others stand between the moves of records and links.
_ESCAPED = '"\\;~'


def exact_text(value: Value) -> str:
    """The text of a value that no other value has."""
    match value:
        case str():
            return f'"{"".join(escaped(*each) for each in pairwise("." + value))}"'
        case tuple():
            return f"({', '.join(map(exact_text, value))}{',)' if len(value) == 1 else ')'}"
        case Set():
            return f"{{{', '.join(map(exact_text, sorted(listable(value), key=key)))}}}"
        case Opaque():
            return f"{value.maker}({', '.join(map(exact_text, made_of(value)))})"
        case _:
            return plain(value)


def escaped(before: str, letter: str) -> str:
    """A letter of a string, by its code if it would not be visible on a line after the letter before it."""
    is_second_blank = letter == before == " "
    if letter.isprintable() and letter not in _ESCAPED and not is_second_blank:
        return letter
    return f"\\u{{{ord(letter):x}}}"
