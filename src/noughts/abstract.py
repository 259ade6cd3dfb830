"""The base class of structs with abstract methods."""

from __future__ import annotations

from abc import ABCMeta

from msgspec import Struct, StructMeta


class _AbstractMeta(StructMeta, ABCMeta):
    pass


class AbstractStruct(Struct, frozen=True, eq=False, metaclass=_AbstractMeta):
    """An immutable struct whose subclasses have an instance only if they define all abstract methods."""
