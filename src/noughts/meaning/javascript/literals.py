"""Values written out in JavaScript."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import fields
from fractions import Fraction

from noughts.values.atom import Atom
from noughts.values.opaque import Opaque
from noughts.values.truth import Truth
from noughts.values.value import Value

LARGEST_NUMBER = 2**53 - 1
"""The largest whole number that is a Number; JavaScript's MAX_SAFE_INTEGER."""


def is_identical(value: Value) -> bool:
    """Whether only one object in JavaScript is this value, so that ``===`` compares it."""
    return isinstance(value, Truth | str | Atom) or (isinstance(value, int) and abs(value) <= LARGEST_NUMBER)


def written(value: Value, used: set[str]) -> str:
    """An expression for a value; the words that it needs are added to those used."""
    match value:
        case Truth():
            return value.value
        case int():
            digits = json.dumps(value) if abs(value) <= LARGEST_NUMBER else f"{value:#x}n"
            return f"({digits})" if value < 0 else digits
        case str():
            return json.dumps(value).replace("\u2028", "\\u2028").replace("\u2029", "\\u2029")
        case Fraction():
            used.add("fraction")
            parts = (f"{part:#x}n" if part >= 0 else f"-{-part:#x}n" for part in value.as_integer_ratio())
            return f"fraction({', '.join(parts)})"
        case Atom():
            used.add("atom")
            return f"atom({json.dumps(value.name)})"
        case tuple():
            return f"[{', '.join(written(element, used) for element in value)}]"
        case Opaque():
            used.add("opaque")
            parts = (written(getattr(value, field.name), used) for field in fields(value))  # type: ignore[arg-type]
            return f"opaque({json.dumps(value.maker)}, [{', '.join(parts)}])"
        case _:
            used.add("setOf")
            return f"setOf([{', '.join(written(element, used) for element in value)}])"


class Literals:
    """Values that are made once for a program, with names for them."""

    def __init__(self) -> None:
        self.names: dict[tuple[type, Value], str] = {}
        self.texts: dict[str, str] = {}

    def text(self, expression: str) -> str:
        """A name for an expression that is the same wherever it stands."""
        return self.texts.setdefault(expression, f"kept_{len(self.texts)}_0")

    def expression(self, value: Value) -> str:
        """How generated code writes a value: itself, or a name for it."""
        if isinstance(value, Truth | str) or (isinstance(value, int) and abs(value) <= LARGEST_NUMBER):
            return written(value, set())
        return self.names.setdefault((type(value), value), f"value_{len(self.names)}_0")

    def kept(self, used: set[str]) -> Iterable[tuple[str, str]]:
        """The names, and the expressions for their values."""
        values = [(name, written(value, used)) for (_, value), name in self.names.items()]
        return values + [(name, expression) for expression, name in self.texts.items()]
