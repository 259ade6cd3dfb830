"""The outline of a document: its headings, and below them what is defined and claimed."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from noughts.editor.analysis import Analysis
from noughts.editor.hover import kind_of
from noughts.editor.piece import in_document
from noughts.text.source import Source, Span

_HEADING = re.compile(
    r"^(?P<marks>#{1,6})[ \t]+(?P<text>[^\n]+?)[ \t#]*$"
    r"|^\\(?P<sub>(?:sub)*)section\*?\{(?P<name>[^}\n]+)\}",
    re.MULTILINE,
)
_BELOW_ALL_HEADINGS = 9


@dataclass
class OutlineItem:
    """A line of the outline: what stands there, its kind, its place, and what is below it."""

    text: str
    kind: str
    span: Span
    level: int
    below: list[OutlineItem] = field(default_factory=list)


def outline(analysis: Analysis) -> list[OutlineItem]:
    """The lines of the first level, with all others below them."""
    source = analysis.documents[0].source
    lines = sorted([*headings(source), *defined(analysis, source)], key=lambda line: line.span.start)
    roots: list[OutlineItem] = []
    above: list[OutlineItem] = []
    for line in lines:
        while above and above[-1].level >= line.level:
            above.pop()
        (above[-1].below if above else roots).append(line)
        above.append(line)
    return roots


def headings(source: Source) -> list[OutlineItem]:
    """The headings of the prose."""
    found = []
    for each in _HEADING.finditer(source.text):
        text, level = (
            (each["text"], len(each["marks"])) if each["marks"] else (each["name"], 1 + len(each["sub"]) // 3)
        )
        found.append(OutlineItem(text, "heading", Span(source, each.start(), each.end()), level))
    return found


def defined(analysis: Analysis, source: Source) -> list[OutlineItem]:
    """The definitions of a document, and the variables and actions of a machine."""
    found = []
    for definition in analysis.definitions.values():
        if (span := in_document(definition.span)).source.name == source.name:
            found.append(OutlineItem(definition.name, kind_of(definition), span, _BELOW_ALL_HEADINGS))
    return found
