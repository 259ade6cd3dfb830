"""A conversation with a program: definitions are added to it, expressions are answered."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from noughts.language import core as c
from noughts.language import tree as t
from noughts.language.check import check, override
from noughts.language.parse import parse, parse_entry
from noughts.language.question import question, resolve_question
from noughts.meaning.budget import Budget
from noughts.meaning.compile import Compiled
from noughts.meaning.frame import Frame
from noughts.meaning.self_test import opening_frame
from noughts.text.diagnostic import Diagnostic, DocumentError, Note
from noughts.text.document import read_document
from noughts.values.value import Value


@dataclass(frozen=True, slots=True)
class Defined:
    """What comes of an entry that defines something: the names."""

    names: tuple[str, ...]


@dataclass(frozen=True)
class Session:
    """Definitions so far, and the state in which expressions are read; every entry gives a new session."""

    module: t.Module
    meaning: Compiled
    state: Value | None = None
    entries: int = 0

    def enter(self, text: str) -> tuple[Session, Value | Defined]:
        """The session after an entry, and the value of an expression or the names that were defined.

        A name that is defined already gets its new meaning.  `DocumentError` if the entry is wrong or
        would make something else wrong; the session stays as it is.
        """
        entry = parse_entry(text, f"<{self.entries + 1}>")
        if not isinstance(entry, tuple):
            value = self.meaning.prepare(resolve_question(self.meaning.program, entry))(self.frame())
            return replace(self, entries=self.entries + 1), value
        new = {definition.name: definition for definition in entry}
        kept = tuple(definition for definition in self.module.definitions if definition.name not in new)
        owners = (self.meaning.program.definitions[definition.name] for definition in kept)
        if problems := clashes(entry, owners):
            raise DocumentError(problems)
        session = session_of(replace(self.module, definitions=(*kept, *entry)), self.meaning.budget)
        return replace(session, state=self.state, entries=self.entries + 1), Defined(tuple(new))

    def in_state(self, text: str) -> Session:
        """The session with the value of an expression as ``currentState``."""
        core = question(self.meaning.program, text, "<state>")
        return replace(self, state=self.meaning.prepare(core)(self.frame()))

    def frame(self) -> Frame:
        """The frame in which expressions are read."""
        opening = opening_frame(self.meaning)
        return opening if self.state is None else Frame({**opening.given, "currentState": self.state})


def clashes(entry: Iterable[t.Definition], kept: Iterable[c.Definition]) -> list[Diagnostic]:
    """The definitions of an entry whose names one that was there before has bound for itself.

    It would mean something else, or nothing; so the entry is to blame, and is told of the first such place.
    """
    heads = {definition.name: definition.head for definition in entry}
    owners: dict[str, c.Definition] = {}
    for definition in kept:
        for name in heads.keys() & definition.bound.keys():
            owners.setdefault(name, definition)
    return [
        Diagnostic(
            "E205",
            f"`{name}` means something else in `{owners[name].name}`",
            head,
            "choose another name",
            (Note("it is a name of its own there", owners[name].bound[name]),),
        )
        for name, head in heads.items()
        if name in owners
    ]


def session_of(module: t.Module, budget: Budget | None = None) -> Session:
    """A conversation about the definitions of a module; `DocumentError` if they do not fit together."""
    if not module.definitions:
        return Session(module, Compiled(c.Program({}, (), False), budget))
    program, problems = check(module)
    if program is None:
        raise DocumentError(problems)
    return Session(module, Compiled(program, budget))


def open_session(
    paths: Sequence[Path],
    constants: Mapping[str, t.Expression] | None = None,
    budget: Budget | None = None,
) -> Session:
    """A conversation about documents, or about nothing yet."""
    module, problems = parse([read_document(path) for path in paths])
    if problems:
        raise DocumentError(problems)
    return session_of(override(module, constants or {}), budget)
