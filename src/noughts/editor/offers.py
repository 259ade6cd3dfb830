"""What the language server offers beside errors and names: changes, an outline, words, lenses, colours."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from lsprotocol import types as lsp
from pygls.exceptions import JsonRpcInvalidRequest

from noughts.editor import protocol
from noughts.editor.completion import suggestions
from noughts.editor.edits import Replacement, laid_out_again, renamed
from noughts.editor.outline import OutlineItem, outline
from noughts.editor.tokens import KINDS, encoded
from noughts.refusal import Refusal
from noughts.text.diagnostic import DocumentError

if TYPE_CHECKING:
    from noughts.editor.server import NoughtsServer

_SYMBOLS = {
    "heading": lsp.SymbolKind.String,
    "constant": lsp.SymbolKind.Constant,
    "relation": lsp.SymbolKind.Boolean,
}
_WORDS = {
    "constant": lsp.CompletionItemKind.Constant,
    "document": lsp.CompletionItemKind.Module,
    "local name": lsp.CompletionItemKind.Variable,
    "builtin": lsp.CompletionItemKind.Keyword,
}


def offer_more(it: NoughtsServer) -> None:
    """Let a server offer all this."""
    _offer_changes(it)
    _offer_views(it)


def _offer_changes(it: NoughtsServer) -> None:
    """Names, repairs and layout."""

    @it.feature(lsp.TEXT_DOCUMENT_RENAME)
    async def rename(ls: NoughtsServer, params: lsp.RenameParams) -> lsp.WorkspaceEdit | None:
        if (there := ls.name_at(params)) is None:
            return None
        document, found = there
        name = document.source.name
        readers = [each.analysed() for each in ls.desk.readers_of(name) if each is not document]
        try:
            return workspace_edit(renamed([document.analysed(), *readers], found, params.new_name))
        except Refusal as refusal:
            raise JsonRpcInvalidRequest(str(refusal)) from None

    @it.feature(lsp.TEXT_DOCUMENT_FORMATTING)
    async def layout(ls: NoughtsServer, params: lsp.DocumentFormattingParams) -> Sequence[lsp.TextEdit]:
        document = ls.document(params.text_document.uri)
        try:
            return [] if document is None else text_edits(laid_out_again(document.document))
        except DocumentError:
            return []
        except Refusal as refusal:
            raise JsonRpcInvalidRequest(str(refusal)) from None

    @it.feature(
        lsp.TEXT_DOCUMENT_CODE_ACTION, lsp.CodeActionOptions(code_action_kinds=[lsp.CodeActionKind.QuickFix])
    )
    async def repairs(ls: NoughtsServer, params: lsp.CodeActionParams) -> Sequence[lsp.CodeAction]:
        document = ls.document(params.text_document.uri)
        found: list[lsp.CodeAction] = []
        for each in document.diagnostics if document is not None else ():
            shown = protocol.diagnostic(each)
            if each.fix and meets(shown.range, params.range):
                edit = workspace_edit(each.fix)
                title = each.help or f"write `{each.fix[0][1]}`"
                kind = lsp.CodeActionKind.QuickFix
                found.append(lsp.CodeAction(title, kind, diagnostics=[shown], edit=edit, is_preferred=True))
        return found


def _offer_views(it: NoughtsServer) -> None:
    """The outline, words to write, lenses and colours."""

    @it.feature(lsp.TEXT_DOCUMENT_DOCUMENT_SYMBOL)
    async def lines(ls: NoughtsServer, params: lsp.DocumentSymbolParams) -> Sequence[lsp.DocumentSymbol]:
        document = ls.document(params.text_document.uri)
        return [] if document is None else [symbol(line) for line in outline(document.analysed())]

    @it.feature(lsp.TEXT_DOCUMENT_COMPLETION)
    async def words(ls: NoughtsServer, params: lsp.CompletionParams) -> Sequence[lsp.CompletionItem]:
        document = ls.document(params.text_document.uri)
        if document is None:
            return []
        place = document.place(protocol.offset_at(document.source, params.position))
        return [
            lsp.CompletionItem(
                each.word,
                kind=_WORDS.get(each.kind, lsp.CompletionItemKind.Function),
                detail=each.detail,
                documentation=each.prose or None,
            )
            for each in suggestions(document.analysed(), place)
        ]

    @it.feature(lsp.TEXT_DOCUMENT_CODE_LENS)
    async def lenses(ls: NoughtsServer, params: lsp.CodeLensParams) -> Sequence[lsp.CodeLens]:
        document = ls.document(params.text_document.uri)
        if document is None or document.later is None:
            return []
        found = [
            lens(protocol.range_of(verdict.span), "✓ holds" if verdict.passed else "✗ fails", "")
            for verdict in document.later.verdicts
        ]
        if document.later.game is not None:
            top = lsp.Range(lsp.Position(0, 0), lsp.Position(0, 0))
            path, solution = document.source.name, document.later.solution
            found.append(lens(top, "play", "noughts.play", path))
            found.append(lens(top, f"solve: {solution}" if solution else "solve", "noughts.solve", path))
        return found

    @it.feature(lsp.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL, lsp.SemanticTokensLegend(list(KINDS), ["definition"]))
    async def colours(ls: NoughtsServer, params: lsp.SemanticTokensParams) -> lsp.SemanticTokens:
        document = ls.document(params.text_document.uri)
        return lsp.SemanticTokens([] if document is None else encoded(document.analysed()))


def lens(place: lsp.Range, title: str, command: str, *arguments: Any) -> lsp.CodeLens:
    """A line of text above a place, with a command of the client if it can be chosen."""
    return lsp.CodeLens(place, command=lsp.Command(title, command, arguments=list(arguments)))


def symbol(line: OutlineItem) -> lsp.DocumentSymbol:
    """A line of the outline."""
    place = protocol.range_of(line.span)
    kind = _SYMBOLS.get(line.kind, lsp.SymbolKind.Function)
    below = [symbol(each) for each in line.below]
    detail = "" if line.kind == "heading" else line.kind
    return lsp.DocumentSymbol(line.text, kind, place, place, detail=detail, children=below)


def text_edits(found: Iterable[Replacement]) -> list[lsp.TextEdit]:
    """Replacements in one document."""
    return [lsp.TextEdit(protocol.range_of(span), text) for span, text in found]


def workspace_edit(found: Iterable[Replacement]) -> lsp.WorkspaceEdit:
    """Replacements in any documents."""
    by_document: dict[str, list[Replacement]] = defaultdict(list)
    for each in found:
        by_document[protocol.uri_of_name(each[0].source.name)].append(each)
    return lsp.WorkspaceEdit(changes={uri: text_edits(edits) for uri, edits in by_document.items()})


def meets(one: lsp.Range, other: lsp.Range) -> bool:
    """Whether two ranges touch."""

    def key(place: lsp.Position) -> tuple[int, int]:
        return (place.line, place.character)

    return key(one.start) <= key(other.end) and key(other.start) <= key(one.end)
