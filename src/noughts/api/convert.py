"""Values of documents as Python values, and back.

LED                 Python
number              int, Fraction
truth               bool
string              str
atom                Atom
tuple               tuple
set                 frozenset; a `dict` is taken as a map, the set of its pairs
image, point …      the object of `noughts.easel` itself
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any, TypeAlias

from msgspec import Struct

from noughts.refusal import Refusal
from noughts.values.arithmetic import normal
from noughts.values.limits import require_elements
from noughts.values.order import key
from noughts.values.scalars import Atom, Opaque, Truth, truth
from noughts.values.sets import FiniteSet, IntegerRange, Set
from noughts.values.value import Value

Python: TypeAlias = "bool | int | Fraction | str | Atom | tuple[Python, ...] | frozenset[Python] | Opaque"
"""A value of a document in Python."""


def to_python(value: Value) -> Python:
    """The value as a Python value; a set loses its order, which has no meaning.

    `Refusal` for a set with a number and a truth value that are equal in Python, 1 and true or 0 and false;
    `TooManyElements` for a set that is too large to be listed.

    >>> to_python((1, FiniteSet([Atom("x")])))
    (1, frozenset({`x}))
    """
    match value:
        case Truth():
            return bool(value)
        case tuple():
            return tuple(map(to_python, value))
        case Set():
            require_elements(value.size)
            found = frozenset(map(to_python, value))
            if len(found) < value.size:
                fact = "Python treats `1` and `true` as equal, so no set in Python holds both"
                raise Refusal(fact, "ask for the elements in a tuple")
            return found
        case _:
            return value


def to_value(given: object) -> Value:
    """A Python object as a value: lists become tuples, ranges and sets become sets, and dicts become maps.

    `Refusal` if it cannot be a value of a document, such as a `float`, which is not exact.

    >>> to_value([True, {2, 1}, {"a": 1}])
    (true, {1, 2}, {("a", 1)})
    """
    match given:
        case bool():
            return truth(given)
        case int() | str() | Atom() | Truth() | Opaque():
            return given
        case Fraction():
            return normal(given)
        case tuple() | list():
            return tuple(map(to_value, given))
        case Set():
            return given
        case range(start=first, stop=stop, step=1):
            return IntegerRange(first, stop - 1)
        case set() | frozenset() | range():
            return FiniteSet(sorted(map(to_value, given), key=key))
        case dict():
            return FiniteSet((to_value(k), to_value(v)) for k, v in given.items())
        case float():
            raise Refusal(
                f"the float {given!r} is not exact, and numbers are", f"write Fraction({str(given)!r})"
            )
        case _:
            hint = "values are numbers, strings, truth values, atoms, tuples and sets"
            raise Refusal(f"{type(given).__name__} cannot be a value of a document", hint)


def to_values(given: Iterable[object]) -> tuple[Value, ...]:
    """Several values."""
    return tuple(map(to_value, given))


# Positions in rows of tables: of pandas, Polars, Arrow and Parquet, with names or with fields.


class PositionWords(Struct, frozen=True):
    """A position by the bits of its kernel, as tables on disk store it."""

    code: int


def position_in(given: object) -> object:
    """The text or the bits of the position in a row; anything else as it is.

    >>> position_in({"position": "{}", "ply": 0}), position_in({"word_0": 5, "ply": 2}), position_in({1, 2})
    ('{}', PositionWords(code=5), {1, 2})
    """
    fields = fields_of(given)
    if isinstance(text := fields.get("position"), str):
        return text
    words = [int(fields[name]) for name in sorted(fields, key=len) if name.startswith("word_")]
    return PositionWords(sum(word << 64 * place for place, word in enumerate(words))) if words else given


def fields_of(row: Any) -> Mapping[str, Any]:
    """The fields of a row by name; none if it is no row."""
    if hasattr(row, "_asdict"):  # of `itertuples`
        return dict(row._asdict())
    if hasattr(row, "to_dict"):  # of `iterrows`
        return dict(row.to_dict())
    is_named = isinstance(row, Mapping) and all(isinstance(name, str) for name in row)
    return dict(row) if is_named else {}
