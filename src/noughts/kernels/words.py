"""How generated code holds many bits: in one Python integer, or in words of fixed length."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Final

WORD: Final = 64
"""Bits of a machine word."""


@dataclass(frozen=True)
class BitWords:
    """`width` bits in words of `word` bits, or in one integer if `word` is ``None``.

    >>> BitWords("s", 72, word=64).names
    ('s0', 's1')
    >>> BitWords("s", 72, word=64).shifted(70, 0)  # word 0 of the bits from 70 on
    's1 >> W(6)'
    """

    prefix: str
    width: int
    word: int | None = None

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The variables."""
        if self.word is None or self.width <= self.word:
            return (self.prefix,)
        return tuple(f"{self.prefix}{place}" for place in range(-(-self.width // self.word)))

    @property
    def joined(self) -> str:
        """All words together, as they are given and returned."""
        return ", ".join(self.names)

    @property
    def unpacked(self) -> list[str]:
        """The statement that takes apart what was given, if there are several words."""
        return [] if len(self.names) == 1 else [f"    {self.joined} = {self.prefix}"]

    def literal(self, mask: int) -> str:
        """A number as generated code writes it."""
        written = hex(mask) if mask > 9 else str(mask)
        return written if self.word is None else f"W({written})"

    def part(self, mask: int, place: int) -> int:
        """The bits of a mask that lie in one word."""
        if self.word is None:
            return mask
        return mask >> self.word * place & (1 << self.word) - 1

    def parts(self, mask: int) -> Iterator[tuple[int, str, int]]:
        """For every word in which a mask has bits: its place, its variable, and those bits."""
        for place, name in enumerate(self.names):
            if inside := self.part(mask, place):
                yield place, name, inside

    def shifted(self, offset: int, place: int) -> str:
        """A word of the bits moved down by an offset: bit k of it is bit ``k + offset``."""
        if self.word is None:
            return self.moved(self.prefix, offset)
        word, rest = divmod(self.word * place + offset, self.word)
        low = self.moved(self.names[word], rest) if 0 <= word < len(self.names) else ""
        high = ""
        if rest and 0 <= word + 1 < len(self.names):
            high = self.moved(self.names[word + 1], rest - self.word)
        return " | ".join(filter(None, (low, high))) or self.literal(0)

    def moved(self, name: str, offset: int) -> str:
        """A word moved down, or up if the offset is negative."""
        if not offset:
            return name
        distance = abs(offset) if self.word is None else self.literal(abs(offset))
        return f"{name} {'>>' if offset > 0 else '<<'} {distance}"


def in_words(code: int, words: int) -> list[int]:
    """The bits of a position as so many words, the lowest in front."""
    return [code >> 64 * place & 0xFFFF_FFFF_FFFF_FFFF for place in range(words)]


def from_words(words: Iterable[int]) -> int:
    """The bits that stand in words, the lowest in front."""
    return sum(int(word) << 64 * place for place, word in enumerate(words))
