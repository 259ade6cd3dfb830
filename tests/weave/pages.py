"""Pages taken apart."""

from __future__ import annotations

from html.parser import HTMLParser

VOID = {"meta", "br", "hr", "wbr", "img", "path", "input", "link"}


class Page(HTMLParser):
    """A page taken apart: its anchors, its links, and what is wanted from elsewhere."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.anchors: list[str] = []
        self.links: list[str] = []
        self.wanted: list[str] = []
        self.tags: set[str] = set()
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert tag not in ("iframe", "object", "embed", "base"), tag
        for name, value in attrs:
            assert not name.startswith("on"), name
            if name == "id":
                self.anchors.append(value or "")
            if name == "href" and tag != "link":
                self.links.append(value or "")
            if name == "href" and tag == "link":
                self.wanted.append(value or "")
            if name in ("src", "srcset", "data", "action"):
                self.wanted.append(value or "")
        self.tags.add(tag)
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert tag in VOID or tag == self.open.pop(), self.getpos()
