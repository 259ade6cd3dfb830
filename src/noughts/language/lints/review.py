"""The review of a checked program: its certain errors, and notes on perhaps unintended parts."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from noughts.language import core as c
from noughts.language.kinds.findings import inferred, mistakes_in
from noughts.language.lints.notes import notes_on
from noughts.language.stack import deep_enough
from noughts.text.diagnostic import Diagnostic
from noughts.text.source import Source

# Directives that suppress notes: ``noughts: allow N205`` before a region says that it is intended.
#
# A directive is a comment of the prose, ``% noughts: allow N205`` in TeX and ``<!-- noughts: allow N205 -->``
# in Markdown, and holds up to the end of the next region or display.

_DIRECTIVE = re.compile(r"(?:%|<!--)\s*noughts: allow ((?:N\d{3}[ ,]*)+)")
_REGION = re.compile(
    r"/\$.*?\$/|/\?.*?\?/|\\\[.*?\\\]|\$\$.*?\$\$|\\begin\{(\w+\*?)\}.*?\\end\{\1\}|```.*?```", re.DOTALL
)


def not_allowed(notes: Iterable[Diagnostic]) -> list[Diagnostic]:
    """The notes that no directive suppresses."""
    known: dict[int, list[tuple[frozenset[str], int, int]]] = {}
    left: list[Diagnostic] = []
    for note in notes:
        if note.span is not None:
            source = note.span.source
            answered = known.setdefault(id(source), list(directives(source)))
            if any(note.code in codes and a <= note.span.start < b for codes, a, b in answered):
                continue
        left.append(note)
    return left


def directives(source: Source) -> Iterator[tuple[frozenset[str], int, int]]:
    """Each directive: its codes, and its scope."""
    if "noughts: allow" not in source.text:
        return
    for found in _DIRECTIVE.finditer(source.text):
        region = _REGION.search(source.text, found.end())
        yield (
            frozenset(re.findall(r"N\d{3}", found[1])),
            found.start(),
            region.end() if region else found.end(),
        )


def review(program: c.Program) -> tuple[list[Diagnostic], list[Diagnostic]]:
    """The errors that evaluation would surely raise, and the notes that no directive suppresses."""
    with deep_enough():
        kinds = inferred(program)
        errors, notes = mistakes_in(kinds)
        found = [*program.notes, *notes, *notes_on(program, kinds)]
        return errors, not_allowed([note for note in found if is_about_own(note, program)])


def is_about_own(note: Diagnostic, program: c.Program) -> bool:
    """Whether a note is about a named document, and not about one that is only used."""
    used = {} if program.module is None else program.module.sees
    return note.span is None or note.span.source.name not in used
