"""Notes for unknown names: mathematics in the prose that seems to define them but is not read."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from noughts.text.diagnostic import Diagnostic, Note
from noughts.text.document import Document
from noughts.text.source import Span

_NAME = re.compile(r"[^\W\d_]\w*")
_SIGN = r"\s*(?:\((?:[^()$]|\([^()$]*\))*\))?\s*(?::=|≔|=|\\coloneqq|\\equiv|\\iff|\\Leftrightarrow|iff\b)"
_MOST_SOUGHT = 20
"""The most unknown names that are searched for; each search scans the whole text."""


def with_unread(problems: Sequence[Diagnostic], documents: Sequence[Document]) -> list[Diagnostic]:
    """The problems, with a note on unknown names that the prose seems to define."""
    sought = 0
    found: list[Diagnostic] = []
    for problem in problems:
        place = None
        if problem.code == "E202" and problem.span and sought < _MOST_SOUGHT:
            sought += 1
            *_, name = ["", *_NAME.findall(problem.span.text)]
            place = next(filter(None, (in_prose(name, document) for document in documents)), None)
        if place is None:
            found.append(problem)
            continue
        note = Note("it is defined here, in mathematics that is not read", place)
        help = "make a display of its definition: `$$ name := … $$`"
        found.append(replace(problem, help=help, notes=(note, *problem.notes)))
    return found


def in_prose(name: str, document: Document) -> Span | None:
    """The place of mathematics in the prose of a document with the form of a definition of a name."""
    text = document.source.text
    read = [*document.regions, *document.claims, *(each.span for each in document.mathematics.displays)]
    for found in re.finditer(rf"(?<![\w\\]){re.escape(name)}{_SIGN}", text) if name else ():
        span = Span(document.source, found.start(), found.start() + len(name))
        if any(span in region for region in read) and not in_other_display(span, document):
            continue
        start = text.rfind("\n\n", 0, span.start) + 1
        if text.count("$", start, span.start) % 2 or in_other_display(span, document):
            return span
    return None


def in_other_display(span: Span, document: Document) -> bool:
    """Whether a place is in a display without definitions."""
    return any(
        span in display.span
        and not re.search(r":=|≔|\\coloneqq|\\equiv|\\iff|\\Leftrightarrow", display.span.text)
        for display in document.mathematics.displays
    )
