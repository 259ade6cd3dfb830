"""Structs in a browser: what Noughts uses of msgspec, made of dataclasses.

A page starts from a snapshot of the memory of Python, which cannot contain libraries in machine code.  So
the archive of the playground has this package as `msgspec`; the snapshot has its classes, which saves time.
"""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from typing import Any, ClassVar

__all__ = ["Struct", "StructMeta", "field"]


class StructMeta(type):
    """Makes dataclasses; their options are inherited, except for `kw_only`, as those of msgspec are.

    At run time nothing guards a frozen struct, and each takes other attributes and weak references.
    """

    __struct_fields__: tuple[str, ...]
    _options: dict[str, bool]

    def __new__(
        meta,
        name: str,
        bases: tuple[type, ...],
        space: dict[str, Any],
        *,
        kw_only: bool = False,
        **options: bool,
    ) -> StructMeta:
        made = super().__new__(meta, name, bases, space)
        made._options = {"eq": bool(bases), "order": False, "frozen": False}
        for base in bases:
            made._options |= getattr(base, "_options", {}) if base is not Struct else {}
        made._options |= options
        eq, order, frozen = (made._options[word] for word in ("eq", "order", "frozen"))
        described: Any = dataclass(
            eq=eq, order=order, unsafe_hash=eq and frozen, kw_only=kw_only, repr=False
        )(made)
        parts = sorted(fields(described), key=lambda each: bool(each.kw_only))
        made.__struct_fields__ = tuple(each.name for each in parts)
        return made


class Struct(metaclass=StructMeta):
    """A value of named parts."""

    __struct_fields__: ClassVar[tuple[str, ...]]

    def __repr__(self) -> str:
        shown = (f"{name}={getattr(self, name)!r}" for name in self.__struct_fields__)
        return f"{type(self).__name__}({', '.join(shown)})"
