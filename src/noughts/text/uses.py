"""The documents that a document uses, as a line of a region lists them.

/$ uses sequences, "my rules.led"
   longest(T) := max({|t| | t in T}) $/
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from noughts.text.source import Span

_ITEM = r'(?:[^\W\d_]\w*|"[^"\n]+")'
_LINE = re.compile(rf"^[ \t]*uses[ \t]+(?P<items>{_ITEM}(?:[ \t]*,[ \t]*{_ITEM})*)[ \t\r]*$", re.MULTILINE)
_EACH = re.compile(_ITEM)


@dataclass(frozen=True, slots=True)
class Use:
    """A used document, given by its name or by that of its file, and the place of that."""

    name: str
    span: Span

    @property
    def is_file(self) -> bool:
        """Whether it is the name of a file, in quotes."""
        return self.span.text.startswith('"')


def uses_in(regions: Iterable[Span]) -> Iterator[Use]:
    """The documents that are listed in some regions."""
    for region in regions:
        for line in lines_of_uses(region):
            for item in _EACH.finditer(line.source.text, line.start, line.end):
                yield Use(item.group().strip('"'), Span(line.source, *item.span()))


def lines_of_uses(region: Span) -> Iterator[Span]:
    """The list of names in each line of a region that uses documents."""
    text = region.text
    if "uses" in text:
        for found in _LINE.finditer(text):
            start, end = found.span("items")
            yield Span(region.source, region.start + start, region.start + end)


def start_of_line(items: Span) -> int:
    """The start of the line with such names: the word `uses` before them."""
    return items.source.text.rindex("uses", 0, items.start)
