"""What is shown when one points at a name: its definition, its prose, its kind and its value."""

from __future__ import annotations

import re

from noughts.editor.analysis import Analysis
from noughts.editor.occurrences import Meaning
from noughts.editor.piece import in_document
from noughts.language import tree as t
from noughts.language.show import laid_out
from noughts.text.document import Document
from noughts.text.source import Span

_MOST_LINES = 12
"""Lines of a definition that are shown."""
_SENTENCE_END = re.compile(r"(?<=[.!?])\s")
_MARKUP = re.compile(
    r"^(?:#+\s|\\(?:sub)*section\*?\{|[-*]\s)|^\s*\\(?:begin|end|label|documentclass)\b.*", re.M
)


def hover_text(analysis: Analysis, meaning: Meaning) -> str:
    """What is shown of a name, in Markdown."""
    if meaning.bound is not None:
        return f"`{meaning.name}`: {meaning.bound.what}"
    definition = analysis.definitions.get(meaning.name)
    if definition is None:
        return f"`{meaning.name}`"
    kind = f"```text\n{kind_of(definition)}{analysis.value(meaning.name)}\n```"
    parts = [fenced(definition, analysis.signature(meaning.name)), prose_of(analysis, definition), kind]
    return "\n\n".join(filter(None, parts))


def fenced(definition: t.Definition, signature: t.Declaration | None) -> str:
    """The text of a definition as a block of code, below its signature."""
    lines = laid_out(definition).splitlines()
    first = [laid_out(signature)] if signature is not None else []
    shown = [*lines[:_MOST_LINES], "…"] if len(lines) > _MOST_LINES else lines
    return "\n".join(["```led", *first, *shown, "```"])


def kind_of(definition: t.Definition) -> str:
    """Its kind: a constant, a function or a relation."""
    count = len(definition.parameters)
    what = "relation" if definition.relation else "function" if count else "constant"
    return f"{what} of {count} arguments" if count > 1 else what


def prose_of(analysis: Analysis, definition: t.Definition) -> str:
    """The first sentence of the prose before the region of a definition."""
    place = in_document(definition.span)
    for document in analysis.documents:
        if document.source == place.source:
            return sentence_before(document, place)
    return ""


def sentence_before(document: Document, place: Span) -> str:
    """The first sentence of the paragraph before the region or the display in which a place is."""
    stretches = [*document.regions, *(display.span for display in document.mathematics.displays)]
    ends = [stretch.end for stretch in [*stretches, *document.claims] if stretch.end <= place.start]
    start = next((stretch.start for stretch in stretches if place in stretch), place.start)
    before = document.source.text[max(ends, default=0) : start].removesuffix("/$").removeprefix("$/")
    paragraphs = [part.strip() for part in re.split(r"\n\s*\n", before.strip())]
    text = " ".join(_MARKUP.sub("", paragraphs[-1]).split()) if paragraphs else ""
    return _SENTENCE_END.split(text)[0]
