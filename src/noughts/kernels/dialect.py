"""The dialects in which a kernel is written.

A kernel has the same expressions and statements in all dialects.  They differ in the number of bits that a
number holds, in how a position is passed to a function and returned, and in a few words and signs.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Final

from msgspec import Struct

if TYPE_CHECKING:
    from noughts.grounding.symmetry import Symmetry

WORD: Final = 64
"""Bits of a machine word."""


class Dialect:
    """Python on integers of any length: a position is one number, ``s``.

    `word` is the number of bits of a word, ``None`` if one number holds any number of bits; `table_bits`, a
    power of two, is the number of bits of a constant that serves as a lookup table.
    """

    word: int | None = None
    table_bits: int = 64
    yes = "True"
    no = "False"
    down = ">>"
    """The sign of a shift that fills with zeros."""
    ending = ""
    """The sign at the end of a statement."""
    closing: str | None = None
    """The line that ends a block."""

    # Expressions

    def literal(self, mask: int) -> str:
        """A word as a constant."""
        return hex(mask) if mask > 9 else str(mask)

    def as_word(self, number: str) -> str:
        """A count as a word."""
        return f"({number})"

    def moved(self, name: str, offset: int) -> str:
        """A word moved down, or up if the offset is negative."""
        if not offset:
            return name
        return f"{name} {self.down if offset > 0 else '<<'} {self.distance(abs(offset))}"

    def distance(self, bits: int) -> str:
        """The distance of a shift, as a constant."""
        return str(bits)

    def compared(self, left: str, sign: str, right: str) -> str:
        """The comparison of two numbers by ``==``, ``!=``, ``<=`` or ``>=``."""
        return f"{left} {sign} {right}"

    def joined(self, pieces: Sequence[str], word: str) -> str:
        """Truths joined by ``and`` or ``or``."""
        return f" {word} ".join(pieces)

    def negated(self, name: str) -> str:
        """The negation of a variable."""
        return f"not {name}"

    def number(self, truth: str) -> str:
        """A truth as 0 or 1."""
        return f"({truth})"

    def choice(self, condition: str, then: str, otherwise: str) -> str:
        """One of two numbers."""
        return f"{then} if {condition} else {otherwise}"

    # Statements

    def constant(self, name: str, expression: str) -> str:
        """The definition of a variable that keeps its value."""
        return f"{name} = {expression}"

    def variable(self, name: str, expression: str) -> str:
        """The definition of a variable that may get another value."""
        return f"{name} = {expression}"

    def when(self, condition: str) -> str:
        """The beginning of a block under a condition."""
        return f"if {condition}:"

    @property
    def otherwise(self) -> str:
        """The beginning of the block where the condition does not hold."""
        return "else:"

    # Functions of a position

    def function(self, name: str, parameters: str, says: str, lines: Sequence[str]) -> str:
        """A function with its docstring and its lines."""
        return "\n".join([f"def {name}({parameters}):", f'    """{says}"""', *lines])

    @property
    def position(self) -> str:
        """The parameters that give a function its position."""
        return "s"

    @property
    def room(self) -> str:
        """The parameters, after others, for the array that a function fills; empty if it returns words."""
        return ""

    def passed(self, words: Sequence[str]) -> str:
        """The parameters, after others, that pass words to the function that completes them."""
        return "".join(f", {name}" for name in words)

    def unpacked(self, words: Sequence[str]) -> list[str]:
        """The statements that take a position apart."""
        return [] if len(words) == 1 else [f"{', '.join(words)} = s"]

    def taken_over(self, words: Sequence[str]) -> list[str]:
        """The first statements of a function that completes words."""
        return []

    def returned(self, words: Sequence[str]) -> list[str]:
        """The statements that return words."""
        return [f"return {', '.join(words)}"]

    def handed_on(self, words: Sequence[str], function: str) -> list[str]:
        """The statements that call a function of the position to complete words."""
        return [f"return {function}({self.position}{self.passed(words)})"]


class MachineDialect(Dialect):
    """Python for Numba: words of 64 bits, ``W(…)``; a position of several words is a tuple of them."""

    word = WORD

    def literal(self, mask: int) -> str:
        return f"W({super().literal(mask)})"

    def distance(self, bits: int) -> str:
        return self.literal(bits)

    def as_word(self, number: str) -> str:
        # Numba shifts a uint64 only by a uint64
        return f"W({number})"

    def number(self, truth: str) -> str:
        # tests run the same text by NumPy, without Numba: there the sum of two truths would be a truth
        return f"(1 if {truth} else 0)"


class StraightDialect(MachineDialect):
    """`MachineDialect` without branches inside truths: for rules with very many parts.

    The time that Numba takes grows with the square of the branches: more than a minute for thousands of them.
    The price is that all parts of a truth are evaluated, even if the first one decides it.
    """

    def joined(self, pieces: Sequence[str], word: str) -> str:
        sign = " & " if word == "and" else " | "
        return sign.join(f"({piece})" for piece in pieces)


PYTHON: Final = Dialect()
MACHINE: Final = MachineDialect()
STRAIGHT: Final = StraightDialect()


# The storage of many bits in generated code: one Python integer, or words of fixed length.


class BitWords(Struct, frozen=True, dict=True):
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
