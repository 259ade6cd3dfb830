"""Hover texts of names: their definition, prose, kind and value."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence
from typing import TypeAlias

from noughts.editor.analysis import Analysis
from noughts.editor.occurrences import Meaning
from noughts.editor.reader import in_document
from noughts.language import tree as t
from noughts.language.kind import ANY, BOTTOM, kind_in_words
from noughts.language.show import laid_out

NamedPart: TypeAlias = t.Definition | t.Variables | t.Action
"""The meaning of a name: a definition, or an item of a machine."""

# The most lines of a definition that are shown.
_MOST_LINES = 12
# The blank behind a sentence.
_SENTENCE_END = re.compile(r"(?<=[.!?])\s")
# A line of prose that is no sentence: a heading, an item or a command of LaTeX.
_MARKUP = re.compile(
    r"^(?:#+\s|\\(?:sub)*section\*?\{|[-*]\s)|^\s*\\(?:begin|end|label|documentclass)\b.*", re.M
)


def hover_text(analysis: Analysis, meaning: Meaning) -> str:
    """The hover text of a name, in Markdown."""
    if meaning.bound is not None:
        kind = analysis.kind_of_local(meaning)
        is_known = f": {kind_in_words(kind)}" if kind is not BOTTOM else ""
        return in_plain([f"{meaning.name}, {meaning.bound.what}{is_known}"])
    name = meaning.name
    part = analysis.definitions.get(name) or analysis.items.get(name)
    if part is None:
        return f"`{name}`"
    kinds = in_plain(lines_of_kinds(analysis, name, part))
    parts = [fenced(part, analysis.signature(name)), prose_of(analysis, part), kinds]
    return "\n\n".join(filter(None, parts))


def in_plain(lines: Sequence[str]) -> str:
    """Lines with the signs of Markdown escaped, such as the backquotes of atoms."""
    return "\n".join(["```text", *lines, "```"])


def lines_of_kinds(analysis: Analysis, name: str, part: NamedPart) -> list[str]:
    """The kind of a definition, with the value of a constant; the kinds of its parameters and of its
    value."""
    if analysis.kinds is None or name not in analysis.kinds.results:
        return [kind_of(part)]
    gives = analysis.kinds.results[name]
    what = kind_in_words(gives) if gives not in (ANY, BOTTOM) else ""
    names = [] if isinstance(part, t.Variables) else [each.span.text for each in part.parameters]
    if not names:
        is_action = isinstance(part, t.Action)
        value = "" if is_action else analysis.value(name, what) or (what and f", {what}")
        return [f"{kind_of(part)}{value}"]
    kinds = map(kind_in_words, analysis.kinds.parameters[name])
    lines = [f"{parameter}: {kind}" for parameter, kind in zip(names, kinds, strict=True)]
    is_function = isinstance(part, t.Definition) and not part.relation
    return [kind_of(part), *lines, *([f"gives {what}"] if what and is_function else ())]


def fenced(part: NamedPart, signature: t.Declaration | None) -> str:
    """The text of a definition as a block of code, below its signature."""
    lines = laid_out(part).splitlines()
    first = [laid_out(signature)] if signature is not None else []
    shown = [*lines[:_MOST_LINES], "…"] if len(lines) > _MOST_LINES else lines
    return "\n".join(["```led", *first, *shown, "```"])


def kind_of(part: NamedPart) -> str:
    """Its kind: a constant, a function or a relation; a variable or an action of a machine."""
    if isinstance(part, t.Variables):
        return "variable"
    if isinstance(part, t.Action):
        return "automatic action" if part.automatic else "action"
    count = len(part.parameters)
    what = "relation" if part.relation else "function" if count else "constant"
    return f"{what} of {count} arguments" if count > 1 else what


def prose_of(analysis: Analysis, part: NamedPart) -> str:
    """The first sentence of the paragraph before the region or display that holds a definition."""
    place = in_document(part.span)
    stretches = analysis.stretches.get(place.source.name, [])
    after = bisect_right(stretches, place.start, key=lambda each: each.start)
    if not after:
        return ""
    end = stretches[after - 2].end if after > 1 else 0
    before = place.source.text[end : stretches[after - 1].start].removesuffix("/$").removeprefix("$/")
    paragraphs = [part.strip() for part in re.split(r"\n\s*\n", before.strip())]
    text = " ".join(_MARKUP.sub("", paragraphs[-1]).split()) if paragraphs else ""
    return _SENTENCE_END.split(text)[0]
