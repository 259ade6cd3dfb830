"""The documents that are open in an editor, and what was found in each."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from noughts.editor.analysis import Analysis, Analyst
from noughts.editor.second_look import SecondLook
from noughts.text.diagnostic import Diagnostic
from noughts.text.document import Document, read_document, split_document
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
    later: SecondLook | None = None
    read: Callable[[Path], Document] = read_document

    @property
    def is_ours(self) -> bool:
        """Whether it is written for Noughts: other Markdown and TeX is none of its business."""
        return (
            self.language == "led"
            or self.source.name.endswith(_OWN)
            or _MARKS.search(self.source.text) is not None
        )

    def analysed(self) -> Analysis:
        """What is found in it now; what it uses is read as it stands in the editor."""
        if self.analysis is None:
            self.analysis = self.analyst.analysis(self.source, self.read)
        return self.analysis

    @property
    def document(self) -> Document:
        """The document itself, as it was split."""
        return self.analysed().documents[0]

    @property
    def diagnostics(self) -> list[Diagnostic]:
        """What is wrong with it, as far as is known."""
        if not self.is_ours:
            return []
        own = self.analysed().diagnostics_in(self.source)
        if self.later is None:
            return own
        told = {(each.code, each.span) for each in own}
        return own + [each for each in self.later.diagnostics if (each.code, each.span) not in told]

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
        new = OpenDocument(Source(name, ""), language=language, read=self.read)
        there = self._open.setdefault(name, new)
        there.source, there.version = Source(name, text), version
        self.forget(name)
        return there

    def forget(self, name: str) -> None:
        """Forget what was found in a document, and in those that use it."""
        for document in self.readers_of(name):
            document.analysis = document.later = None

    def readers_of(self, name: str) -> list[OpenDocument]:
        """The open documents in whose analysis a document takes part."""
        return [
            document
            for own, document in self._open.items()
            if own == name
            or (document.analysis and name in {text.source.name for text in document.analysis.documents})
        ]

    def read(self, path: Path) -> Document:
        """The document in a file, as it stands in the editor if it is open there."""
        there = self._open.get(str(path.absolute()))
        return read_document(path) if there is None else split_document(there.source)

    def close(self, name: str) -> None:
        """Close a document."""
        self._open.pop(name, None)
