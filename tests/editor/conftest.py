"""A real client: it starts `noughts lsp`, and speaks to it over standard input and output."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable, Coroutine, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, TypeVar

import pytest
from lsprotocol import types as lsp
from pygls.lsp.client import LanguageClient

from noughts.editor.server import common_length

_T = TypeVar("_T")
PATIENCE = 600
"""Seconds until a server that does not answer counts as broken; a busy machine needs some of them."""


class Editor:
    """An editor with the documents that a test opens in it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.loop = asyncio.new_event_loop()
        self.thread = ThreadPoolExecutor(1)
        self.client = LanguageClient("editor", "1")
        self.published: dict[str, lsp.PublishDiagnosticsParams] = {}
        self.refreshed = 0
        self.version = 0
        self.versions: dict[str, int] = {}
        self.texts: dict[str, str] = {}

        @self.client.feature(lsp.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)
        def diagnosed(params: lsp.PublishDiagnosticsParams) -> None:
            self.published[params.uri] = params

        @self.client.feature(lsp.WORKSPACE_CODE_LENS_REFRESH)
        def renewed(*nothing: object) -> None:
            self.refreshed += 1

    def run(self, work: Coroutine[Any, Any, _T]) -> _T:
        """The result of some work, in a thread of its own: a browser's loop may be running in this one."""
        waited = asyncio.wait_for(work, PATIENCE)
        return self.thread.submit(lambda: self.loop.run_until_complete(waited)).result()

    def tell(self, send: Callable[[], None]) -> None:
        """Send what has no answer."""

        async def work() -> None:
            send()

        self.run(work())

    def start(self) -> lsp.InitializeResult:
        return self.run(self.started())

    async def started(self) -> lsp.InitializeResult:
        await self.client.start_io(sys.executable, "-m", "noughts", "lsp")
        capabilities = lsp.ClientCapabilities(
            workspace=lsp.WorkspaceClientCapabilities(
                code_lens=lsp.CodeLensWorkspaceClientCapabilities(refresh_support=True)
            )
        )
        found = await self.client.initialize_async(lsp.InitializeParams(capabilities))
        self.client.initialized(lsp.InitializedParams())
        return found

    def stop(self) -> None:
        async def work() -> None:
            await self.client.shutdown_async(None)
            self.client.exit(None)
            await self.client.stop()

        self.run(work())
        self.thread.shutdown()
        self.loop.close()

    # Documents

    def uri(self, name: str) -> str:
        return (self.folder / name).as_uri()

    def open(self, name: str, text: str, language: str = "led") -> Sequence[lsp.Diagnostic]:
        """Open a document; what is wrong with it."""
        version = self.newer(name)
        self.texts[name] = text
        item = lsp.TextDocumentItem(self.uri(name), language, version, text)
        self.tell(lambda: self.client.text_document_did_open(lsp.DidOpenTextDocumentParams(item)))
        return self.diagnostics(name)

    def type(self, name: str, text: str) -> Sequence[lsp.Diagnostic]:
        """Change the text of a document; what is wrong with it then."""
        self.tell(lambda: self.change(name, text))
        return self.diagnostics(name)

    def change(self, name: str, text: str) -> None:
        """Send the part of a text that changes, as an editor does."""
        before, self.texts[name] = self.texts[name], text
        start = common_length(before, text)
        end = len(before) - common_length(before[start:][::-1], text[start:][::-1])
        place = lsp.Range(position(before, start), position(before, end))
        new = text[start : len(text) - (len(before) - end)]
        self.newer(name)
        self.client.text_document_did_change(
            lsp.DidChangeTextDocumentParams(
                lsp.VersionedTextDocumentIdentifier(self.versions[name], self.uri(name)),
                [lsp.TextDocumentContentChangePartial(place, new)],
            )
        )

    def newer(self, name: str) -> int:
        """A version that no document had before, so that what is published is known to be of this one."""
        self.version += 1
        self.versions[name] = self.version
        return self.version

    def close(self, name: str) -> None:
        closed = lsp.DidCloseTextDocumentParams(self.document(name))
        self.tell(lambda: self.client.text_document_did_close(closed))

    def document(self, name: str) -> lsp.TextDocumentIdentifier:
        return lsp.TextDocumentIdentifier(self.uri(name))

    def diagnostics(self, name: str) -> Sequence[lsp.Diagnostic]:
        """What is wrong with the version of a document that was sent last."""

        def is_here() -> bool:
            there = self.published.get(self.uri(name))
            return there is not None and there.version == self.versions[name]

        self.until(is_here)
        return list(self.published[self.uri(name)].diagnostics)

    def until(self, holds: Callable[[], object]) -> None:
        """Wait until something holds."""

        async def work() -> None:
            while not holds():
                await asyncio.sleep(0.01)

        self.run(work())

    def asked_until(self, ask: Callable[[], _T]) -> _T:
        """The first answer to a question that is repeated until there is one."""
        for _ in range(PATIENCE * 10):
            if answer := ask():
                return answer
            self.run(asyncio.sleep(0.1))
        return ask()

    # Places

    def at(self, name: str, text: str, part: str, occurrence: int = 0) -> dict[str, Any]:
        """The arguments of a request about a part of a document, which is to be found in its text."""
        place = -1
        for _ in range(occurrence + 1):
            place = text.index(part, place + 1)
        return {"text_document": self.document(name), "position": position(text, place)}


def position(text: str, place: int) -> lsp.Position:
    before = text[:place]
    column = before.rpartition("\n")[2]
    return lsp.Position(before.count("\n"), len(column.encode("utf-16-le")) // 2)


def text_at(text: str, place: lsp.Range) -> str:
    """The part of a text in a range of one line."""
    assert place.start.line == place.end.line
    line = text.split("\n")[place.start.line].encode("utf-16-le")
    return line[2 * place.start.character : 2 * place.end.character].decode("utf-16-le")


@pytest.fixture(scope="session")
def editor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Editor]:
    it = Editor(tmp_path_factory.mktemp("editor"))
    it.start()
    yield it
    it.stop()
