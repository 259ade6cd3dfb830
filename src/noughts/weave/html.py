"""A paper as an HTML page: a single, self-contained file."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Callable, Collection, Sequence
from functools import cache
from html import escape
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from noughts.text.document import MARK, Document, carried
from noughts.text.source import Source
from noughts.text.tex.displays import is_tex
from noughts.weave.blocks import Blocks, anchor, document_anchor, mark
from noughts.weave.formula import with_formulas
from noughts.weave.paper import Paper
from noughts.weave.parts import parts_with_displays
from noughts.weave.prose import Heading, ProseStyle, RenderedProse, prose_html, with_numbers
from noughts.weave.tex_prose import markdown_of
from noughts.weave.typefaces import typefaces_for


class Article(Struct, frozen=True):
    """The content of a page, with its title and its headings."""

    title: str
    headings: tuple[Heading, ...]
    html: str


def woven_html(paper: Paper) -> str:
    """The page of a paper; pictures in the folder of a document are embedded."""
    article = standing_article(paper)
    return page(article.title, f"<main>{article.html}</main>")


def standing_article(paper: Paper, *, carries_sources: bool = True, taken: Collection[str] = ()) -> Article:
    """The self-contained article of a paper."""
    blocks = blocks_of(paper)
    folder = Path(paper.texts[0].source.name).parent
    manner = replace(prose_style_of(blocks), picture=pictures_in(folder))
    return article_of(blocks, manner, carries_sources=carries_sources, taken=taken)


def blocks_of(paper: Paper) -> Blocks:
    """The blocks of a page, whose names lead to their definitions on it."""
    return Blocks(paper, lambda name: f"#{anchor(name)}")


def prose_style_of(blocks: Blocks) -> ProseStyle:
    """The style of prose on a page of its own: a name in code links to its definition."""
    known = blocks.paper.entries
    return ProseStyle(name=lambda word: f"<code>{blocks.name(word)}</code>" if word in known else "")


def article_of(
    blocks: Blocks, manner: ProseStyle, *, carries_sources: bool = True, taken: Collection[str] = ()
) -> Article:
    """The article of a paper, with its table of contents, its index of names and its sources.

    Its headings get anchors other than those `taken` by the page around it.
    """
    paper = blocks.paper
    taken = {*taken, "index-of-names", *map(anchor, paper.entries)}
    shown = [text_html(text, seeing(blocks, text), manner, taken) for text in paper.texts]
    headings = tuple(heading for part in shown for heading in part.headings)
    title = title_of(headings, paper.texts[0])
    bodies = zip(paper.texts, (part.html for part in shown), strict=True)
    body = "<hr>".join(part_of_page(text, html) for text, html in bodies)
    if not headings or headings[0].level != 1:
        body = f"<h1>{escape(title)}</h1>{body}"
    head, end, rest = body.partition("</h1>")
    article = f"<article>{head}{end}{contents(headings)}{rest}</article>"
    end_of_page = sources(paper) if carries_sources else ""
    return Article(title, headings, f"{article}{tests(paper)}{index(blocks)}{end_of_page}")


def article_of_prose(shown: RenderedProse) -> Article:
    """The article of prose that begins with its title, with its table of contents."""
    head, end, rest = shown.html.partition("</h1>")
    title = next(heading.text for heading in shown.headings if heading.level == 1)
    html = f"<article>{head}{end}{contents(shown.headings)}{rest}</article>"
    return Article(title, shown.headings, html)


def seeing(blocks: Blocks, text: Document) -> Blocks:
    """The blocks of one text, with links to what it sees."""
    return replace(blocks, paper=blocks.paper.seen_by(text))


def part_of_page(text: Document, html: str) -> str:
    """A text as a part of the page; a used document has an anchor."""
    return f'<section id="{document_anchor(text.source.document)}">{html}</section>' if text.is_used else html


def text_html(
    text: Document, blocks: Blocks, manner: ProseStyle, taken: Collection[str] = ()
) -> RenderedProse:
    """A text: its prose, with the definitions and tests in place."""
    parts = with_formulas(text.source, parts_with_displays(text, blocks), blocks.formula)
    prose = with_numbers(text.source.text, parts)
    return prose_html(markdown_of(prose) if is_tex(text.source) else prose, parts, manner, taken)


# The most bytes of an embedded picture: larger ones make pages slow to load.
_LARGEST_PICTURE = 4 * 2**20


def pictures_in(folder: Path) -> Callable[[str, str], str]:
    """The function that embeds pictures from a folder, and replaces others by their descriptions."""
    from mimetypes import guess_type

    def shown(target: str, text: str) -> str:
        kind, path = guess_type(target)[0] or "", folder / target
        inside = path.resolve().is_relative_to(folder.resolve()) and path.is_file()
        if not (kind.startswith("image/") and inside and path.stat().st_size <= _LARGEST_PICTURE):
            return f"<i>{escape(text)}</i>"
        data = b64encode(path.read_bytes()).decode()
        return f'<img src="data:{kind};base64,{data}" alt="{escape(text)}">'

    return shown


def title_of(headings: Sequence[Heading], text: Document) -> str:
    """The first heading of the first level, or the name of the file."""
    return next((heading.text for heading in headings if heading.level == 1), Path(text.source.name).stem)


def page(title: str, body: str, head: str = "") -> str:
    """A whole page; its style is embedded, unless the `head` replaces it."""
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f"{MARK}\n"
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        '<meta name="color-scheme" content="light dark">\n'
        f"<title>{escape(title)}</title>\n{head or style_element(body)}\n</head>\n"
        f'<body class="noughts-paper">\n{body}\n</body>\n</html>\n'
    )


def style_element(text: str) -> str:
    """The embedded style of a page of that text."""
    return f"<style>\n{style(text)}</style>"


def style(text: str | None = None) -> str:
    """The style of a page, with the typefaces for its text."""
    return style_of_paper(text) + file("page.css").read_text("utf-8")


def style_of_paper(text: str | None = None) -> str:
    """The style of a paper on a page with a frame and colours of its own, with the typefaces for its text."""
    return typefaces_for(text) + rules_of_paper()


def rules_of_paper() -> str:
    """The same without typefaces."""
    return style_of_blocks() + file("paper.css").read_text("utf-8")


@cache
def style_of_blocks() -> str:
    """The style of definitions and tests."""
    return file("blocks.css").read_text("utf-8")


def file(*names: str) -> Traversable:
    """A file of this package."""
    return files(__package__).joinpath(*names)


def contents(headings: Sequence[Heading]) -> str:
    """The table of contents; nothing for a page of one section."""
    shown = [heading for heading in headings if heading.level in (2, 3)]
    if len(shown) < 2:
        return ""
    items = "".join(
        f'<li class="noughts-level{heading.level}">'
        f'<a href="#{escape(heading.anchor)}">{escape(heading.text)}</a></li>'
        for heading in shown
    )
    return (
        '<nav class="noughts-contents" aria-label="Contents"><details open><summary>Contents</summary>'
        f"<ol>{items}</ol></details></nav>"
    )


def tests(paper: Paper) -> str:
    """The number of tests that pass, in a sentence."""
    if not paper.verdicts:
        return ""
    passed, count = sum(verdict.passed for verdict in paper.verdicts), len(paper.verdicts)
    return f'<p class="noughts-tests">{mark(passed == count)} {passed} of {count} tests pass</p>'


def index(blocks: Blocks) -> str:
    """The names that are defined, in alphabetical order, each with its number."""
    entries = sorted(blocks.paper.entries.values(), key=lambda entry: (entry.name.casefold(), entry.name))
    if len(entries) < 2:
        return ""
    items = "".join(f"<li>{blocks.name(entry.name)}<span>({entry.number})</span></li>" for entry in entries)
    heading = '<h2 id="index-of-names">Index of names</h2>'
    return f'<section class="noughts-index">{heading}<ul>{items}</ul></section>'


def sources(paper: Paper) -> str:
    """The sources of the page, so that it can be read and run again."""
    texts = (carried(Source(Path(text.source.name).name, text.source.text)) for text in paper.texts)
    return (
        '<details class="noughts-sources"><summary>Source</summary>'
        "<p>Save this page, and <code>noughts check</code> reads it back.</p>"
        f"{''.join(texts)}</details>"
    )
