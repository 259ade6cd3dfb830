"""Games that are asked by several threads at the same time: each thread asks one of its own."""

from __future__ import annotations

from typing import Protocol, Self, TypeVar, runtime_checkable

T = TypeVar("T")


@runtime_checkable
class Twinned(Protocol):
    """What keeps what it was last asked, but can be made once more at little cost."""

    def twin(self) -> Self:
        """The same, with nothing in common that a question changes."""


def twin_of(thing: T) -> T:
    """A twin, if there can be one; else the thing itself, of which nothing is known."""
    return thing.twin() if isinstance(thing, Twinned) else thing
