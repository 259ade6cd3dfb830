"""Positions in rows of tables: of pandas, Polars, Arrow and Parquet, with names or with fields."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class PositionWords:
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
