"""The site: a first page, the library and the manual, with a search, in a folder of static files."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from html import escape, unescape
from importlib.resources import files
from pathlib import Path, PurePosixPath
from posixpath import normpath
from typing import Final, TypeAlias

from msgspec import Struct, field
from msgspec.structs import replace

from noughts.documents import library
from noughts.documents.settings import suggested
from noughts.page.scripts import page_ids, texts_in
from noughts.pages.live_game import live_game
from noughts.pages.live_page import page_around, page_icon
from noughts.pages.site.colour import colour_writer
from noughts.pages.site.folder import write_folder
from noughts.pages.site.leaf import INTRODUCTION, Leaf, leaves, manual, manual_groups, manual_root
from noughts.pages.site.parts import PartMaker, SitePart, texts_about, texts_about_game
from noughts.pages.site.reference import GROUPS, REFERENCE, reference
from noughts.pages.site.start import TITLE, Card, start_html
from noughts.text.document import read_document
from noughts.weave.html import (
    Article,
    article_of,
    article_of_prose,
    blocks_of,
    page,
    pictures_in,
    prose_style_of,
    style,
)
from noughts.weave.paper import paper_of
from noughts.weave.prose import ProseStyle, prose_html

# The index that the search of the site looks things up in.

# A tag of HTML.
_TAG: Final = re.compile(r"<[^>]*>")
# Tags that stand within a word's line: text on both sides of them is one.
_IN_LINE: Final = re.compile(r"</?(?:a|code|em|span|strong)\b[^>]*>")
# A heading that can be linked to.
_HEADING: Final = re.compile(r'<h[1-6] id="([^"]*)">')
# The table of contents of a page, which search leaves out.
_CONTENTS: Final = re.compile(r'<nav class="noughts-contents".*?</nav>', re.DOTALL)
# A definition that can be linked to.
_DEFINITION: Final = re.compile(r'<div class="noughts-definition" id="def-([^"]*)">')

# The weight in the search of pages that are not in the manual; that of others is 1.
_ASIDE: Final = 0.5

Row: TypeAlias = tuple[str, str, str]
"""A section that the search can find: its heading, its anchor, and the text beneath it."""


def search_index(pages: Iterable[tuple[Leaf, Article]]) -> str:
    """The script with the index: for each page its address, its title, its weight and its rows."""
    index = [
        (
            leaf.address,
            article.title,
            1 if is_in_manual(leaf) else _ASIDE,
            [*rows_of(article)],
        )
        for leaf, article in pages
    ]
    return f"var INDEX = {json.dumps(index, ensure_ascii=False, separators=(',', ':'))};\n"


def rows_of(article: Article) -> Iterator[Row]:
    """The headings of a page with the text beneath them, and its definitions."""
    parts = _HEADING.split(article.html)
    texts = {place: text_of_html(html) for place, html in zip(parts[1::2], parts[2::2], strict=True)}
    for heading in article.headings:
        yield heading.text, heading.anchor, texts.get(heading.anchor, "")
    for name in _DEFINITION.findall(article.html):
        yield unescape(name), f"def-{unescape(name)}", ""


def text_of_html(html: str) -> str:
    """The text beneath a heading, without the heading and the table of contents."""
    shown = _IN_LINE.sub("", _CONTENTS.sub("", html.partition("</h")[2].partition(">")[2]))
    return " ".join(unescape(_TAG.sub(" ", shown)).split())


# The line above each page of the site, which leads to all others.

_SEARCH = (
    '<form role="search" hidden><input type="search" placeholder="Search" aria-label="Search the site" '
    'autocomplete="off" aria-keyshortcuts="/">'
    '<div class="found" hidden><output></output><ul></ul></div></form>'
)


def navigation(here: Leaf, titles: Mapping[str, str], extra: Sequence[tuple[str, str]] = ()) -> str:
    """The line, with the titles of all pages by their addresses; `extra` are further links."""
    manual = [address for address in titles if "/" not in address]
    games = [address for address in titles if address.startswith("library/")]
    links = "".join(link(here, address, text) for address, text in extra)
    return (
        f'<nav class="site" aria-label="Site">{link(here, "index.html", "Noughts")}'
        f"{menu(here, 'Library', games, titles)}{menu(here, 'Manual', manual, titles)}{links}{_SEARCH}</nav>"
    )


def neighbours(here: Leaf, titles: Mapping[str, str]) -> str:
    """Links from a page of the manual to the pages before and after it in the order of reading."""
    if not is_in_manual(here):
        return ""
    order = (INTRODUCTION, *manual())
    place = order.index(here.address.removesuffix(".html"))
    before, after = order[max(place - 1, 0) : place], order[place + 1 : place + 2]
    links = [link(here, f"{one}.html", f"← {titles[f'{one}.html']}") for one in before]
    links += [link(here, f"{one}.html", f"{titles[f'{one}.html']} →") for one in after]
    return f'<nav class="neighbours" aria-label="Order of reading">{"".join(links)}</nav>'


def is_in_manual(leaf: Leaf) -> bool:
    """Whether a page is one of the manual."""
    return leaf.address.removesuffix(".html") in (INTRODUCTION, *manual())


def order_of_reading(here: Leaf, titles: Mapping[str, str]) -> str:
    """The pages of the manual in their groups, for the side of each of them; empty for other pages."""
    if not is_in_manual(here):
        return ""
    first = link(here, f"{INTRODUCTION}.html", titles[f"{INTRODUCTION}.html"])
    groups = "".join(
        f"<p>{escape(group)}</p>"
        + "".join(link(here, f"{name}.html", titles[f"{name}.html"]) for name in names)
        for group, names in manual_groups().items()
    )
    return f'<nav class="manual" aria-label="Manual">{first}{groups}</nav>'


def menu(here: Leaf, name: str, addresses: Sequence[str], titles: Mapping[str, str]) -> str:
    """Links that unfold."""
    links = "".join(link(here, address, titles[address]) for address in addresses)
    return f"<details><summary>{name}</summary><div>{links}</div></details>"


def link(here: Leaf, address: str, text: str) -> str:
    """A link from one page to another."""
    current = ' aria-current="page"' if here.address == address else ""
    return f'<a href="{here.up}{escape(address)}"{current}>{escape(text)}</a>'


DOCUMENTS: Final = frozenset({"docs/language.md"})
"""The pages of the manual that are documents as a whole; on the others stand parts of several."""
_START: Final = Leaf("", Path(), "index.html")
# Where the playground is, if there is one.
_PLAYGROUND: Final = "playground/index.html"
# The scheme of an address that is not of this site.
_ELSEWHERE: Final = re.compile(r"[a-z]+:")


class Woven(Struct, frozen=True):
    """The pages made from a document: its article, its game's page, and the files that its links name."""

    article: Article
    live: str = ""
    copied: tuple[str, ...] = ()


class Weaver(Struct, frozen=True):
    """Weaves documents into pages of a site, with the addresses of all its pages and of its playground."""

    address_of: Mapping[str, str]
    playground: str = ""

    def woven(self, leaf: Leaf) -> Woven:
        """The sections of a page."""
        if leaf.is_game:
            return self.game(leaf)
        links = Links(self, leaf)
        style = ProseStyle(
            link=links.to,
            code=colour_writer(),
            picture=lambda target, text: f'<img src="{escape(links.to(target))}" alt="{escape(text)}">',
        )
        if leaf.name in DOCUMENTS:
            blocks = blocks_of(paper_of([read_document(leaf.source)]))
            article = article_of(blocks, replace(style, name=prose_style_of(blocks).name))
        else:
            prose = prose_html(leaf.source.read_text("utf-8"), [], style)
            is_reference = leaf.name == REFERENCE
            article = reference(prose, text_of_groups(), style) if is_reference else article_of_prose(prose)
        return Woven(article, copied=tuple(links.copied))

    def game(self, leaf: Leaf) -> Woven:
        """The article of a game, whose page plays and can be taken away from the site: one file."""
        paper = paper_of([read_document(leaf.source)])
        blocks = blocks_of(paper)
        links = Links(self, leaf)
        manner = replace(prose_style_of(blocks), link=links.to, picture=pictures_in(leaf.source.parent))
        article = article_of(blocks, manner, taken=page_ids())
        name = leaf.source.stem
        game = live_game(
            paper.texts,
            name=name,
            title=library.title_of(name),
            folder=leaf.source.parent,
            offers=suggested(name),
        )
        live = page_around(article.html + self.invitation(leaf), game, leaf.up + _START.address)
        return Woven(article, live, tuple(links.copied))

    def invitation(self, leaf: Leaf) -> str:
        """A link to the playground with the rules of a game, if there is one."""
        if not self.playground:
            return ""
        return (
            f'<p><a href="{leaf.up}{self.playground}#example={leaf.source.name}">Change these rules</a> in '
            "the playground, and play the game that they become.</p>"
        )

    def part(self, leaf: Leaf) -> SitePart:
        """A page as a part of the site."""
        options = (leaf.name, leaf.address, self.playground, repr(self.address_of))
        if leaf.is_game:
            texts = (repr(suggested(leaf.source.stem)), *texts_about_game(leaf.source))
        else:
            texts = tuple(texts_about(read_document(leaf.source)))
            texts += (text_of_groups(),) if leaf.name == REFERENCE else ()
        return SitePart(leaf.address, (self.woven, leaf), (*options, *texts))


def text_of_groups() -> str:
    """The page of the manual that groups the reference."""
    return (manual_root() / GROUPS).read_text("utf-8")


class Links(Struct):
    """The links of a page, and the files of the manual that they need."""

    weaver: Weaver
    leaf: Leaf
    copied: dict[str, None] = field(default_factory=dict)

    def to(self, target: str) -> str:
        """Where a link leads on the site: to another page, or to a copy of a file."""
        path, hash_mark, anchor = target.partition("#")
        if not path or _ELSEWHERE.match(path):
            return target
        name = normpath(PurePosixPath(self.leaf.name).parent / path)
        readme = f"{name}/README.md"  # stands for its folder
        address = self.weaver.address_of.get(name) or self.weaver.address_of.get(readme)
        if address is None:
            self.copied[name] = None
            address = copy_address(name)
        return self.leaf.up + address + hash_mark + anchor


def copy_address(name: str) -> str:
    """The address of a copy of a file of the manual."""
    return name.removeprefix("docs/")


class Site:
    """The files of the site by their addresses."""

    def __init__(self, cards: Sequence[Card], extra: Mapping[str, bytes] | None = None) -> None:
        """The manual, and the games that have `cards`; `extra` are further files.

        A playground among them is named on the first page, above each page of the manual, and below the
        rules of each game, which it then opens.
        """
        self.cards = cards
        games = {card.name for card in cards}
        self.leaves = [leaf for leaf in leaves() if not leaf.is_game or leaf.source.stem in games]
        self.files: dict[str, bytes] = dict(extra or {})
        self.extra = [(_PLAYGROUND, "Playground")] if _PLAYGROUND in self.files else []
        self.weaver = Weaver(
            {leaf.name: leaf.address for leaf in self.leaves}, _PLAYGROUND if self.extra else ""
        )

    def write(self, folder: Path, maker: PartMaker | None = None) -> int:
        """Write the site into a folder; the number of its pages."""
        self.make(maker or PartMaker())
        write_folder(folder, self.files)
        return len(self.leaves) + 1

    def make(self, maker: PartMaker) -> None:
        """Make all files."""
        woven: list[Woven] = maker.made("page", [self.weaver.part(leaf) for leaf in self.leaves])
        articles = [each.article for each in woven]
        for name in (name for each in woven for name in each.copied):
            self.files.setdefault(copy_address(name), (manual_root() / name).read_bytes())
        titles = {leaf.address: article.title for leaf, article in zip(self.leaves, articles, strict=True)}
        titles[f"{INTRODUCTION}.html"] = "Introduction"
        for leaf, each in zip(self.leaves, woven, strict=True):
            article = each.article
            self.put(leaf.address, each.live or whole(leaf, article.title, article.html, titles, self.extra))
        links = [(f"{name}.html", titles[f"{name}.html"]) for name in (INTRODUCTION, *manual()[:1])]
        links += self.extra
        first = start_html(self.cards, "library/{}.html", links)
        first += '<script src="games.js"></script>'
        self.put(_START.address, whole(_START, TITLE, first, titles, self.extra))
        self.put("games.js", texts_in("site")["filter.js"])
        self.put("search-index.js", search_index(zip(self.leaves, articles, strict=True)))
        self.put("search.js", texts_in("site")["search.js"])
        self.put("reader.js", texts_in("site")["reader.js"])
        self.put("style.css", style() + files(__package__).joinpath("site.css").read_text("utf-8"))

    def put(self, address: str, text: str) -> None:
        """Add a file."""
        self.files[address] = text.encode()


def whole(
    leaf: Leaf, title: str, html: str, titles: Mapping[str, str], extra: Sequence[tuple[str, str]]
) -> str:
    """A page beneath the line that leads to all others."""
    scripts = "".join(
        f'<script src="{leaf.up}{name}.js" data-root="{leaf.up}"></script>' for name in ("search", "reader")
    )
    side = order_of_reading(leaf, titles)
    body = f"{navigation(leaf, titles, extra)}{side}<main>{html}{neighbours(leaf, titles)}</main>{scripts}"
    icon = f'<link rel="icon" href="{page_icon()}" type="image/svg+xml">'
    return page(title, body, f'{icon}\n<link rel="stylesheet" href="{leaf.up}style.css">')
