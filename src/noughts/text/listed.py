"""Lists in Markdown whose items are formulas, as in written specifications."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from noughts.text.source import Source, Span

_ITEM = re.compile(r"^(?P<indent>[ \t]*)[-*+][ \t]+(?P<body>\S.*?)[ \t\r]*$", re.MULTILINE)
_FORMULA = re.compile(r"\$(?P<inside>[^$]+)\$(?P<behind>:?)\Z")
IN_WORDS = re.compile(r"\\math\w+\{(?P<name>[A-Za-z]\w*)\}\s*:\s*(?P<words>[^$]+)\Z")
_ACTION = re.compile(
    r"^(?P<indent>[ \t]*)[-*+][ \t]+\$[^$\n]*\)\s*\$:[ \t\r]*\n"
    r"(?P=indent)[ \t]+[-*+][ \t][^\n]*\\(?:rightarrow|Rightarrow|implies|to)\b",
    re.MULTILINE,
)
"""An action, and below it a guard and what happens."""


@dataclass(frozen=True, slots=True)
class Item:
    """An item: its indentation, and its formula or its words.

    A colon after the formula `opens` a list of its own.  `heading` is the last item of words above.
    """

    indent: int
    span: Span
    formula: Span | None
    opens: bool
    heading: str


def listed(source: Source, prose: Sequence[Span]) -> Iterator[Item]:
    """The items of the lists in the prose of a text, if they describe an action."""
    if _ACTION.search(source.text) is None:
        return
    heading = ""
    for stretch in prose:
        for found in _ITEM.finditer(source.text, stretch.start, stretch.end):
            start, end = found.span("body")
            formula = _FORMULA.match(source.text, start, end)
            inside = Span(source, *formula.span("inside")) if formula else None
            if inside is None and "$" not in found["body"] and "\\" not in found["body"]:
                heading = found["body"]
            opens = bool(formula and formula["behind"])
            yield Item(len(found["indent"]), Span(source, start, end), inside, opens, heading)
