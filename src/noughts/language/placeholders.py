"""Atoms that documents use for what is missing, such as `` `none ``."""

from __future__ import annotations

from typing import Final

PLACEHOLDERS: Final = frozenset(
    {"empty", "e", "none", "free", "blank", "nobody", "nothing", "nowhere", "vacant"}
)
"""Their names: no cell has a piece that is called so, and a part of a state may be anything else later."""
