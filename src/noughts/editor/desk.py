"""The documents that are open in an editor, and what was found in each."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from noughts.editor.analysis import Analysis, Analyst
from noughts.text.document import Document
from noughts.text.source import Source, Span

_MARKS = re.compile(r"/\$|(?<!\S)/\?(?=\s)|^[ \t]*cmd:>", re.MULTILINE)
_OWN = ".led"


@dataclass
class OpenDocument:
    """A text in the editor, its version, and the last analysis of it."""

    source: Source
    version: int | None = None
    language: str = ""
    analyst: Analyst = field(default_factory=Analyst)
    analysis: Analysis | None = None

    @property
    def is_ours(self) -> bool:
        """Whether it is written for Noughts: other Markdown and TeX is none of its business."""
        return (
            self.language == "led"
            or self.source.name.endswith(_OWN)
            or _MARKS.search(self.source.text) is not None
        )

    def analysed(self) -> Analysis:
        """What is found in it now."""
        if self.analysis is None:
            self.analysis = self.analyst.analysis([self.source])
        return self.analysis

    @property
    def document(self) -> Document:
        """The document itself, as it was split."""
        return self.analysed().documents[0]

    def place(self, offset: int) -> Span:
        """The empty span at an offset."""
        return Span(self.source, offset, offset)


class Desk:
    """All open documents, by name."""

    def __init__(self) -> None:
        self._open: dict[str, OpenDocument] = {}

    @property
    def open(self) -> Mapping[str, OpenDocument]:
        """The open documents."""
        return self._open

    def put(self, name: str, text: str, version: int | None, language: str = "") -> OpenDocument:
        """Open a document, or replace its text."""
        there = self._open.setdefault(name, OpenDocument(Source(name, ""), language=language))
        there.source, there.version, there.analysis = Source(name, text), version, None
        return there

    def close(self, name: str) -> None:
        """Close a document."""
        self._open.pop(name, None)
