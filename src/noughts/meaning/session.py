"""Interactive sessions, whose entries add definitions to a program or evaluate expressions in it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from noughts.language import core as c
from noughts.language import tree as t
from noughts.language.check import override
from noughts.language.checked import Checked, checked, resolve_with
from noughts.language.lookahead import question_ahead
from noughts.language.parse import Addition, parse, parse_entry, parse_expression
from noughts.meaning.budget import Budget
from noughts.meaning.compile import Compiled
from noughts.meaning.frame import Frame
from noughts.meaning.self_test import opening_frame
from noughts.text.diagnostic import DocumentError
from noughts.text.document import read_documents
from noughts.text.used import with_used
from noughts.values.value import Value


class Defined(Struct, frozen=True):
    """The names that an entry defines, and those for which it has a signature."""

    names: tuple[str, ...]
    declared: tuple[str, ...] = ()

    def __str__(self) -> str:
        told = [f"{name} is defined" for name in self.names]
        told += [f"{name} has a signature" for name in self.declared if name not in self.names]
        return "\n".join(told)


class Session(Struct, frozen=True):
    """The definitions so far, and the state for expressions; every entry returns a new session."""

    checked: Checked
    meaning: Compiled
    state: Value | None = None
    entries: int = 0

    @property
    def module(self) -> t.Module:
        """The definitions as written."""
        return self.checked.module

    def enter(self, text: str, name: str = "") -> tuple[Session, Value | Defined]:
        """The session after an entry, and the value of the expression or the names that were defined.

        Errors refer to the entry by its name, or else by its number.
        A name that is already defined gets its new meaning.  `DocumentError` if the entry is wrong or makes
        other definitions wrong; the session is then unchanged.  Definitions that an entry cannot affect are
        neither checked nor compiled again.
        """
        entry = parse_entry(text, name or f"<{self.entries + 1}>")
        if not isinstance(entry, Addition):
            asked, core = self.asking(entry)
            return replace(self, entries=self.entries + 1), asked.meaning.prepare(core)(self.frame())
        session = replace(self.adding(entry), entries=self.entries + 1)
        return session, Defined(entry.names, tuple(each.name for each in entry.declarations))

    def adding(self, entry: Addition) -> Session:
        """The session with more definitions."""
        checked, changed = self.checked.adding(entry)
        return replace(self, checked=checked, meaning=self.meaning.changed(checked.program, changed))

    def asking(self, tree: t.Expression) -> tuple[Session, c.Core]:
        """A session and an expression in it; for lookahead it is a new one with the definitions needed."""
        if (ahead := question_ahead(tree)) is None:
            return self, resolve_with(self.checked.signatures, tree)
        asked = self.adding(Addition((ahead,)))
        return asked, asked.meaning.program.definitions[ahead.name].clauses[0].term

    def in_state(self, text: str) -> Session:
        """The session with the value of an expression as ``currentState``."""
        asked, core = self.asking(parse_expression(text, "<state>"))
        return replace(self, state=asked.meaning.prepare(core)(self.frame()))

    def frame(self) -> Frame:
        """The frame for expressions."""
        opening = opening_frame(self.meaning)
        return opening if self.state is None else Frame({**opening.given, "currentState": self.state})


def session_of(module: t.Module, budget: Budget | None = None) -> Session:
    """A session with the definitions of a module; `DocumentError` if they do not fit together."""
    found = checked(module)
    return Session(found, Compiled(found.program, budget))


def open_session(
    paths: Sequence[Path],
    constants: Mapping[str, t.Expression] | None = None,
    budget: Budget | None = None,
) -> Session:
    """A session with some documents, or an empty one."""
    module, problems = parse(with_used([each for path in paths for each in read_documents(path)]))
    if problems:
        raise DocumentError(problems)
    return session_of(override(module, constants or {}), budget)
