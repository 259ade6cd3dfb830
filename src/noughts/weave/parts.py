"""The parts of a text that are not prose, with their places and their form on a page."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import groupby
from typing import Protocol

from msgspec import Struct
from msgspec.structs import replace

from noughts.language import tree as t
from noughts.text.document import Document, Transcript, Use
from noughts.text.source import Span
from noughts.weave.paper import Entry, Paper


class Blocks(Protocol):
    """Writes the parts that are not prose, as blocks or within a line."""

    @property
    def paper(self) -> Paper:
        """The paper that is woven."""
        ...

    def using(self, uses: Sequence[Use]) -> str: ...
    def region(self, parts: Sequence[Entry | t.RegionItem]) -> str: ...
    def inline(self, parts: Sequence[Entry | t.RegionItem]) -> str: ...
    def claims(self, claims: Sequence[t.Claim | t.Printed]) -> str: ...
    def inline_claims(self, claims: Sequence[t.Claim | t.Printed]) -> str: ...
    def transcript(self, transcript: Transcript, lines: str) -> str: ...


class Part(Struct, frozen=True):
    """A part of a text that is not prose: its `start` and `end`, its text, and its form on a page."""

    start: int
    end: int
    written: str
    shown: str
    is_block: bool


def parts_of(document: Document, blocks: Blocks) -> list[Part]:
    """The definitions in regions, the claims and the transcripts of a text, in order."""
    return sorted(unsorted_parts(document, blocks), key=place)


def parts_with_displays(document: Document, blocks: Blocks) -> list[Part]:
    """The same, and the definitions in displays of LaTeX."""
    return sorted([*unsorted_parts(document, blocks), *displays_of(document, blocks)], key=place)


def place(part: Part) -> int:
    """The start of a part."""
    return part.start


def displays_of(document: Document, blocks: Blocks) -> Iterator[Part]:
    """The displays of a text that are definitions."""
    for display in document.mathematics.displays:
        if parts := blocks.paper.declared_in(display.span):
            span = display.span
            yield Part(span.start, span.end, span.text, blocks.region(parts), True)


def unsorted_parts(document: Document, blocks: Blocks) -> Iterator[Part]:
    """The same, kind by kind."""
    paper, text = blocks.paper, document.source.text
    for region in document.regions:
        if uses := [use for use in document.uses if use.span in region]:
            shown = "\n\n".join(filter(None, [blocks.using(uses), blocks.region(paper.in_order(region))]))
            yield replace(outer(region).showing(shown), is_block=True)
            continue
        if outer(region).is_block:
            yield outer(region).showing(blocks.region(paper.in_order(region)))
        else:
            yield outer(region).showing(blocks.inline(paper.declared_in(region)))
    for region in document.claims:
        claims = paper.tests_in(region)
        yield outer(region).showing(
            blocks.claims(claims) if outer(region).is_block else blocks.inline_claims(claims)
        )
    for transcript in document.transcripts:
        start, end = lines_around(transcript.expression)
        lines = text[start:end]
        yield Part(start, end, lines, blocks.transcript(transcript, lines), True)


def names_in_prose(module: t.Module) -> Collection[str]:
    """The names that displays would define if no region did: definitions of those must stay in regions."""
    return {each.name for each in module.unread if not each.is_equation}


def with_typed(
    parts: Sequence[Entry | t.RegionItem], typed: Collection[str] = ()
) -> Iterator[Entry | t.Declaration | str]:
    """Definitions and signatures, and between them the items of a machine as typed, in their own regions, and
    the definitions of the names in `typed`."""

    def as_typed(part: Entry | t.RegionItem) -> str | None:
        item = part.tree if isinstance(part, Entry) and part.tree.name in typed else part
        return item.span.text.strip() if isinstance(item, t.MachineItem | t.Definition) else None

    for is_typed, some in groupby(parts, lambda part: as_typed(part) is not None):
        if is_typed:
            together = "\n   ".join(filter(None, map(as_typed, some)))
            yield f"/$ {together} $/"
        else:
            yield from (part for part in some if isinstance(part, Entry | t.Declaration))


class RegionBlock(Struct, frozen=True):
    """A region with its marks."""

    start: int
    end: int
    written: str
    is_block: bool

    def showing(self, shown: str) -> Part:
        """The part that shows the region in this way."""
        return Part(self.start, self.end, self.written, shown, self.is_block)


def outer(region: Span) -> RegionBlock:
    """A region with its marks, as a block if it begins a line; a text that is all definitions has none."""
    text, opening = region.source.text, region.start - 2
    if opening < 0 or text[opening : region.start] not in ("/$", "/?"):
        return RegionBlock(region.start, region.end, region.text, True)
    end = min(region.end + 2, len(text))
    return RegionBlock(opening, end, text[opening:end], not text[:opening].rpartition("\n")[2].strip())


def sentence_of_uses(names: Sequence[str]) -> str:
    """The sentence that says which documents are used, in place of the line that names them."""
    *front, last = names
    before = f"{', '.join(front)} and " if front else ""
    return f"This document uses {before}{last}."


def lines_around(expression: Span) -> tuple[int, int]:
    """The stretch from the line with the input of a transcript to the end of the line with the output."""
    text = expression.source.text
    asked = text.find("\n", expression.end)
    printed = text.find("\n", asked + 1)
    return text.rfind("\n", 0, expression.start) + 1, len(text) if printed < 0 else printed
