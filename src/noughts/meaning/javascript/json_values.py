"""The conversion of values to JSON and back, for exchange with a page; `json.js` has a table of the forms."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, TypeAlias, cast

from noughts.language.builtins import FUNCTIONS
from noughts.meaning.javascript.lines import LARGEST_NUMBER
from noughts.values.scalars import Atom, Opaque, Truth, truth
from noughts.values.sets import FiniteSet
from noughts.values.show import whole_text, whole_value
from noughts.values.value import Value

Json: TypeAlias = Any


def to_json(value: Value) -> Json:
    """The value in a form that `json.dumps` can write."""
    match value:
        case Truth():
            return bool(value)
        case int():
            return value if abs(value) <= LARGEST_NUMBER else {"whole": whole_text(value)}
        case Fraction():
            return {"over": [whole_text(part) for part in value.as_integer_ratio()]}
        case str():
            return value
        case Atom():
            return {"atom": value.name}
        case tuple():
            return [to_json(element) for element in value]
        case Opaque():
            parts = [to_json(getattr(value, name)) for name in value.__struct_fields__]
            return {"easel": value.maker, "parts": parts}
        case _:
            return {"set": [to_json(element) for element in value.listed()]}


def from_json(json: Json) -> Value:
    """The value that was written."""
    match json:
        case bool():
            return truth(json)
        case int() | str():
            return json
        case [*elements]:
            return tuple(map(from_json, elements))
        case {"set": elements}:
            return FiniteSet(map(from_json, elements))
        case {"atom": name}:
            return Atom(name)
        case {"whole": digits}:
            return signed(digits)
        case {"over": [numerator, denominator]}:
            return Fraction(signed(numerator), signed(denominator))
        case {"easel": maker, "parts": parts}:
            make = FUNCTIONS[maker].apply
            assert make is not None
            return cast(Value, make(*map(from_json, parts)))
        case _:
            raise ValueError(f"no value is written as {json!r}")


def signed(digits: str) -> int:
    """An integer from its decimal digits and an optional minus sign."""
    return -whole_value(digits[1:]) if digits.startswith("-") else whole_value(digits)
