"""A document as a page: its prose, its definitions set apart, its claims with a tick or a cross."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from html import escape
from textwrap import dedent
from typing import TYPE_CHECKING

from noughts.api.display.output import mark, output
from noughts.api.display.report import counted, why_html
from noughts.meaning.self_test import Verdict
from noughts.text.source import Span

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.token import Token

    from noughts.api.document import Document
    from noughts.text.document import Document as Text

OPEN, CLOSE = "\ue000", "\ue001"
"""Two characters for private use: between them stands the number of a part while Markdown is read."""

NUMBER = re.compile(rf"{OPEN}(\d+){CLOSE}")

CONTENT = {
    "text": ("", ""),
    "code_inline": ("<code>", "</code>"),
    "code_block": ("<pre><code>", "</code></pre>"),
    "fence": ("<pre><code>", "</code></pre>"),
}
"""Elements of Markdown with text in which a part may stand, and what is put around the text beside it."""


@dataclass(frozen=True)
class Part:
    """What is not prose: from `start` to `end` in the text, how it is written there, and how it is shown."""

    start: int
    end: int
    written: str
    shown: str
    is_block: bool


def document_html(document: Document) -> str:
    """The page of a document, or of several that are one program; its tests are run for that."""
    verdicts = document.check().tests
    names = {definition.span: definition.name for definition in document.program.definitions.values()}
    pages = [text_html(text, verdicts, names) for text in document.texts]
    foot = f"<p>{counted(verdicts)}</p>" if verdicts else ""
    return output(f"<article>{'<hr>'.join(pages)}{foot}</article>")


def text_html(document: Text, verdicts: Sequence[Verdict], names: dict[Span, str]) -> str:
    """The prose of a text as Markdown says, and everything else in its place."""
    text, prose, place = document.source.text, list[str](), 0
    parts = sorted(parts_of(document, verdicts, names), key=lambda part: part.start)
    for number, part in enumerate(parts):
        around = "\n\n" if part.is_block else ""
        prose.append(clean(text[place : part.start]))
        prose.append(f"{around}{OPEN}{number}{CLOSE}{around}")
        place = part.end
    markdown = reader()
    tokens = markdown.parse("".join([*prose, clean(text[place:])]))
    for opening, content, closing in zip(tokens, tokens[1:], tokens[2:], strict=False):
        if NUMBER.fullmatch(content.content) and opening.type == "paragraph_open":
            opening.hidden = closing.hidden = True
    rendered = markdown.renderer.render([with_parts(token, parts) for token in tokens], markdown.options, {})
    # What is left stands in an attribute, where a part can only be text.
    return NUMBER.sub(lambda found: escape(parts[int(found[1])].written), rendered)


def with_parts(token: Token, parts: Sequence[Part]) -> Token:
    """An element of Markdown with the parts in place of their numbers."""
    if token.children is not None:
        return token.copy(children=[with_parts(child, parts) for child in token.children])
    if token.type not in CONTENT or NUMBER.search(token.content) is None:
        return token
    pieces, before, after = NUMBER.split(token.content), *CONTENT[token.type]
    for place, piece in enumerate(pieces):
        if place % 2:
            pieces[place] = parts[int(piece)].shown
        elif piece.strip():
            pieces[place] = f"{before}{escape(piece if token.type == 'text' else piece.strip())}{after}"
    return token.copy(type="html_inline", tag="", content="".join(pieces))


def clean(prose: str) -> str:
    """Prose without the characters that the numbers of parts stand between."""
    return prose.replace(OPEN, "").replace(CLOSE, "")


@cache
def reader() -> MarkdownIt:
    """Markdown with tables, without HTML and without pictures, which would come from elsewhere."""
    from markdown_it import MarkdownIt

    return MarkdownIt("commonmark", {"html": False}).enable("table").disable("image")


def parts_of(document: Text, verdicts: Sequence[Verdict], names: dict[Span, str]) -> Iterator[Part]:
    """The definitions, claims and transcripts of a text."""
    tests = {verdict.span: verdict for verdict in verdicts if verdict.span.source is document.source}
    for region in document.regions:
        yield part(region, definitions_html(region, names), f"<code>{escape(region.text.strip())}</code>")
    for region in document.claims:
        found = [verdict for span, verdict in tests.items() if span in region]
        inline = "; ".join(f"<code>{escape(test.span.text)}</code> {mark(test.passed)}" for test in found)
        yield part(region, claims_html(found), inline)
    for transcript in document.transcripts:
        start, end = lines_around(transcript.expression)
        lines = dedent(document.source.text[start:end]).strip()
        shown = claims_html([tests[transcript.expression]], lines)
        yield Part(start, end, document.source.text[start:end], shown, True)


def part(region: Span, block: str, inline: str) -> Part:
    """A region between its marks, as a block if it begins a line."""
    text, opening = region.source.text, region.start - 2
    if opening < 0 or text[opening : region.start] not in ("/$", "/?"):
        return Part(
            region.start, region.end, region.text, block, True
        )  # a text that is all definitions has no marks
    is_block = not text[:opening].rpartition("\n")[2].strip()
    end = min(region.end + 2, len(text))
    return Part(opening, end, text[opening:end], block if is_block else inline, is_block)


def lines_around(expression: Span) -> tuple[int, int]:
    """From the line on which a transcript asks to the end of the next one, with what was printed."""
    text = expression.source.text
    asked = text.find("\n", expression.end)
    printed = text.find("\n", asked + 1)
    return text.rfind("\n", 0, expression.start) + 1, len(text) if printed < 0 else printed


def definitions_html(region: Span, names: dict[Span, str]) -> str:
    """Definitions as they are written, the names that they define in bold."""
    text, place, pieces = region.source.text, region.start, list[str]()
    for span, name in sorted(names.items(), key=lambda item: item[0].start):
        if span in region and span.text.startswith(name):
            pieces.append(f"{escape(text[place : span.start])}<b>{escape(name)}</b>")
            place = span.start + len(name)
    pieces.append(escape(text[place : region.end]))
    code = dedent(" " * (region.column - 1) + "".join(pieces)).strip("\n").rstrip()
    return f'<pre class="noughts-definitions">{code}</pre>'


def claims_html(verdicts: Sequence[Verdict], text: str = "") -> str:
    """Claims one below the other, each with how it went; a transcript is shown in the lines of `text`."""
    rows = (
        f'<div class="noughts-claim">{mark(verdict.passed)}'
        f"<div><code>{escape(text or unindented(verdict.span))}</code>{why_html(verdict)}</div></div>"
        for verdict in verdicts
    )
    return f'<div class="noughts-claims">{"".join(rows)}</div>'


def unindented(span: Span) -> str:
    """A sentence of several lines, moved to the left as a whole."""
    return dedent(" " * (span.column - 1) + span.text)
