"""The basic states of principals, and the encoding of a tuple of them as one integer."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Principal:
    """The basic states of one principal: their names and which of them are special."""

    names: Sequence[str]
    initial: int
    final: frozenset[int]
    committed: frozenset[int] = frozenset()

    @property
    def width(self) -> int:
        """The number of bits of its field in a code."""
        return (len(self.names) - 1).bit_length()

    def numbered(self, name: str) -> int | None:
        """The number of the basic state of that name, if there is one."""
        return self.names.index(name) if name in self.names else None


@dataclass(frozen=True, slots=True)
class Layout:
    """The place of each principal's field in a code."""

    shifts: tuple[int, ...]
    masks: tuple[int, ...]

    @staticmethod
    def of(principals: Iterable[Principal]) -> Layout:
        """The fields of these principals, one after the other from the lowest bit."""
        shifts, masks, offset = [], [], 0
        for principal in principals:
            shifts.append(offset)
            masks.append((1 << principal.width) - 1)
            offset += principal.width
        return Layout(tuple(shifts), tuple(masks))

    def code(self, place: Iterable[int]) -> int:
        """The code of a tuple of basic states."""
        return sum(basic << shift for basic, shift in zip(place, self.shifts, strict=True))

    def place(self, code: int) -> tuple[int, ...]:
        """The tuple of basic states that has this code."""
        return tuple(code >> shift & mask for shift, mask in zip(self.shifts, self.masks, strict=True))
