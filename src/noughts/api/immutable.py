"""Objects that never change, so their copies are themselves."""

from __future__ import annotations

from typing import Self


class Immutable:
    """An object that never changes."""

    __slots__ = ()

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, memo: object) -> Self:
        return self
