"""The type of values, and the names of their kinds."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, TypeAlias

from noughts.values.scalars import Atom, Opaque, Truth

if TYPE_CHECKING:
    from noughts.values.sets import Set

Number: TypeAlias = int | Fraction
Value: TypeAlias = "int | Fraction | Truth | str | Atom | tuple[Value, ...] | Set | Opaque"


def kind(value: Value) -> str:
    """The kind of a value with its article: ``a number``, ``a set``, ``an Easel point``."""
    match value:
        case Truth():
            return "a truth value"
        case int() | Fraction():
            return "a number"
        case str():
            return "a string"
        case Atom():
            return "an atom"
        case tuple():
            return "a tuple"
        case Opaque():
            return value.printed
        case _:
            return "a set"
