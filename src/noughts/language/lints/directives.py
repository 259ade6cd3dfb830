"""Notes that an author has answered: ``noughts: allow N205`` before a region says that it is meant so.

It stands in a comment of the prose, ``% noughts: allow N205`` in TeX and ``<!-- noughts: allow N205 -->`` in
Markdown, and holds up to the end of the next region or display.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from noughts.text.diagnostic import Diagnostic
from noughts.text.source import Source

_DIRECTIVE = re.compile(r"(?:%|<!--)\s*noughts: allow ((?:N\d{3}[ ,]*)+)")
_REGION = re.compile(
    r"/\$.*?\$/|/\?.*?\?/|\\\[.*?\\\]|\$\$.*?\$\$|\\begin\{(\w+\*?)\}.*?\\end\{\1\}|```.*?```", re.DOTALL
)


def not_allowed(notes: Iterable[Diagnostic]) -> list[Diagnostic]:
    """The notes that no directive has answered."""
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
    """Each directive: its codes, and where it holds."""
    if "noughts: allow" not in source.text:
        return
    for found in _DIRECTIVE.finditer(source.text):
        region = _REGION.search(source.text, found.end())
        yield (
            frozenset(re.findall(r"N\d{3}", found[1])),
            found.start(),
            region.end() if region else found.end(),
        )
