"""Placeholders: atoms that documents use for missing values, such as `` `none ``."""

from __future__ import annotations

from typing import Final

PLACEHOLDERS: Final = frozenset(
    {"empty", "e", "none", "free", "blank", "nobody", "nothing", "nowhere", "vacant"}
)
"""Their names.  No piece has such a name, and a part of a state with such a value may have any other value
later."""
