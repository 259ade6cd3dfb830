"""Copies of games for concurrent threads: caches are not thread-safe, so each thread uses its own."""

from __future__ import annotations

from typing import Protocol, Self, TypeVar, runtime_checkable

_T = TypeVar("_T")


@runtime_checkable
class Twinned(Protocol):
    """An object with caches that can be copied cheaply without them."""

    def twin(self) -> Self:
        """A copy that shares no mutable state."""


def twin_of(thing: _T) -> _T:
    """A twin if the object can make one, otherwise the object itself."""
    return thing.twin() if isinstance(thing, Twinned) else thing
