"""The fingerprint of a document's rules, which changes with the rules and not with the prose."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from hashlib import sha256

from noughts.language.core import Definition, Program

DIGITS = 16


def fingerprint(program: Program, names: Iterable[str]) -> str:
    """The first hexadecimal digits of a hash of these definitions and of all that they use, as written.

    Blanks and the order of the definitions do not matter; a constant that is overridden does.
    """
    written = sorted(" ".join(text.split()) for d in reached(program, names) for text in texts(d))
    return sha256("\n".join(written).encode()).hexdigest()[:DIGITS]


def reached(program: Program, names: Iterable[str]) -> list[Definition]:
    """The definitions of these names, those that they use, and so on."""
    found: dict[str, Definition] = {}
    waiting = list(names)
    for name in waiting:
        definition = program.definitions.get(name)
        if definition is not None and name not in found:
            found[name] = definition
            waiting.extend(definition.uses)
    return list(found.values())


def texts(definition: Definition) -> Iterator[str]:
    """The definition as written, and what stands for it where it is overridden."""
    yield definition.span.text
    for clause in definition.clauses:
        if clause.term.span.source != definition.span.source:
            yield f"{definition.name} := {clause.term.span.text}"
