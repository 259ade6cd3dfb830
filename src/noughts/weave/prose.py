"""Prose in Markdown as HTML, with definitions, claims and transcripts in place.

While Markdown is read, each of them is replaced by a number between two characters for private use.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Sequence
from functools import cache
from html import escape, unescape
from itertools import pairwise
from typing import TYPE_CHECKING, TypeAlias

from msgspec import Struct

from noughts.weave.parts import Part

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.token import Token

_OPEN, _CLOSE = "\ue000", "\ue001"
NUMBER = re.compile(rf"{_OPEN}(\d+){_CLOSE}")
# The mark of a block, alone between blank lines.
_BLOCK = re.compile(rf"\n\n[ \t]*{_OPEN}(\d+){_CLOSE}\n\n")
COMMENT = re.compile(r"\s*<!--.*?-->\s*", re.DOTALL)
# Preformatted text, which keeps its blanks.
_PREFORMATTED = re.compile(r"<pre([^>]*>.*?</pre>)", re.DOTALL)
# A header without text, which screen readers would announce.
_EMPTY_HEADER = re.compile(r"<th([^>]*)></th>")
# The most letters of code in a line on a phone.
_NARROW = 36
# The tokens of Markdown whose text is code.
_CODE = {"code_inline", "code_block", "fence"}
# A tag of HTML.
_TAG = re.compile(r"<[^>]*>")

CodeWriter: TypeAlias = Callable[[str, str], str]
"""Writes a block of code as HTML, by its language and its text, which ends with a newline."""


class Heading(Struct, frozen=True):
    """A heading of a page, and its anchor."""

    level: int
    anchor: str
    text: str


class ProseStyle(Struct, frozen=True):
    """The style of prose: the links of words in code, the targets of links, the pictures, and the code."""

    name: Callable[[str], str] = lambda word: ""
    link: Callable[[str], str] = lambda target: target
    picture: Callable[[str, str], str] = lambda target, text: f"<i>{escape(text)}</i>"
    code: CodeWriter = lambda language, text: escape(text)
    has_anchors: bool = True


class RenderedProse(Struct, frozen=True):
    """Prose in HTML, and its headings."""

    html: str
    headings: tuple[Heading, ...]


def prose_html(
    prose: str, parts: Sequence[Part], manner: ProseStyle, taken: Collection[str] = ()
) -> RenderedProse:
    """Prose rendered from Markdown, with the parts in place of their numbers.

    Its headings get anchors other than those that are taken.
    """
    markdown = reader()
    tokens = markdown.parse(prose)
    for opening, content, closing in zip(tokens, tokens[1:], tokens[2:], strict=False):
        if opening.type == "paragraph_open" and (
            NUMBER.fullmatch(content.content) or COMMENT.fullmatch(content.content)
        ):
            opening.hidden = closing.hidden = True
            content.children = [] if not NUMBER.fullmatch(content.content) else content.children
    headings = tuple(headings_of(tokens, taken)) if manner.has_anchors else ()
    shown = [shown_token(token, parts, manner) for token in tokens]
    rendered: str = markdown.renderer.render(shown, markdown.options, {})
    # The remaining ones are in attributes, where a part can only be text.
    html = NUMBER.sub(lambda found: escape(parts[int(found[1])].written), rendered)
    return RenderedProse(for_the_keyboard(html), headings)


def for_the_keyboard(html: str) -> str:
    """HTML in which keys scroll tables, and code wider than a phone; an empty header becomes a plain cell."""
    html = _PREFORMATTED.sub(
        lambda found: f'<pre tabindex="0"{found[1]}' if longest_line(found[0]) > _NARROW else found[0], html
    )
    html = html.replace("<table>", '<table tabindex="0">')
    return _EMPTY_HEADER.sub(r"<td\1></td>", html)


def longest_line(text: str) -> int:
    """The length of the longest line as it is shown."""
    return max(map(len, unescape(_TAG.sub("", text)).splitlines()), default=0)


def with_numbers(text: str, parts: Sequence[Part]) -> str:
    """The prose, with the number of each part in its place; blocks stand apart from the prose around them."""
    prose, place = list[str](), 0
    for number, part in enumerate(parts):
        before = clean(text[place : part.start])
        indent = before[len(before.rstrip(" \t")) :] if part.is_block else ""
        around = "\n\n" if part.is_block else ""
        prose += [before, around, indent, f"{_OPEN}{number}{_CLOSE}", around]
        place = part.end
    return "".join([*prose, clean(text[place:])])


def clean(prose: str) -> str:
    """Prose without the characters that mark the numbers of parts."""
    return prose.replace(_OPEN, "").replace(_CLOSE, "")


@cache
def reader() -> MarkdownIt:
    """Markdown with tables and without HTML."""
    from markdown_it import MarkdownIt

    return MarkdownIt("commonmark", {"html": False}).enable("table")


def headings_of(tokens: Sequence[Token], others: Collection[str]) -> Iterator[Heading]:
    """The headings, each of which gets its anchor."""
    taken = set(others)
    for opening, content in pairwise(tokens):
        if opening.type == "heading_open":
            text = NUMBER.sub("", plain(content))
            word = re.sub(r"[^\w\- ]", "", text.lower()).strip().replace(" ", "-") or "section"
            place = next(name for name in names_like(word) if name not in taken)
            taken.add(place)
            opening.attrSet("id", place)
            yield Heading(int(opening.tag[1]), place, text)


def names_like(word: str) -> Iterator[str]:
    """The word, then the word with increasing numbers."""
    yield word
    number = 1
    while True:
        yield f"{word}-{number}"
        number += 1


def plain(token: Token) -> str:
    """The text of an element without its markup, on one line."""
    return "".join(" " if child.type == "softbreak" else child.content for child in token.children or ())


def shown_token(token: Token, parts: Sequence[Part], manner: ProseStyle) -> Token:
    """A token of Markdown as shown."""
    if token.children is not None and token.type != "image":
        children = [child for child in token.children if not is_comment(child)]
        return token.copy(children=[shown_token(child, parts, manner) for child in children])
    if token.type == "image":
        target = str(token.attrs.get("src", ""))
        return made(token, manner.picture(target, plain(token)))
    if token.type == "link_open":
        return token.copy(attrs={**token.attrs, "href": manner.link(str(token.attrs.get("href", "")))})
    if token.type in _CODE:
        return code(token, parts, manner)
    if token.type == "text" and NUMBER.search(token.content):
        pieces = NUMBER.split(token.content)
        return made(
            token,
            "".join(
                parts[int(piece)].shown if place % 2 else escape(piece) for place, piece in enumerate(pieces)
            ),
        )
    return token


def is_comment(token: Token) -> bool:
    """Whether a line of a paragraph is a comment, as before a table without an empty line between them."""
    return token.type == "text" and COMMENT.fullmatch(token.content) is not None


def code(token: Token, parts: Sequence[Part], manner: ProseStyle) -> Token:
    """Code as typed; beneath a block, the parts in it."""
    inside = [parts[int(number)] for number in NUMBER.findall(token.content)]
    if token.type == "code_inline":
        if not inside and (linked := manner.name(token.content)):
            return made(token, linked)
        return token.copy(content=with_written_parts(token.content, parts))
    language = next(iter(token.info.split()), "")
    kind = f' class="language-{escape(language)}"' if language else ""
    text = manner.code(language, with_written_parts(token.content, parts).strip("\n").rstrip() + "\n")
    return made(token, f"<pre><code{kind}>{text}</code></pre>\n" + "".join(part.shown for part in inside))


def with_written_parts(text: str, parts: Sequence[Part]) -> str:
    """The text with its parts as written."""
    return NUMBER.sub(
        lambda found: parts[int(found[1])].written,
        _BLOCK.sub(lambda found: parts[int(found[1])].written, text),
    )


def made(token: Token, html: str) -> Token:
    """An element with its HTML."""
    return token.copy(type="html_inline", tag="", content=html, children=None)
