"""The other offers of the language server: changes, an outline, completions, lenses, colours."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any
from unicodedata import normalize

from lsprotocol import types as lsp
from msgspec import Struct, field
from pygls.exceptions import JsonRpcInvalidRequest

from noughts.editor import protocol
from noughts.editor.analysis import KINDS, Analysis, names_by_kind
from noughts.editor.hover import kind_of, prose_of
from noughts.editor.occurrences import Occurrence
from noughts.editor.protocol import position, units
from noughts.editor.reader import in_document
from noughts.editor.suggestions import line_before, suggestions
from noughts.language import tree as t
from noughts.language.builtins import FRAME, FUNCTIONS
from noughts.language.grammar import lexed
from noughts.language.tokens import BRACKETS
from noughts.refusal import Refusal
from noughts.text.diagnostic import DocumentError
from noughts.text.document import Document
from noughts.text.source import Source, Span
from noughts.weave.respell import changes

if TYPE_CHECKING:
    from noughts.editor.server import NoughtsServer

# Semantic tokens: names coloured by their meaning.  The grammar of the editor colours words and signs.


def encoded(analysis: Analysis) -> list[int]:
    """The names of the first document: lines and columns from the one before, length, kind, definition."""
    found: list[int] = []
    line = column = 0
    for each, kind in names_by_kind(analysis):
        at = position(each.span.source, each.span.start)
        character = at.character - (column if at.line == line else 0)
        found += (at.line - line, character, units(each.span.text), KINDS.index(kind), int(each.binds))
        line, column = at.line, at.character
    return found


# The outline of a document: its headings, and below them its definitions and claims.

# A heading in Markdown or in LaTeX.
_HEADING = re.compile(
    r"^(?P<marks>#{1,6})[ \t]+(?P<text>[^\n]+?)[ \t#]*$"
    r"|^\\(?P<sub>(?:sub)*)section\*?\{(?P<name>[^}\n]+)\}",
    re.MULTILINE,
)
# A level deeper than that of any heading: definitions are below all of them.
_BELOW_ALL_HEADINGS = 9


class OutlineItem(Struct):
    """A line of the outline: its text, its kind, its place, and the lines below it."""

    text: str
    kind: str
    span: Span
    level: int
    below: list[OutlineItem] = field(default_factory=list)


def outline(analysis: Analysis) -> list[OutlineItem]:
    """The lines of the first level, with all others below them."""
    source = analysis.documents[0].source
    lines = sorted([*headings(source), *defined(analysis, source)], key=lambda line: line.span.start)
    roots: list[OutlineItem] = []
    above: list[OutlineItem] = []
    for line in lines:
        while above and above[-1].level >= line.level:
            above.pop()
        (above[-1].below if above else roots).append(line)
        above.append(line)
    return roots


def headings(source: Source) -> list[OutlineItem]:
    """The headings of the prose."""
    found = []
    for each in _HEADING.finditer(source.text):
        text, level = (
            (each["text"], len(each["marks"])) if each["marks"] else (each["name"], 1 + len(each["sub"]) // 3)
        )
        found.append(OutlineItem(text, "heading", Span(source, each.start(), each.end()), level))
    return found


def defined(analysis: Analysis, source: Source) -> list[OutlineItem]:
    """The definitions of a document, and the variables and actions of a machine."""
    found = []
    for definition in analysis.definitions.values():
        if (span := in_document(definition.span)).source.name == source.name:
            found.append(OutlineItem(definition.name, kind_of(definition), span, _BELOW_ALL_HEADINGS))
    return found


def folding(analysis: Analysis) -> list[lsp.FoldingRange]:
    """The lines that can be folded: sections, regions and definitions of several lines."""
    source = analysis.documents[0].source
    found = [*analysis.documents[0].regions, *(line.span for line in defined(analysis, source))]
    titles = headings(source)
    for place, title in enumerate(titles):
        next_one = (each.span.start for each in titles[place + 1 :] if each.level <= title.level)
        found.append(Span(source, title.span.start, next(next_one, len(source.text))))
    ranges = [
        (position(source, each.start), position(source, each.start + len(each.text.rstrip())))
        for each in found
    ]
    return [lsp.FoldingRange(start.line, end.line) for start, end in ranges if start.line < end.line]


# Changes that the editor makes: other names, repairs, and the layout of definitions.

Replacement = tuple[Span, str]


def renamed(analyses: Sequence[Analysis], found: Occurrence, name: str) -> Sequence[Replacement]:
    """The replacements of a name by another one; `Refusal` if that name has a meaning already.

    The first analysis is that of the document with the name, the others those of its readers.
    """
    name = normalize("NFC", name.strip())
    if [token.type for token in lexed(name)] != ["NAME"]:
        raise Refusal(f"`{name}` is not a name", "a name is a letter, and then letters, digits and `_`")
    taken = name in FRAME or name in FUNCTIONS or any(name in each.taken_names for each in analyses)
    if taken and name != found.meaning.name:
        raise Refusal(f"`{name}` has a meaning already", "choose another name")
    shared = analyses[:1] if found.meaning.is_local else analyses
    places = [each for analysis in shared for each in analysis.occurrences.of(found.meaning)]
    own = analyses[0].documents[0].source.name
    if any(each.span.source.name != own and each.binds for each in places):
        raise Refusal(f"`{found.meaning.name}` is defined in another document", "open that one")
    return list(dict.fromkeys((each.span, name) for each in places))


def laid_out_again(document: Document) -> Sequence[Replacement]:
    """The definitions and claims of a document that `noughts format` would lay out differently."""
    source = document.source
    found = [(Span(source, each.start, each.end), each.text) for each in changes(document, None)]
    return [(span, text) for span, text in found if span.text != text]


# The kinds of symbols that the protocol has for what an outline shows.
_SYMBOLS = {
    "heading": lsp.SymbolKind.String,
    "constant": lsp.SymbolKind.Constant,
    "relation": lsp.SymbolKind.Boolean,
}
# The kinds of completions that the protocol has for what can be written here.
_WORDS = {
    "constant": lsp.CompletionItemKind.Constant,
    "document": lsp.CompletionItemKind.Module,
    "local name": lsp.CompletionItemKind.Variable,
    "builtin": lsp.CompletionItemKind.Keyword,
}


def offer_more(it: NoughtsServer) -> None:
    """Register all offers with a server."""
    _offer_changes(it)
    _offer_views(it)


def _offer_changes(it: NoughtsServer) -> None:
    """Register renaming, repairs and layout."""

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

    @it.feature(lsp.TEXT_DOCUMENT_PREPARE_RENAME)
    async def name_to_change(ls: NoughtsServer, params: lsp.PrepareRenameParams) -> lsp.Range | None:
        there = ls.name_at(params)
        return None if there is None else protocol.range_of(there[1].span)

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
    """Register the outline, completions, lenses and colours."""

    @it.feature(lsp.TEXT_DOCUMENT_DOCUMENT_SYMBOL)
    async def lines(ls: NoughtsServer, params: lsp.DocumentSymbolParams) -> Sequence[lsp.DocumentSymbol]:
        document = ls.document(params.text_document.uri)
        return [] if document is None else [symbol(line) for line in outline(document.analysed())]

    @it.feature(lsp.WORKSPACE_SYMBOL)
    async def found(ls: NoughtsServer, params: lsp.WorkspaceSymbolParams) -> Sequence[lsp.WorkspaceSymbol]:
        wanted = params.query.casefold()
        return [
            lsp.WorkspaceSymbol(
                location=protocol.location(line.span), name=line.text, kind=kind_of_symbol(line)
            )
            for document in list(ls.desk.open.values())
            if document.is_ours
            for line in defined(document.analysed(), document.source)
            if wanted in line.text.casefold()
        ]

    @it.feature(lsp.TEXT_DOCUMENT_FOLDING_RANGE)
    async def folds(ls: NoughtsServer, params: lsp.FoldingRangeParams) -> Sequence[lsp.FoldingRange]:
        document = ls.document(params.text_document.uri)
        return [] if document is None else folding(document.analysed())

    @it.feature(lsp.TEXT_DOCUMENT_SIGNATURE_HELP, lsp.SignatureHelpOptions(trigger_characters=["(", ","]))
    async def call(ls: NoughtsServer, params: lsp.SignatureHelpParams) -> lsp.SignatureHelp | None:
        if (there := ls.pointed_at(params)) is None:
            return None
        document, place = there
        return signature_help(document.at_hand(place)[0], place)

    @it.feature(lsp.TEXT_DOCUMENT_COMPLETION)
    async def words(ls: NoughtsServer, params: lsp.CompletionParams) -> Sequence[lsp.CompletionItem]:
        if (there := ls.pointed_at(params)) is None:
            return []
        document, place = there
        return [
            lsp.CompletionItem(
                each.word,
                kind=_WORDS.get(each.kind, lsp.CompletionItemKind.Function),
                detail=each.detail,
                documentation=each.prose or None,
            )
            for each in suggestions(*document.at_hand(place), line_before(place))
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
            path, matches, solution = document.source.name, document.later.matches, document.later.solution
            found.append(lens(top, f"play: {matches}" if matches else "play", "noughts.play", path))
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
    below = [symbol(each) for each in line.below]
    detail = "" if line.kind == "heading" else line.kind
    return lsp.DocumentSymbol(line.text, kind_of_symbol(line), place, place, detail=detail, children=below)


def kind_of_symbol(line: OutlineItem) -> lsp.SymbolKind:
    """The kind of a line of the outline."""
    return _SYMBOLS.get(line.kind, lsp.SymbolKind.Function)


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


# Signature help: the definition or builtin that is called at a place, and the argument that is written.


def call_at(place: Span) -> tuple[str, int] | None:
    """The name whose argument is written at a place, and the number of arguments before it."""
    text, start = place.source.text, place.start
    begin = max(text.rfind("\n\n", 0, start), text.rfind("/$", 0, start), text.rfind("/?", 0, start), -2) + 2
    open_: list[tuple[str, str | None, int]] = []  # the closing bracket, the name that is called, its commas
    before = None
    for word in lexed(text, begin, start):
        if word.type in BRACKETS:
            called = str(before) if word.type == "LPAR" and before and before.type == "NAME" else None
            open_.append((BRACKETS[word.type], called, 0))
        elif open_ and word.type == open_[-1][0]:
            open_.pop()
        elif open_ and word.type == "COMMA":
            closing, called, count = open_.pop()
            open_.append((closing, called, count + 1))
        before = word
    _, called, count = open_[-1] if open_ else ("", None, 0)
    return None if called is None else (called, count)


def signature_help(analysis: Analysis, place: Span) -> lsp.SignatureHelp | None:
    """The head of the definition that is called at a place, with its parameters, and the prose before it."""
    if (found := call_at(place)) is None:
        return None
    name, argument = found
    part = analysis.definitions.get(name) or analysis.items.get(name)
    if isinstance(part, t.Definition | t.Action):
        parameters = [each.span.text for each in part.parameters]
        head, prose = f"{name}({', '.join(parameters)})", prose_of(analysis, part)
    elif name in FUNCTIONS:
        row = FUNCTIONS[name]
        head, prose = row.form, row.doc
        parameters = head.partition("(")[2].removesuffix(")").split(", ")
    else:
        return None
    labels = [lsp.ParameterInformation(label=each) for each in parameters]
    signature = lsp.SignatureInformation(head, documentation=prose or None, parameters=labels)
    return lsp.SignatureHelp([signature], active_signature=0, active_parameter=argument)
