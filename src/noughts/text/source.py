"""Sources: texts, and the places in them."""

from __future__ import annotations

from bisect import bisect_right
from functools import cached_property
from itertools import accumulate

from msgspec import Struct

MILE = 1024
"""Characters between two milestones, the places whose byte offset is stored."""


class Source(Struct, frozen=True, dict=True):
    """A text with the name of its origin.

    Places are offsets in characters from 0; lines and columns are counted from 1.
    """

    name: str
    text: str

    def __repr__(self) -> str:
        return f"<{self.name}>"

    @cached_property
    def uses(self) -> dict[tuple[int, int], str]:
        """The uses of macros, from start to end, and the macro from whose body something comes."""
        return {}

    @property
    def document(self) -> str:
        """The name of the document of which the text is the whole or a part."""
        return self.name

    @cached_property
    def line_starts(self) -> tuple[int, ...]:
        """The offset at which each line begins."""
        starts = [0]
        starts.extend(place + 1 for place, character in enumerate(self.text) if character == "\n")
        return tuple(starts)

    def line_column(self, offset: int) -> tuple[int, int]:
        """Line and column of an offset."""
        line = bisect_right(self.line_starts, offset)
        return line, offset - self.line_starts[line - 1] + 1

    def byte_column(self, offset: int) -> tuple[int, int]:
        """Line and column of an offset, with the column in bytes of UTF-8 from 0, as in Python's syntax
        trees."""
        line = bisect_right(self.line_starts, offset)
        start = self.line_starts[line - 1]
        if self.text.isascii():
            return line, offset - start
        return line, self.bytes_before(offset) - self.bytes_before(start)

    def bytes_before(self, offset: int) -> int:
        """The bytes of UTF-8 before an offset, counted from the nearest milestone.

        Counting from the start of a long line would take time proportional to its length for every place in
        it.
        """
        stone = offset // MILE
        return self.milestones[stone] + len(self.text[stone * MILE : offset].encode())

    @cached_property
    def milestones(self) -> tuple[int, ...]:
        """The bytes before every `MILE` characters."""
        lengths = (len(self.text[at : at + MILE].encode()) for at in range(0, len(self.text) + 1, MILE))
        return tuple(accumulate(lengths, initial=0))

    def line_text(self, line: int) -> str:
        """One line without its end."""
        start = self.line_starts[line - 1]
        end = self.text.find("\n", start)
        return self.text[start : len(self.text) if end < 0 else end].rstrip("\r")


class Span(Struct, frozen=True):
    """A place in a source, from `start` up to but not including `end`."""

    source: Source
    start: int
    end: int

    @property
    def line(self) -> int:
        """The line on which the span begins."""
        return self.source.line_column(self.start)[0]

    @property
    def column(self) -> int:
        """The column in which the span begins."""
        return self.source.line_column(self.start)[1]

    @property
    def text(self) -> str:
        """The characters in the span."""
        return self.source.text[self.start : self.end]

    @property
    def macros(self) -> str:
        """The macros in whose bodies the text is, if the span is the place of their use; else empty."""
        return self.source.uses.get((self.start, self.end), "")

    def __contains__(self, other: Span) -> bool:
        """Whether another span lies within this one."""
        return self.source == other.source and self.start <= other.start and other.end <= self.end

    def to(self, other: Span) -> Span:
        """From the start of this span to the end of the other."""
        return Span(self.source, self.start, max(self.end, other.end))

    def __str__(self) -> str:
        return f"{self.source.name}:{self.line}:{self.column}"
