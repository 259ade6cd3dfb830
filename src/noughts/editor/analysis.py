"""What is known of the documents of a program while they are edited: errors, names, values."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from noughts.editor.occurrences import Occurrences, occurrences_of
from noughts.editor.piece import in_document
from noughts.editor.reader import DocumentReader
from noughts.language import core as c
from noughts.language import tree as t
from noughts.language.check import check
from noughts.language.parse import module_of
from noughts.language.unread import with_unread
from noughts.text.diagnostic import Diagnostic, Note
from noughts.text.document import Document, split_document
from noughts.text.source import Source

_SECONDS = 0.5
"""For a value that is only a hint."""
_NOTHING_DEFINED = "E108"
"""No error while one writes: a document is empty at first."""


@dataclass(frozen=True)
class Analysis:
    """Documents that form a program, and what was found in them; no program if there are errors.

    The places of `diagnostics` are those in the documents, all others those in their pieces.
    """

    documents: Sequence[Document]
    module: t.Module
    program: c.Program | None
    diagnostics: Sequence[Diagnostic]

    @cached_property
    def occurrences(self) -> Occurrences:
        """Where each name stands."""
        return occurrences_of(self.module)

    def value(self, name: str) -> str:
        """The kind of a constant's value, and its printed form; empty if there is none to print."""
        from noughts.meaning.budget import Budget
        from noughts.meaning.compile import Compiled
        from noughts.weave.paper import value_of

        if self.program is None or name not in self.program.definitions:
            return ""
        return value_of(
            Compiled(needed(self.program, (name,)), Budget(seconds=_SECONDS)), self.program.definitions[name]
        )

    @cached_property
    def definitions(self) -> Mapping[str, t.Definition]:
        """The definitions as written, by name."""
        found: dict[str, t.Definition] = {}
        for definition in self.module.written:
            found.setdefault(definition.name, definition)
        return found


@dataclass
class Analyst:
    """Analyses versions of the same documents, one after the other."""

    readers: dict[str, DocumentReader] = field(default_factory=dict)

    def analysis(self, sources: Sequence[Source]) -> Analysis:
        """What is found in the texts, which form one program."""
        documents = [split_document(source) for source in sources]
        readers = self.readers
        self.readers = {source.name: readers.get(source.name) or DocumentReader() for source in sources}
        held = [self.readers[document.source.name].contents(document) for document in documents]
        module, problems = module_of(held)
        program, more = check(module) if module.definitions or not problems else (None, [])
        found = sorted(map(in_place, [*problems, *more]), key=Diagnostic.place)
        found = with_unread([each for each in found if each.code != _NOTHING_DEFINED], documents)
        if program is not None and not found:
            found = list(map(in_place, program.notes))
        return Analysis(documents, module, program if not problems else None, found)


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
