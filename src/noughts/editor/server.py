"""The language server: what an editor asks, and what it is told."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from typing import TypeAlias

from lsprotocol import types as lsp
from pygls.exceptions import JsonRpcException
from pygls.lsp.server import LanguageServer

from noughts.editor import protocol
from noughts.editor.desk import Desk, OpenDocument
from noughts.editor.hover import hover_text
from noughts.editor.occurrences import Occurrence
from noughts.editor.second_look import second_look
from noughts.editor.solution import solution_in_words
from noughts.language.core import Program
from noughts.stop import Stop, Stopped

_QUIET = 0.3
"""Seconds without a key after which the second look begins."""
_PAUSE = 0.02
"""Seconds to wait for the next key before looking: of keys that come together, only the last counts."""


Pointing: TypeAlias = lsp.HoverParams | lsp.DefinitionParams | lsp.ReferenceParams | lsp.RenameParams
"""What has a document and a position in it."""


class NoughtsServer(LanguageServer):
    """A server of one editor, with the documents that are open in it."""

    def __init__(self, version: str) -> None:
        full = lsp.TextDocumentSyncKind.Full  # lines are counted once, and by `Source`
        super().__init__("noughts", version, text_document_sync_kind=full)
        self.desk = Desk()
        self.waiting: dict[str, asyncio.TimerHandle] = {}
        self.looking: dict[str, tuple[Stop, asyncio.Task[None]]] = {}
        self.is_shut_down = False
        self.is_abandoned = False
        """Whether it exits without having been shut down, which the protocol calls an error."""

    def look_soon(self, uri: str) -> None:
        """Look at a document once no further key comes."""
        if (earlier := self.waiting.pop(uri, None)) is not None:
            earlier.cancel()
        self.waiting[uri] = asyncio.get_running_loop().call_later(_PAUSE, self.look, uri)

    def look_at_all(self, documents: Sequence[OpenDocument]) -> None:
        """Look at several documents soon."""
        for document in documents:
            self.look_soon(protocol.uri_of_name(document.source.name))

    def look(self, uri: str) -> None:
        """Publish what is wrong with a document."""
        self.waiting.pop(uri, None)
        document = self.desk.open.get(protocol.name_of_uri(uri))
        if document is None:
            return
        self.publish(uri, document)
        if document.is_ours:
            self.look_again(uri, document)

    def publish(self, uri: str, document: OpenDocument) -> None:
        """Publish what is known to be wrong with a document."""
        found = [protocol.diagnostic(each) for each in document.diagnostics]
        self.text_document_publish_diagnostics(lsp.PublishDiagnosticsParams(uri, found, document.version))

    def look_again(self, uri: str, document: OpenDocument) -> None:
        """Begin the second look at a document, in place of an earlier one."""
        if uri in self.looking:
            self.looking[uri][0].wanted = True
        stop = Stop()
        self.looking[uri] = (stop, asyncio.create_task(self.second_look(uri, document, stop)))

    async def second_look(self, uri: str, document: OpenDocument, stop: Stop) -> None:
        """Look again once nobody types, and publish what was found if nothing has changed meanwhile."""
        await asyncio.sleep(_QUIET)
        if stop.wanted:
            return
        source = document.source
        try:
            found = await asyncio.to_thread(second_look, source, self.desk.read, stop)
        except Stopped:
            return
        if document.source is not source or stop.wanted:
            return
        document.later = found
        if found.diagnostics:
            self.publish(uri, document)
        await self.refresh_lenses()
        if found.game is not None:
            await self.solve(document, found.game, stop)

    async def solve(self, document: OpenDocument, game: Program, stop: Stop) -> None:
        """Tell who wins a small game, if nothing has changed meanwhile."""
        source, found = document.source, document.later
        try:
            solution = await asyncio.to_thread(solution_in_words, game, stop)
        except Stopped:
            return
        if solution and found is not None and document.later is found and document.source is source:
            document.later = replace(found, solution=solution)
            await self.refresh_lenses()

    async def refresh_lenses(self) -> None:
        """Have the editor ask for the lenses again, if it can."""
        workspace = self.client_capabilities.workspace
        if workspace and workspace.code_lens and workspace.code_lens.refresh_support:
            with suppress(JsonRpcException):  # an editor that cannot after all asks when it likes
                await self.workspace_code_lens_refresh_async(None)

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
    """The server, with errors and names."""
    it = NoughtsServer(version)

    @it.feature(lsp.SHUTDOWN)
    async def shut_down(ls: NoughtsServer, params: None) -> None:
        ls.is_shut_down = True

    @it.feature(lsp.EXIT)
    def exited(ls: NoughtsServer, params: None) -> None:  # at once: the next message would be waited for
        ls.is_abandoned = not ls.is_shut_down
        for stop, _ in ls.looking.values():
            stop.wanted = True

    @it.feature(lsp.TEXT_DOCUMENT_DID_OPEN)
    async def opened(ls: NoughtsServer, params: lsp.DidOpenTextDocumentParams) -> None:
        new = params.text_document
        name = protocol.name_of_uri(new.uri)
        readers = ls.desk.readers_of(name)
        there = ls.desk.put(name, new.text, new.version, new.language_id)
        ls.look_at_all([there, *readers])

    @it.feature(lsp.TEXT_DOCUMENT_DID_CHANGE)
    async def changed(ls: NoughtsServer, params: lsp.DidChangeTextDocumentParams) -> None:
        new = params.text_document
        name = protocol.name_of_uri(new.uri)
        readers = ls.desk.readers_of(name)
        there = ls.desk.put(name, params.content_changes[-1].text, new.version)
        ls.look_at_all([there, *readers])

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
