"""The analysis of the documents of a program while they are edited: errors, names, values."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Final

from msgspec import Struct, field
from msgspec.structs import replace
from pygments.token import STANDARD_TYPES, Text

from noughts.editor.lexer import LedLexer
from noughts.editor.occurrences import Meaning, Occurrence, Occurrences, occurrences_of
from noughts.editor.reader import KeptPieces, VersionReader, in_document
from noughts.language import core as c
from noughts.language import tree as t
from noughts.language.check import Memory, check, with_unread
from noughts.language.kind import ANY, Kind, union
from noughts.language.kinds.findings import inferred
from noughts.language.kinds.infer import Inference, kinds_of_uses
from noughts.language.parse import module_of, with_sight
from noughts.language.stack import deep_enough
from noughts.meaning.budget import SECONDS_WHILE_WRITING, Budget
from noughts.text.diagnostic import Diagnostic, Note
from noughts.text.document import Document, read_document, split_document
from noughts.text.source import Source, Span
from noughts.text.used import with_used

# The code of an error that the editor does not show, since a document is empty at first.
_NOTHING_DEFINED = "E108"


class Analysis(Struct, frozen=True, dict=True):
    """The analysis of documents that form a program; there is no program if there are errors.

    The places of `diagnostics` are those in the documents, all others those in their pieces.
    """

    documents: Sequence[Document]
    module: t.Module
    program: c.Program | None
    diagnostics: Sequence[Diagnostic]
    memory: Memory

    @cached_property
    def occurrences(self) -> Occurrences:
        """The places of each name."""
        return occurrences_of(self.module, self.memory)

    @property
    def taken_names(self) -> set[str]:
        """All names that have a meaning somewhere."""
        return {each.meaning.name for each in self.occurrences.all}

    def diagnostics_in(self, source: Source) -> list[Diagnostic]:
        """The diagnostics in one document; errors in other documents are summed up where they are used."""
        own = [each for each in self.diagnostics if each.span is None or each.span.source.name == source.name]
        others: dict[str, int] = Counter(
            each.span.source.name
            for each in self.diagnostics
            if each.span is not None and each.span.source.name != source.name and each.code.startswith("E")
        )
        for use in self.documents[0].uses:
            for name, count in others.items():
                if Path(name).stem == Path(use.name).stem:
                    fact = f"`{use.name}`, which is used here, has {count} error{'' if count == 1 else 's'}"
                    own.append(Diagnostic("E111", fact, use.span, "open it, and mend it there"))
        return own

    def value(self, name: str, what: str = "") -> str:
        """The kind of a constant's value, and its printed form; empty if there is none to print."""
        from noughts.meaning.compile import Compiled
        from noughts.weave.paper import value_of

        if self.program is None or name not in self.program.definitions:
            return ""
        return value_of(
            Compiled(needed(self.program, (name,)), Budget(seconds=SECONDS_WHILE_WRITING)),
            self.program.definitions[name],
            what,
        )

    @cached_property
    def kinds(self) -> Inference | None:
        """The kinds of all definitions; none while there are errors."""
        if self.program is None:
            return None
        with deep_enough():
            return inferred(self.program)

    @cached_property
    def kinds_of_local_names(self) -> Mapping[Span, Kind]:
        """The kind of each local name, by the places where it is used."""
        found = kinds_of_uses(self.kinds) if self.kinds is not None else {}
        return {in_document(span): kind for span, kind in found.items()}

    def kind_of_local(self, meaning: Meaning) -> Kind:
        """The kind of a local name; `BOTTOM` if it is not known."""
        uses = [each.span for each in self.occurrences.of(meaning)]
        places = self.kinds_of_local_names.items()
        kinds = [kind for place, kind in places if any(use in place for use in uses)]
        return union([kind for kind in kinds if kind is not ANY] or kinds)

    @cached_property
    def stretches(self) -> Mapping[str, Sequence[Span]]:
        """The regions, displays and claims of each document, in their order."""
        return {
            each.source.name: sorted(
                (*each.regions, *(display.span for display in each.mathematics.displays), *each.claims),
                key=lambda span: span.start,
            )
            for each in self.documents
        }

    @cached_property
    def definitions(self) -> Mapping[str, t.Definition]:
        """The definitions as written, by name."""
        found: dict[str, t.Definition] = {}
        for definition in self.module.written:
            found.setdefault(definition.name, definition)
        return found

    @cached_property
    def items(self) -> Mapping[str, t.Variables | t.Action]:
        """The variables and the actions of the machine, by name."""
        found: dict[str, t.Variables | t.Action] = {}
        for item in self.module.machine:
            if isinstance(item, t.Variables):
                found |= dict.fromkeys((name.name for name in item.names), item)
            elif isinstance(item, t.Action):
                found[item.name] = item
        return found

    def signature(self, name: str) -> t.Declaration | None:
        """The signature of a definition, if it has one."""
        return next((each for each in self.module.declarations if each.name == name), None)


class Analyst(Struct):
    """Analyses versions of the same document, one after the other."""

    kept: dict[str, KeptPieces] = field(default_factory=dict)
    memory: Memory = field(default_factory=Memory)

    def analysis(self, source: Source, read: Callable[[Path], Document] = read_document) -> Analysis:
        """The analysis of a text and of the documents that it uses."""
        documents = with_used([split_document(source)], read)
        readers = [VersionReader(each, self.kept.get(each.source.name, {})) for each in documents]
        held = [reader.contents() for reader in readers]
        self.kept = {reader.document.source.name: reader.kept for reader in readers}
        module, problems = module_of(held)
        module = with_sight(module, documents)
        self.memory = Memory(self.memory.drafts)
        program, more = (
            check(module, memory=self.memory) if module.definitions or not problems else (None, [])
        )
        found = sorted(map(in_place, [*problems, *more]), key=Diagnostic.place)
        found = with_unread([each for each in found if each.code != _NOTHING_DEFINED], documents)
        if program is not None and not found:
            found = list(map(in_place, program.notes))
        return Analysis(documents, module, program if not problems else None, found, self.memory)


def needed(program: c.Program, names: Iterable[str]) -> c.Program:
    """The part of a program that some definitions need, and the first state."""
    waiting, found = [*names, "initialState"], dict[str, c.Definition]()
    while waiting:
        name = waiting.pop()
        if name not in found and name in program.definitions:
            found[name] = program.definitions[name]
            waiting += found[name].uses
    return replace(program, definitions=found, tests=())


def in_place(diagnostic: Diagnostic) -> Diagnostic:
    """The diagnostic with places in the documents."""
    return Diagnostic(
        diagnostic.code,
        diagnostic.fact,
        diagnostic.span and in_document(diagnostic.span),
        diagnostic.help,
        tuple(Note(note.text, note.span and in_document(note.span)) for note in diagnostic.notes),
        tuple((in_document(span), text) for span, text in diagnostic.fix),
    )


# The colours of a document: its words and signs by the lexer, its names by their meaning.


KINDS: Final = ("variable", "parameter", "function")
"""The meanings of a name that are coloured."""


def names_by_kind(analysis: Analysis) -> Iterator[tuple[Occurrence, str]]:
    """The names in the first document, in their order, each with its kind: one of `KINDS`."""
    own = analysis.documents[0].source.name
    for each in analysis.occurrences.all:
        if each.span.source.name == own:
            definition = analysis.definitions.get(each.meaning.name)
            what = "function" if definition and definition.parameters else "variable"
            yield each, "parameter" if each.meaning.is_local else what


def colours(analysis: Analysis) -> Iterator[tuple[int, int, str]]:
    """The coloured places of the first document in their order: start, end, and a kind.

    The kind of a name is one of `KINDS`.  That of other places is the short name that Pygments gives to a
    kind of token in its style sheets, such as ``k`` for a keyword.
    """
    text = analysis.documents[0].source.text
    found = {
        start: (start + len(part), STANDARD_TYPES[kind])
        for start, kind, part in LedLexer().get_tokens_unprocessed(text)
        if kind is not Text
    }
    for each, kind in names_by_kind(analysis):
        found[each.span.start] = (each.span.end, kind)
    before = 0
    for start, (end, kind) in sorted(found.items()):
        if start >= before:
            yield start, end, kind
            before = end
