"""The storage of many bits in generated code: one Python integer, or words of fixed length."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from noughts.kernels.dialect import PYTHON, Dialect

if TYPE_CHECKING:
    from noughts.grounding.symmetry import Symmetry


@dataclass(frozen=True)
class BitWords:
    """`width` bits in the words of a dialect, which are variables named after `prefix`.

    >>> from noughts.kernels.dialect import MACHINE
    >>> BitWords("s", 72, MACHINE).names
    ('s0', 's1')
    >>> BitWords("s", 72, MACHINE).shifted(70, 0)  # word 0 of the bits from 70 on
    's1 >> W(6)'
    """

    prefix: str
    width: int
    dialect: Dialect = PYTHON

    @property
    def word(self) -> int | None:
        """Bits of a word; ``None`` if one holds them all."""
        return self.dialect.word

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The variables."""
        if self.word is None or self.width <= self.word:
            return (self.prefix,)
        return tuple(f"{self.prefix}{place}" for place in range(-(-self.width // self.word)))

    @property
    def unpacked(self) -> list[str]:
        """The statements that take apart the position that a function is given."""
        return self.dialect.unpacked(self.names)

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

    @cached_property
    def windows(self) -> tuple[int, ...]:
        """The first bits of the words that code reads: each word, and one more that ends with the last bit.

        A plane of a board that lies in two words is often within that last one.

        >>> from noughts.kernels.dialect import MACHINE
        >>> BitWords("s", 84, MACHINE).windows
        (0, 64, 20)
        """
        if self.word is None or len(self.names) == 1:
            return (0,)
        starts = [self.word * place for place in range(len(self.names))]
        return tuple(dict.fromkeys([*starts, self.width - self.word]))

    def shifted(self, offset: int, place: int) -> str:
        """One word of all bits shifted down by an offset: bit k of word 0 is bit ``k + offset``."""
        if self.word is None:
            return self.dialect.moved(self.prefix, offset)
        word, rest = divmod(self.word * place + offset, self.word)
        low = self.dialect.moved(self.names[word], rest) if 0 <= word < len(self.names) else ""
        high = ""
        if rest and 0 <= word + 1 < len(self.names):
            high = self.dialect.moved(self.names[word + 1], rest - self.word)
        return " | ".join(filter(None, (low, high))) or self.dialect.literal(0)


def in_words(code: int, words: int) -> list[int]:
    """The bits of a position in words, the lowest first."""
    return [code >> 64 * place & 0xFFFF_FFFF_FFFF_FFFF for place in range(words)]


def from_words(words: Iterable[int]) -> int:
    """The bits that are stored in words, the lowest word first."""
    return sum(int(word) << 64 * place for place, word in enumerate(words))


def representative(code: int, symmetries: Iterable[Symmetry], words: int) -> tuple[int, ...]:
    """The representative of the orbit of a position, in words: the least tuple.

    The lowest word is compared first, as by `noughts.kernels.generated_names.least`.  So with several words
    this is not the least number.
    """
    return min(tuple(in_words(symmetry.of(code), words)) for symmetry in symmetries)
