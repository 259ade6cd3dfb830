"""Weave the manual and the library into a site of static pages, with search.

    python tools/site_pages.py [FOLDER]

A page that holds as a document is woven as one, the others are prose. Nothing on the site comes from
elsewhere, so it can be opened from a disk. The folder is ``build/site`` if none is named.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from html import escape, unescape
from pathlib import Path, PurePosixPath

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT / "src"))

from noughts.documents import library  # noqa: E402
from noughts.text.document import Document, read_document  # noqa: E402
from noughts.weave.html import Article, article_of, blocks_of, manner_of, page, style  # noqa: E402
from noughts.weave.paper import paper_of  # noqa: E402

HERE = Path(__file__).parent
DOCUMENTS = {"docs/language.md"}
"""The pages of the manual that are documents as a whole; on the others stand parts of several."""
MANUAL = (
    *(
        "language",
        "latex",
        "games",
        "solving",
        "players",
        "tests-in-documents",
        "weaving",
        "automata",
        "disctru",
    ),
    *("python", "framework", "errors"),
)
"""The pages in the order in which one reads them."""
WORD = re.compile(r"--[\w-]+|\w{3,}")
TAG = re.compile(r"<[^>]*>")


@dataclass(frozen=True)
class Leaf:
    """A page of the site: the file that it is woven from, and its address on the site."""

    source: Path
    address: str

    @property
    def up(self) -> str:
        """From the page to the root of the site."""
        return "../" * self.address.count("/")


def leaves() -> tuple[Leaf, ...]:
    """All pages."""
    manual = sorted((ROOT / "docs").glob("*.md"), key=lambda path: (place_of(path.stem), path.stem))
    decisions = sorted((ROOT / "docs" / "decisions").glob("*.md"))
    return (
        Leaf(ROOT / "README.md", "index.html"),
        *(Leaf(path, f"{path.stem}.html") for path in manual),
        *(Leaf(library.path_of(name), f"library/{name}.html") for name in library.names()),
        *(Leaf(ROOT / f"{name}.md", f"{name.lower()}.html") for name in ("CHANGELOG", "CONTRIBUTING")),
        *(
            Leaf(path, f"decisions/{'index' if path.stem == 'README' else path.stem}.html")
            for path in decisions
        ),
    )


def place_of(stem: str) -> int:
    """Where a page of the manual stands among the others."""
    return MANUAL.index(stem) if stem in MANUAL else len(MANUAL)


class Site:
    """Writes the pages, and copies the files that they lead to."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.leaves = leaves()
        self.address_of = {leaf.source.resolve(): leaf.address for leaf in self.leaves}
        self.copied: set[Path] = set()

    def write(self) -> int:
        """Write the site; the number of its pages."""
        shutil.rmtree(self.folder, ignore_errors=True)
        articles = [self.article(leaf) for leaf in self.leaves]
        titles = {leaf.address: article.title for leaf, article in zip(self.leaves, articles, strict=True)}
        rows = [
            row for leaf, article in zip(self.leaves, articles, strict=True) for row in entries(leaf, article)
        ]
        for leaf, article in zip(self.leaves, articles, strict=True):
            self.put(leaf.address, page(article.title, body(leaf, article, titles), head(leaf)))
        index = json.dumps(rows, ensure_ascii=False, separators=(",", ":"))
        self.put("search.js", f"const INDEX = {index};\n{(HERE / 'site.js').read_text('utf-8')}")
        self.put("style.css", style() + (HERE / "site.css").read_text("utf-8"))
        return len(self.leaves)

    def put(self, address: str, text: str) -> None:
        """Write a file of the site."""
        path = self.folder / address
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")

    def article(self, leaf: Leaf) -> Article:
        """What stands on a page."""
        document = read_document(leaf.source)
        name = leaf.source.relative_to(ROOT).as_posix()
        if name not in DOCUMENTS and leaf.source.suffix == ".md":
            document = Document(document.source, (), (), ())
        blocks = blocks_of(paper_of([document]))
        manner = replace(
            manner_of(blocks),
            link=lambda target: self.link(leaf, target),
            picture=lambda target, text: (
                f'<img src="{escape(self.link(leaf, target))}" alt="{escape(text)}">'
            ),
        )
        return article_of(blocks, manner, carries_sources=bool(blocks.paper.entries))

    def link(self, leaf: Leaf, target: str) -> str:
        """Where a link of a page leads on the site: to another page, or to a copy of a file."""
        name, hash_mark, anchor = target.partition("#")
        if not name or re.match(r"[a-z]+:", name):
            return target
        path = (leaf.source.parent / name).resolve()
        if path.is_dir():
            path = path / "README.md"
        if path not in self.address_of and not path.is_file():
            raise SystemExit(f"{leaf.source.relative_to(ROOT)} leads to {target}, which is not there")
        return leaf.up + (self.address_of.get(path) or self.copy(path)) + hash_mark + anchor

    def copy(self, path: Path) -> str:
        """The address of a copy of a file."""
        address = path.relative_to(ROOT).as_posix().removeprefix("docs/")
        if path not in self.copied:
            self.copied.add(path)
            (self.folder / address).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, self.folder / address)
        return address


def body(leaf: Leaf, article: Article, titles: dict[str, str]) -> str:
    """A page beneath the line that leads to all others."""
    search = f'<script src="{leaf.up}search.js" data-root="{leaf.up}"></script>'
    return f"{way(leaf, titles)}<main>{article.html}</main>{search}"


def head(leaf: Leaf) -> str:
    """The style, which all pages share."""
    return f'<link rel="stylesheet" href="{leaf.up}style.css">'


def way(leaf: Leaf, titles: dict[str, str]) -> str:
    """The line above each page."""
    manual = [address for address in titles if "/" not in address and address != "index.html"]
    games = [address for address in titles if address.startswith("library/")]
    return (
        f'<nav class="site" aria-label="Site">{link(leaf, "index.html", "Noughts")}'
        f"{menu(leaf, 'Manual', manual, titles)}{menu(leaf, 'Library', games, titles)}"
        '<form role="search" hidden><input type="search" placeholder="Search" aria-label="Search the manual" '
        'autocomplete="off"><output></output></form></nav>'
    )


def menu(leaf: Leaf, name: str, addresses: Sequence[str], titles: dict[str, str]) -> str:
    """Links that unfold."""
    links = "".join(link(leaf, address, titles[address]) for address in addresses)
    return f"<details><summary>{name}</summary><div>{links}</div></details>"


def link(leaf: Leaf, address: str, text: str) -> str:
    """A link from one page to another."""
    current = ' aria-current="page"' if leaf.address == address else ""
    return f'<a href="{leaf.up}{escape(address)}"{current}>{escape(text)}</a>'


def entries(leaf: Leaf, article: Article) -> Iterator[Sequence[str]]:
    """What the search finds of a page: its headings with the words beneath them, and its definitions."""
    parts = re.split(r'<h[1-6] id="([^"]*)">', article.html)
    words = {place: words_in(html) for place, html in zip(parts[1::2], parts[2::2], strict=True)}
    for heading in article.headings:
        found = " ".join(words.get(heading.anchor, []))
        yield heading.text, article.title, f"{leaf.address}#{heading.anchor}", found
    for name in re.findall(r'<div class="noughts-definition" id="def-([^"]*)">', article.html):
        yield unescape(name), article.title, f"{leaf.address}#def-{unescape(name)}", ""


def words_in(html: str) -> list[str]:
    """The different words of a piece of a page, but for the shortest."""
    return sorted(set(WORD.findall(unescape(TAG.sub(" ", html)).lower())))


def main() -> None:
    """Weave the site into the folder that is named."""
    folder = Path(sys.argv[1] if len(sys.argv) > 1 else ROOT / "build" / "site")
    count = Site(folder).write()
    print(f"{count} pages: {PurePosixPath(os.path.relpath(folder / 'index.html'))}")


if __name__ == "__main__":
    main()
