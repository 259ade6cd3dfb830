"""A document in another spelling: its mathematics is rewritten, its prose stays byte for byte."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Sequence
from itertools import pairwise
from typing import TypeAlias

from msgspec import Struct

from noughts.language import tree as t
from noughts.language.head import by_itself
from noughts.language.latex_writer import LatexWriter, item_display
from noughts.language.parse import Reader, parse
from noughts.language.show import laid_out, show
from noughts.language.spelling import SIGNS, Spelling
from noughts.language.writer import WIDTH
from noughts.text.diagnostic import DocumentError
from noughts.text.document import Document, lines_of_uses
from noughts.text.source import Source, Span
from noughts.text.tex.displays import is_tex
from noughts.text.tex.mathematics import Display
from noughts.weave.guard import require_same
from noughts.weave.latex import sentence_of
from noughts.weave.markdown import between_dollars, blocks_of_code
from noughts.weave.parts import names_in_prose

Entry: TypeAlias = t.Definition | t.RegionItem

_UNICODE = {
    sign for by_spelling in SIGNS.values() for sign in by_spelling[Spelling.UNICODE] if not sign.isascii()
}


class Change(Struct, frozen=True):
    """A replacement of the text from `start` to `end`."""

    start: int
    end: int
    text: str


def respelt(document: Document, spelling: Spelling | None) -> str:
    """The text of a document in a spelling; with ``None`` each part keeps its own, and is only formatted.

    `DocumentError` if the document has errors of syntax.
    """
    _, problems = parse([document])
    if problems:
        raise DocumentError(problems)
    return changed_text(document, changes(document, spelling))


def changes(document: Document, spelling: Spelling | None) -> Sequence[Change]:
    """The changes to a document, which do not affect its meaning."""
    module, problems = parse([document])
    in_prose = names_in_prose(module)
    found = sorted(unchecked_changes(document, spelling, in_prose), key=lambda change: change.start)
    text = changed_text(document, found)
    require_same(module, Source(document.source.name, text), len(problems))
    return found


def changed_text(document: Document, changes: Sequence[Change]) -> str:
    """The text of a document with some changes, in order."""
    source, pieces, place = document.source, list[str](), 0
    for change in changes:
        pieces += [source.text[place : change.start], change.text]
        place = change.end
    return "".join([*pieces, source.text[place:]])


def unchecked_changes(
    document: Document, spelling: Spelling | None, in_prose: Collection[str]
) -> Iterator[Change]:
    """The same, without a check by the guard."""
    for region in document.regions:
        yield from region_changes(document, region, spelling, in_prose)
    for region in document.claims:
        yield from claim_changes(document, region, spelling)
    if spelling not in (None, Spelling.LATEX):
        for display in document.mathematics.displays:
            yield from display_changes(document, display, spelling, in_prose)
        for transcript in document.transcripts:
            tree = Reader(document.source).expression(transcript.expression)
            if tree is not None:
                yield Change(transcript.expression.start, transcript.expression.end, show(tree, spelling))


# Definitions


def entries(document: Document, read: Callable[[Reader], Iterator[t.Definition]]) -> list[Entry]:
    """The definitions and items of a machine that a region or a display holds, in order."""
    reader = Reader(document.source, document.mathematics.macros)
    found: list[Entry] = [*read(reader)]
    return sorted([*found, *reader.machine, *reader.declarations], key=lambda entry: entry.span.start)


def region_changes(
    document: Document, region: Span, spelling: Spelling | None, in_prose: Collection[str]
) -> Iterator[Change]:
    """A region, with its marks if it becomes displays; within code it stays a region, and so does one with a
    name that a display in the prose would define then."""
    found = entries(document, lambda reader: reader.definitions(region))
    stays = in_code(document, region) or define_any(found, in_prose)
    becomes_displays = spelling is Spelling.LATEX and not stays
    if becomes_displays and found:
        text = document.source.text
        start = region.start - 2 if text.startswith("/$", max(region.start - 2, 0)) else region.start
        end = region.end + 2 if text.startswith("$/", region.end) else region.end
        game = "/$ ledGame $/\n" if re.search(r"\bledGame\b", region.text) else ""
        used = "".join(f"/$ uses {line.text} $/\n" for line in lines_of_uses(region))
        yield Change(start, end, game + used + "\n\n".join(displays(found, document)))
        return
    first_of_each = {entry.span: entry for entry in reversed(found)}  # a tuple may define several names
    for entry in first_of_each.values():
        own = spelling_of(entry.span) if spelling in (None, Spelling.LATEX) else spelling
        yield Change(entry.span.start, entry.span.end, indented(entry, own, indent_of(entry.span)))


def define_any(found: Sequence[Entry], names: Collection[str]) -> bool:
    """Whether one of these definitions is that of one of the names."""
    return any(isinstance(each, t.Definition) and each.name in names for each in found)


def in_code(document: Document, span: Span) -> bool:
    """Whether a place is in a block of code, where displays are not recognised."""
    if is_tex(document.source):
        return False
    return any(start <= span.start < end for start, end in blocks_of_code(document.source.text))


def spelling_of(span: Span) -> Spelling:
    """Unicode if the text has one of its signs, else ASCII."""
    return Spelling.UNICODE if any(sign in span.text for sign in _UNICODE) else Spelling.ASCII


def indent_of(span: Span) -> int:
    """The column of a definition, from 0; after other text, that of its line."""
    line = span.source.line_text(span.line)
    return (
        span.column - 1 if len(line[: span.column - 1].strip(" /$")) == 0 else len(line) - len(line.lstrip())
    )


def indented(entry: Entry, spelling: Spelling, indent: int) -> str:
    """The lines of a definition, those after the first indented."""
    return laid_out(entry, spelling, max(WIDTH - indent, WIDTH // 2)).replace("\n", "\n" + " " * indent)


def displays(found: Sequence[Entry], document: Document) -> list[str]:
    """Definitions as displays of TeX or of Markdown, each by itself."""
    found = [by_itself(each) if isinstance(each, t.Definition) else each for each in found]
    if is_tex(document.source):
        return [laid_out(each, Spelling.LATEX) for each in found]
    to = LatexWriter()
    return [
        between_dollars(each)
        if isinstance(each, t.Definition)
        else item_display(to, each, to.width, "$$", "$$")
        for each in found
    ]


def display_changes(
    document: Document, display: Display, spelling: Spelling | None, in_prose: Collection[str]
) -> Iterator[Change]:
    """A display of LaTeX as a region, but for one that is not read, since a region defines what it would."""
    assert spelling is not None
    found = entries(document, lambda reader: reader.display(display))
    if found and not define_any(found, in_prose):
        lines = "\n   ".join(indented(each, spelling, 3) for each in found)
        yield Change(display.span.start, display.span.end, f"/$ {lines} $/")


# Claims


def claim_changes(document: Document, region: Span, spelling: Spelling | None) -> Iterator[Change]:
    """The claims of a region, with the text between them."""
    claims = list(Reader(document.source, document.mathematics.macros).claims(region))
    if not claims:
        return
    if spelling in (None, Spelling.LATEX) and "$" in region.text:
        return
    borders = [region.start]
    for first, second in pairwise(claims):
        between = document.source.text.index(";", first.span.end, second.span.start)
        borders += [between, between + 1]
    borders.append(region.end)
    for claim, start, end in zip(claims, borders[::2], borders[1::2], strict=True):
        stretch = document.source.text[start:end]
        before = len(stretch) - len(stretch.lstrip())
        after = len(stretch) - len(stretch.rstrip())
        yield Change(start + before, end - after, claim_text(claim, spelling))


def claim_text(claim: t.Claim, spelling: Spelling | None) -> str:
    """A claim in a spelling; LaTeX stands between dollars."""
    own = spelling or spelling_of(claim.span)
    if own is Spelling.LATEX:
        return f"${sentence_of(claim, LatexWriter())}$"
    indent = indent_of(claim.span)
    return laid_out(claim, own, max(WIDTH - indent, WIDTH // 2)).replace("\n", "\n" + " " * indent)
