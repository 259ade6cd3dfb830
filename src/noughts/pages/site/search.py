"""The index that the search of the site looks things up in."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from html import unescape
from importlib.resources import files
from typing import Final, TypeAlias

from noughts.pages.site.leaf import Leaf
from noughts.weave.html import Article

_WORD: Final = re.compile(r"--[\w-]+|\w{3,}")
_TAG: Final = re.compile(r"<[^>]*>")
_HEADING: Final = re.compile(r'<h[1-6] id="([^"]*)">')
_DEFINITION: Final = re.compile(r'<div class="noughts-definition" id="def-([^"]*)">')

Row: TypeAlias = tuple[str, str, str, str]
"""What is found: its text, the title of its page, its address, and the words beneath it."""


def search_script(rows: Iterable[Row]) -> str:
    """The script that searches these rows."""
    index = json.dumps(list(rows), ensure_ascii=False, separators=(",", ":"))
    script = files(__package__).joinpath("search.js").read_text("utf-8")
    return f"const INDEX = {index};\n{script}"


def rows_of(leaf: Leaf, article: Article) -> Iterator[Row]:
    """The headings of a page with the words beneath them, and its definitions."""
    parts = _HEADING.split(article.html)
    words = {place: words_in(html) for place, html in zip(parts[1::2], parts[2::2], strict=True)}
    for heading in article.headings:
        found = " ".join(words.get(heading.anchor, []))
        yield heading.text, article.title, f"{leaf.address}#{heading.anchor}", found
    for name in _DEFINITION.findall(article.html):
        yield unescape(name), article.title, f"{leaf.address}#def-{unescape(name)}", ""


def words_in(html: str) -> list[str]:
    """The different words of a piece of a page, but for the shortest."""
    return sorted(set(_WORD.findall(unescape(_TAG.sub(" ", html)).lower())))
