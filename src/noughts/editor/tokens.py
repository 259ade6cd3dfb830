"""Names coloured by what they mean; words and signs are coloured by the grammar of the editor."""

from __future__ import annotations

from typing import Final

from noughts.editor.analysis import Analysis
from noughts.editor.protocol import position, units

KINDS: Final = ("variable", "parameter", "function")


def encoded(analysis: Analysis) -> list[int]:
    """The names of the first document: lines and columns from the one before, length, kind, definition."""
    own = analysis.documents[0].source.name
    found: list[int] = []
    line = column = 0
    for each in analysis.occurrences.all:
        if each.span.source.name != own:
            continue
        at = position(each.span.source, each.span.start)
        definition = analysis.definitions.get(each.meaning.name)
        what = "function" if definition and definition.parameters else "variable"
        kind = "parameter" if each.meaning.is_local else what
        column = at.character - (column if at.line == line else 0)
        found += (at.line - line, column, units(each.span.text), KINDS.index(kind), int(each.binds))
        line, column = at.line, at.character
    return found
