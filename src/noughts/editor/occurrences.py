"""Occurrences of names: in a definition, where they are bound, and in every use."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any, Final
from weakref import WeakKeyDictionary

from msgspec import Struct
from msgspec.structs import replace

from noughts.editor.reader import in_document
from noughts.language import core as c
from noughts.language import tree as t
from noughts.language.binding import free_names
from noughts.language.check import Memory, ModuleNames, ResolvedPart, collect_signatures
from noughts.language.resolve import Bound
from noughts.language.solutions import nodes_of
from noughts.language.stack import deep_enough
from noughts.text.source import Span


class Meaning(Struct, frozen=True):
    """The meaning of a name: a definition, or a local name of one, which is `bound` at a place."""

    name: str
    bound: Bound | None = None

    @property
    def is_local(self) -> bool:
        """Whether it has this meaning only within a definition or a test."""
        return self.bound is not None


class Occurrence(Struct, frozen=True):
    """A name at a place of a document."""

    span: Span
    meaning: Meaning
    binds: bool


class Occurrences:
    """All occurrences, in the order of the documents."""

    def __init__(self, found: Iterable[Occurrence]) -> None:
        first: dict[tuple[str, int], Occurrence] = {}
        for each in found:
            first.setdefault((each.span.source.name, each.span.start), each)
        self.all = [first[place] for place in sorted(first)]

    def at(self, place: Span) -> Occurrence | None:
        """The name at a place, or directly before it."""
        name, offset = place.source.name, place.start
        touching = [
            each
            for each in self.all
            if each.span.source.name == name and each.span.start <= offset <= each.span.end
        ]
        return touching[-1] if touching else None

    def of(self, meaning: Meaning) -> list[Occurrence]:
        """All occurrences of a meaning."""
        return [each for each in self.all if each.meaning == meaning]


def occurrences_of(module: t.Module, memory: Memory) -> Occurrences:
    """The occurrences of names in the readable part of a module."""
    signatures, _ = collect_signatures(module.definitions)
    names = ModuleNames(module, signatures, memory)
    found = [*heads(module), *names_of_machine(module), *names_of_signatures(module, names)]
    with deep_enough():
        for draft in (*map(names.draft, module.definitions), *map(names.test, module.tests)):
            if draft not in _uses:
                _uses[draft] = list(uses(draft))
            found += (replace(each, span=in_document(each.span)) for each in _uses[draft])
    return Occurrences(found)


# The occurrences of names in a part of a module, at their places in its piece.
_uses: WeakKeyDictionary[ResolvedPart[Any], list[Occurrence]] = WeakKeyDictionary()


def heads(module: t.Module) -> Iterator[Occurrence]:
    """The names that definitions, variables and actions define."""
    for definition in module.definitions:
        if (span := standing(definition.name, definition.head)) is not None:
            yield Occurrence(in_document(span), Meaning(definition.name), binds=True)


def names_of_signatures(module: t.Module, names: ModuleNames) -> Iterator[Occurrence]:
    """The names with signatures, and the definitions that signatures name."""
    for declaration in module.declarations:
        known = names.resolver(declaration).known({})
        kinds = [kind for kind in (declaration.takes, declaration.gives) if kind is not None]
        places = [(declaration.name, declaration.head)]
        places += [(name.name, name.span) for kind in kinds for name in free_names(kind, lambda name: False)]
        for name, place in places:
            if known(name) and (span := standing(name, place)) is not None:
                yield Occurrence(in_document(span), Meaning(name), binds=False)


def names_of_machine(module: t.Module) -> Iterator[Occurrence]:
    """The variables where they get their first values, and where actions update them."""
    for item in module.machine:
        if isinstance(item, t.Initially):
            for name in free_names(item.sentence, lambda name: False):
                if (span := standing(name.name, name.span)) is not None:
                    yield Occurrence(in_document(span), Meaning(name.name), binds=False)
        elif isinstance(item, t.Action):
            for update in item.updates:
                if (span := standing(update.variable, update.head)) is not None:
                    yield Occurrence(in_document(span), Meaning(update.variable), binds=False)


def uses(draft: ResolvedPart[Any]) -> Iterator[Occurrence]:
    """The names in a part of a module, and the places where local ones are bound."""
    bound = draft.resolver.bound
    meanings = {local: Meaning(local.rpartition("_")[0], each) for local, each in bound.items()}
    for meaning in meanings.values():
        assert meaning.bound is not None
        if (span := standing(meaning.name, meaning.bound.span)) is not None:
            yield Occurrence(span, meaning, binds=True)
    for tree in c.trees_of(draft.core):
        for node in nodes_of(tree):
            match node:
                case c.Global(name):
                    meaning = Meaning(name)
                case c.Local(name) if name in meanings:
                    meaning = meanings[name]
                case _:
                    continue
            if (span := standing(meaning.name, node.span)) is not None:
                yield Occurrence(span, meaning, binds=False)


# What may stand before a name: marks, and a command of LaTeX.
_MARKS: Final = (re.compile(r"\W*"), re.compile(r"\W*?\\[a-z]+\W*"))
# A character with which a name goes on: then it is another one.
_ON: Final = re.compile(r"\w")


def standing(name: str, span: Span) -> Span | None:
    """The place of a name at the beginning of a span, in which marks of LaTeX may surround it."""
    text = span.source.text
    for marks in _MARKS:
        if (found := marks.match(text, span.start, span.end)) is not None:
            end = found.end() + len(name)
            if text.startswith(name, found.end(), span.end) and _ON.match(text, end, span.end) is None:
                return Span(span.source, found.end(), end)
    return None
