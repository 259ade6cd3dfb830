"""Completions at a place: names that have a meaning there, builtins, and documents to use."""

from __future__ import annotations

import re
from collections.abc import Iterator

from msgspec import Struct

from noughts.editor.analysis import Analysis
from noughts.editor.hover import kind_of, prose_of
from noughts.language.builtins import TABLE
from noughts.text.source import Span
from noughts.text.used import names

# A name of the language.
_WORD = re.compile(r"[^\W\d_]\w*")
# The text from `uses` to the cursor, where names of documents are offered.
_AFTER_USES = re.compile(r"(?:^|/\$)[ \t]*uses[^\n:]*\Z")


# Characters after a place in which a local name may be bound that is used before it.
_NEAR = 200


class Suggestion(Struct, frozen=True):
    """A completion: a word, its kind, and its description."""

    word: str
    kind: str
    detail: str = ""
    prose: str = ""


def line_before(place: Span) -> str:
    """The part of a line in front of a place."""
    return place.source.text[: place.start].rpartition("\n")[2]


def suggestions(analysis: Analysis, place: Span, before: str) -> Iterator[Suggestion]:
    """The completions at a place in a region, a display or a claim, with the text `before` it in its line."""
    if _AFTER_USES.search(before):
        yield from (Suggestion(name, "document") for name in names())
        return
    stretches = analysis.stretches[analysis.documents[0].source.name]
    if not any(each.start <= place.start <= each.end for each in stretches):
        return
    for definition in analysis.definitions.values():
        parameters = ", ".join(each.span.text for each in definition.parameters)
        head = f"{definition.name}({parameters})" if parameters else definition.name
        yield Suggestion(definition.name, kind_of(definition), head, prose_of(analysis, definition))
    for local in locals_near(analysis, place):
        yield Suggestion(local, "local name")
    for row in TABLE:
        for spelling in row.spellings:
            if _WORD.fullmatch(spelling):
                yield Suggestion(spelling, "builtin", row.form, row.doc)


def locals_near(analysis: Analysis, place: Span) -> list[str]:
    """The local names of the paragraph that contains a place."""
    text, start = place.source.text, place.start
    begin = max(text.rfind("\n\n", 0, start), text.rfind("/$", 0, start), 0)
    near = [
        each.meaning
        for each in analysis.occurrences.all
        if each.span.source.name == place.source.name and begin <= each.span.start < start + _NEAR
    ]
    return list(dict.fromkeys(meaning.name for meaning in near if meaning.is_local))
