"""The language server: open documents, and its answers to an editor."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TypeAlias

from lsprotocol import types as lsp
from msgspec import Struct, field
from msgspec.structs import replace
from pygls.exceptions import JsonRpcException
from pygls.lsp.server import LanguageServer

from noughts.documents.by_rules import GameByRules
from noughts.documents.check_report import notes_by_trying
from noughts.documents.from_document import game_from, missing
from noughts.documents.rehearsal import Rehearsal
from noughts.editor import protocol
from noughts.editor.analysis import Analysis, Analyst
from noughts.editor.hover import hover_text
from noughts.editor.occurrences import Occurrence
from noughts.games.game import RulesError
from noughts.language import core as c
from noughts.language.check import check_documents
from noughts.language.conventions import CLICKS, RULES
from noughts.language.core import Program
from noughts.language.notes import review
from noughts.meaning.budget import SECONDS_WHILE_WRITING, Budget
from noughts.meaning.compile import Compiled
from noughts.meaning.self_test import Verdict, self_test
from noughts.refusal import Refusal
from noughts.solvers.plan import Plan
from noughts.stop import Stop, Stopped, honouring, stopped_after
from noughts.text.diagnostic import Diagnostic, DocumentError
from noughts.text.document import Document, read_document, split_document
from noughts.text.source import Source, Span
from noughts.text.used import with_used

# The value of a small game, shown above its document; it is solved in the background, if that is quick.

# The most positions, which plain Python lists in that time.  `noughts solve` solves larger games, and shows
# its progress.
_POSITIONS = 20_000


def solution_in_words(program: c.Program, stop: Stop) -> str:
    """The value of a game by its rules and the number of its positions; empty if that takes too long."""
    try:
        with honouring(stop), stopped_after(SECONDS_WHILE_WRITING):
            game = game_from(program, name="the game", by="rules")
            assert isinstance(game, GameByRules)
            solved, _ = Plan(limit=_POSITIONS, diagrams=False).solve(game)
            value, count = solved.value(game.initial), solved.figures.positions
    except (Stopped, Refusal, RulesError):
        stop.look()
        return ""
    return f"{value}, {count:,} position{'' if count == 1 else 's'}"


# The documents that are open in an editor, each with its analysis.

# A region, a claim or a transcript: what Markdown and TeX have only where they are written for Noughts.
_MARKS = re.compile(r"/\$|(?<!\S)/\?(?=\s)|^[ \t]*cmd:>", re.MULTILINE)
# The ending of documents that consist of nothing else.
_OWN = ".led"


class OpenDocument(Struct):
    """A text in the editor, its version, and the last analysis of it."""

    source: Source
    version: int | None = None
    language: str = ""
    analyst: Analyst = field(default_factory=Analyst)
    analysis: Analysis | None = None
    last: Analysis | None = None
    later: BackgroundCheck | None = None
    read: Callable[[Path], Document] = read_document

    @property
    def is_ours(self) -> bool:
        """Whether it is written for Noughts, unlike other Markdown and TeX."""
        return (
            self.language == "led"
            or self.source.name.endswith(_OWN)
            or _MARKS.search(self.source.text) is not None
        )

    def analysed(self) -> Analysis:
        """The analysis of the current text; documents that it uses are read as they are in the editor."""
        if self.analysis is None:
            self.analysis = self.last = self.analyst.analysis(self.source, self.read)
        return self.analysis

    def at_hand(self, place: Span) -> tuple[Analysis, Span]:
        """The last analysis, and a place in its text: after a key that is not looked at yet, in the text
        before."""
        if self.analysis is not None or self.last is None:
            return self.analysed(), place
        before = self.last.documents[0].source
        same = common_length(self.source.text, before.text)
        longer = len(self.source.text) - len(before.text)
        offset = place.start if place.start <= same else max(same, place.start - longer)
        return self.last, Span(before, offset, offset)

    @property
    def document(self) -> Document:
        """The document itself, as it was split."""
        return self.analysed().documents[0]

    @property
    def diagnostics(self) -> list[Diagnostic]:
        """The diagnostics that are known so far."""
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


def common_length(one: str, other: str) -> int:
    """The number of characters with which both texts begin."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((place for place, (a, b) in pairs if a != b), min(len(one), len(other)))


class Workspace:
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
        """Forget the analysis of a document, and of those that use it."""
        for document in self.readers_of(name):
            document.analysis = document.later = None

    def readers_of(self, name: str) -> list[OpenDocument]:
        """The open documents whose analysis includes a document."""
        return [
            document
            for own, document in self._open.items()
            if own == name
            or (document.analysis and name in {text.source.name for text in document.analysis.documents})
        ]

    def read(self, path: Path) -> Document:
        """The document in a file, or its text in the editor if it is open there."""
        there = self._open.get(str(path.absolute()))
        return read_document(path) if there is None else split_document(there.source)

    def close(self, name: str) -> None:
        """Close a document."""
        self._open.pop(name, None)


# Seconds without a key after which the background check begins.
_QUIET = 0.3
# Seconds to wait for the next key before looking: of keys that come together, only the last counts.
_PAUSE = 0.01


Pointing: TypeAlias = (
    lsp.HoverParams
    | lsp.CompletionParams
    | lsp.SignatureHelpParams
    | lsp.DefinitionParams
    | lsp.ReferenceParams
    | lsp.RenameParams
    | lsp.PrepareRenameParams
)
"""Parameters with a document and a position in it."""


class NoughtsServer(LanguageServer):
    """A server of one editor, with the documents that are open in it."""

    def __init__(self, version: str) -> None:
        super().__init__("noughts", version, text_document_sync_kind=lsp.TextDocumentSyncKind.Incremental)
        self.desk = Workspace()
        self.waiting: dict[str, asyncio.TimerHandle] = {}
        self.looking: dict[str, tuple[Stop, asyncio.Task[None]]] = {}
        self.is_shut_down = False
        self.has_left = False
        """Whether the editor waits for no more answers."""
        self.is_abandoned = False
        """Whether it exits without having been shut down, which the protocol calls an error."""

    def look_soon(self, uri: str) -> None:
        """Look at a document once no further key comes."""
        if (earlier := self.waiting.pop(uri, None)) is not None:
            earlier.cancel()
        self.waiting[uri] = asyncio.get_running_loop().call_later(_PAUSE, self.look_in_time, uri)

    def look_in_time(self, uri: str) -> None:
        """Look at a document, but not while answers are late: then further keys wait to be read."""
        late = asyncio.get_running_loop().time() - self.waiting[uri].when()
        (self.look_soon if late > _PAUSE else self.look)(uri)

    def look_at_all(self, documents: Sequence[OpenDocument]) -> None:
        """Look at several documents soon."""
        for document in documents:
            self.look_soon(protocol.uri_of_name(document.source.name))

    def look(self, uri: str) -> None:
        """Analyse a document and publish its diagnostics."""
        self.waiting.pop(uri, None)
        document = self.desk.open.get(protocol.name_of_uri(uri))
        if document is None:
            return
        self.publish(uri, document)
        if document.is_ours:
            self.look_again(uri, document)

    def publish(self, uri: str, document: OpenDocument) -> None:
        """Publish the known diagnostics of a document, unless the editor has left."""
        if self.has_left:
            return
        found = [protocol.diagnostic(each) for each in document.diagnostics]
        self.text_document_publish_diagnostics(lsp.PublishDiagnosticsParams(uri, found, document.version))

    def look_again(self, uri: str, document: OpenDocument) -> None:
        """Begin the background check of a document, in place of an earlier one."""
        if uri in self.looking:
            self.looking[uri][0].wanted = True
        stop = Stop()
        self.looking[uri] = (stop, asyncio.create_task(self.background_check(uri, document, stop)))

    async def background_check(self, uri: str, document: OpenDocument, stop: Stop) -> None:
        """Check a document after a pause in typing, and publish the results if the text has not changed."""
        await asyncio.sleep(_QUIET)
        if stop.wanted:
            return
        source = document.source
        try:
            found = await asyncio.to_thread(background_check, source, self.desk.read, stop)
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
        """Show the value of a small game, if the text has not changed meanwhile."""
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
        if not self.has_left and workspace and workspace.code_lens and workspace.code_lens.refresh_support:
            with suppress(
                JsonRpcException
            ):  # an editor that fails to do so asks for the lenses at other times
                await self.workspace_code_lens_refresh_async(None)

    def document(self, uri: str) -> OpenDocument | None:
        """An open document that is written for Noughts."""
        found = self.desk.open.get(protocol.name_of_uri(uri))
        return found if found is not None and found.is_ours else None

    def pointed_at(self, params: Pointing) -> tuple[OpenDocument, Span] | None:
        """A document that is written for Noughts, and a position in it."""
        document = self.document(params.text_document.uri)
        if document is None:
            return None
        return document, document.place(protocol.offset_at(document.source, params.position))

    def name_at(self, params: Pointing) -> tuple[OpenDocument, Occurrence] | None:
        """The name at a position."""
        if (there := self.pointed_at(params)) is None:
            return None
        document, place = there
        found = document.analysed().occurrences.at(place)
        return None if found is None else (document, found)


def server(version: str) -> NoughtsServer:
    """The server, with diagnostics, names and all offers."""
    it = NoughtsServer(version)

    @it.feature(lsp.SHUTDOWN)
    async def shut_down(ls: NoughtsServer, params: None) -> None:
        ls.is_shut_down = ls.has_left = True

    @it.feature(lsp.EXIT)
    def exited(ls: NoughtsServer, params: None) -> None:  # at once: the next message would be waited for
        ls.is_abandoned = not ls.is_shut_down
        ls.has_left = True
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
        text = ls.workspace.get_text_document(new.uri).source
        there = ls.desk.put(name, text, new.version)
        ls.look_at_all([there, *readers])

    @it.feature(lsp.TEXT_DOCUMENT_DID_CLOSE)
    async def closed(ls: NoughtsServer, params: lsp.DidCloseTextDocumentParams) -> None:
        ls.desk.close(protocol.name_of_uri(params.text_document.uri))
        ls.text_document_publish_diagnostics(lsp.PublishDiagnosticsParams(params.text_document.uri, []))

    @it.feature(lsp.TEXT_DOCUMENT_HOVER)
    async def hovered(ls: NoughtsServer, params: lsp.HoverParams) -> lsp.Hover | None:
        if (there := ls.pointed_at(params)) is None:
            return None
        document, place = there
        analysis, place = document.at_hand(place)
        if (found := analysis.occurrences.at(place)) is None:
            return None
        text = lsp.MarkupContent(lsp.MarkupKind.Markdown, hover_text(analysis, found.meaning))
        is_now = analysis is document.analysis  # else the place is that in the text before the last key
        return lsp.Hover(text, protocol.range_of(found.span) if is_now else None)

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


# The background check of a text, which is too slow to run at each key: notes, claims and test matches.


class BackgroundCheck(Struct, frozen=True):
    """The results for a text without errors: diagnostics, verdicts on its tests, and the program if it is a
    game.

    The `solution` of a small game, in words, is found last; of any game it says how random `matches` went.
    """

    diagnostics: Sequence[Diagnostic] = ()
    verdicts: Sequence[Verdict] = ()
    game: c.Program | None = None
    matches: str = ""
    solution: str = ""


def background_check(source: Source, read: Callable[[Path], Document], stop: Stop) -> BackgroundCheck:
    """The background check of a text; `noughts.stop.Stopped` if the text has changed."""
    with honouring(stop):
        return looked_again(source, read, stop)


def looked_again(source: Source, read: Callable[[Path], Document], stop: Stop) -> BackgroundCheck:
    """The same, in a thread that can be stopped."""
    try:
        program = check_documents(with_used([split_document(source)], read))
    except DocumentError:
        return BackgroundCheck()
    stop.look()
    errors, notes = review(program)
    stop.look()
    meaning = Compiled(program, Budget(seconds=SECONDS_WHILE_WRITING))
    verdicts = list(self_test(program, meaning))
    tried = meaning.twin(Budget(seconds=SECONDS_WHILE_WRITING))
    more, rehearsal = ([], Rehearsal()) if errors else notes_by_trying(program, notes, tried)
    found = [each for each in (*errors, *notes, *more) if each.span and each.span.source.name == source.name]
    failures = [as_error(verdict) for verdict in verdicts if not verdict.passed]
    is_game = not missing(program, RULES) or not missing(program, CLICKS)
    return BackgroundCheck([*found, *failures], verdicts, program if is_game else None, str(rehearsal))


def as_error(verdict: Verdict) -> Diagnostic:
    """A failing test as a diagnostic."""
    if verdict.problem is not None:
        return verdict.problem
    return Diagnostic("", f"this test fails: expected {verdict.expected}, got {verdict.got}", verdict.span)
