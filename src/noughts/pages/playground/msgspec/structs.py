"""Functions of structs, as dataclasses have them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from msgspec import Struct

__all__ = ["asdict", "astuple", "force_setattr", "replace"]

force_setattr = setattr


def asdict(struct: Struct) -> dict[str, Any]:
    """The parts of a struct by their names, as they are."""
    return {name: getattr(struct, name) for name in struct.__struct_fields__}


def astuple(struct: Struct) -> tuple[Any, ...]:
    """The parts of a struct, as they are."""
    return tuple(asdict(struct).values())
