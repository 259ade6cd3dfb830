"""The language server: what an editor asks, and what it is told."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import TypeAlias

from lsprotocol import types as lsp
from pygls.lsp.server import LanguageServer

from noughts.editor import protocol
from noughts.editor.desk import Desk, OpenDocument
from noughts.editor.hover import hover_text
from noughts.editor.occurrences import Occurrence

_PAUSE = 0.02
"""Seconds to wait for the next key before looking: of keys that come together, only the last counts."""


Pointing: TypeAlias = lsp.HoverParams | lsp.DefinitionParams | lsp.ReferenceParams
"""What has a document and a position in it."""


class NoughtsServer(LanguageServer):
    """A server of one editor, with the documents that are open in it."""

    def __init__(self, version: str) -> None:
        full = lsp.TextDocumentSyncKind.Full  # lines are counted once, and by `Source`
        super().__init__("noughts", version, text_document_sync_kind=full)
        self.desk = Desk()
        self.waiting: dict[str, asyncio.TimerHandle] = {}

    def look_soon(self, uri: str) -> None:
        """Look at a document once no further key comes."""
        if (earlier := self.waiting.pop(uri, None)) is not None:
            earlier.cancel()
        self.waiting[uri] = asyncio.get_running_loop().call_later(_PAUSE, self.look, uri)

    def look(self, uri: str) -> None:
        """Publish what is wrong with a document."""
        self.waiting.pop(uri, None)
        document = self.desk.open.get(protocol.name_of_uri(uri))
        if document is None:
            return
        found = document.analysed().diagnostics_in(document.source) if document.is_ours else ()
        self.text_document_publish_diagnostics(
            lsp.PublishDiagnosticsParams(uri, [protocol.diagnostic(each) for each in found], document.version)
        )

    def document(self, uri: str) -> OpenDocument | None:
        """An open document that is written for Noughts."""
        found = self.desk.open.get(protocol.name_of_uri(uri))
        return found if found is not None and found.is_ours else None

    def name_at(self, params: Pointing) -> tuple[OpenDocument, Occurrence] | None:
        """The name at a position."""
        document = self.document(params.text_document.uri)
        if document is None:
            return None
        place = document.place(protocol.offset_at(document.source, params.position))
        found = document.analysed().occurrences.at(place)
        return None if found is None else (document, found)


def server(version: str) -> NoughtsServer:
    """The server, with all that it can do."""
    it = NoughtsServer(version)

    @it.feature(lsp.TEXT_DOCUMENT_DID_OPEN)
    async def opened(ls: NoughtsServer, params: lsp.DidOpenTextDocumentParams) -> None:
        new = params.text_document
        ls.desk.put(protocol.name_of_uri(new.uri), new.text, new.version, new.language_id)
        ls.look_soon(new.uri)

    @it.feature(lsp.TEXT_DOCUMENT_DID_CHANGE)
    async def changed(ls: NoughtsServer, params: lsp.DidChangeTextDocumentParams) -> None:
        new = params.text_document
        name = protocol.name_of_uri(new.uri)
        readers = ls.desk.readers_of(name)
        ls.desk.put(name, params.content_changes[-1].text, new.version)
        for reader in readers:
            ls.look_soon(protocol.uri_of_name(reader.source.name))

    @it.feature(lsp.TEXT_DOCUMENT_DID_CLOSE)
    async def closed(ls: NoughtsServer, params: lsp.DidCloseTextDocumentParams) -> None:
        ls.desk.close(protocol.name_of_uri(params.text_document.uri))
        ls.text_document_publish_diagnostics(lsp.PublishDiagnosticsParams(params.text_document.uri, []))

    @it.feature(lsp.TEXT_DOCUMENT_HOVER)
    async def hovered(ls: NoughtsServer, params: lsp.HoverParams) -> lsp.Hover | None:
        if (there := ls.name_at(params)) is None:
            return None
        document, found = there
        text = hover_text(document.analysed(), found.meaning)
        return lsp.Hover(lsp.MarkupContent(lsp.MarkupKind.Markdown, text), protocol.range_of(found.span))

    @it.feature(lsp.TEXT_DOCUMENT_DEFINITION)
    async def defined(ls: NoughtsServer, params: lsp.DefinitionParams) -> Sequence[lsp.Location]:
        if (there := ls.name_at(params)) is None:
            return []
        document, found = there
        all_places = document.analysed().occurrences.of(found.meaning)
        return [protocol.location(each.span) for each in all_places if each.binds]

    @it.feature(lsp.TEXT_DOCUMENT_REFERENCES)
    async def used(ls: NoughtsServer, params: lsp.ReferenceParams) -> Sequence[lsp.Location]:
        if (there := ls.name_at(params)) is None:
            return []
        document, found = there
        wanted = params.context.include_declaration
        all_places = document.analysed().occurrences.of(found.meaning)
        return [protocol.location(each.span) for each in all_places if wanted or not each.binds]

    return it
