"""The colours of a document: its words and signs by the lexer, its names by their meaning."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from pygments.token import STANDARD_TYPES, Text

from noughts.editor.analysis import Analysis
from noughts.editor.lexer import LedLexer
from noughts.editor.occurrences import Occurrence

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
