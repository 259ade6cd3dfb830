"""The displays of mathematics in a document; if it has none, no TeX is read."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from msgspec import Struct, field

from noughts.text.diagnostic import Diagnostic
from noughts.text.source import Source, Span

if TYPE_CHECKING:
    from noughts.text.tex.macros import Macro
    from noughts.text.tex.token import Token

# A row of backticks or tildes is matched from its first one only, which keeps the time linear.
_MAY_HOLD = re.compile(
    r"\$\$|\$\s*\w+\s*(?::(?!=)|\\colon\b)|\\\(|\\\[|\\begin\s*\{"
    r"|(?<!`)```+[ \t]*math|(?<!~)~~~+[ \t]*math|\\[A-Za-z]*(?:command|def)\b"
)


class Display(Struct, frozen=True):
    """One display: its content with macros expanded, and its place from mark to mark."""

    tokens: tuple[Token, ...]
    span: Span


class Mathematics(Struct):
    """The displays of a document, its macros, and the errors in them.

    `signatures` are the possible signatures in mathematics within lines, of which nothing else is read.
    """

    displays: list[Display] = field(default_factory=list)
    signatures: list[Display] = field(default_factory=list)
    macros: dict[str, Macro] = field(default_factory=dict)
    problems: list[Diagnostic] = field(default_factory=list)


def mathematics(source: Source, prose: Sequence[Span]) -> Mathematics:
    """The displays in the prose of a document; linear in its length."""
    if _MAY_HOLD.search(source.text) is None:
        return Mathematics()
    from noughts.text.tex.displays import Finder

    return Finder(source, prose).found
