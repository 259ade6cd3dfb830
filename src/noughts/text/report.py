"""Diagnostics as text: the place, the line with carets, the fact, the help."""

from __future__ import annotations

from collections.abc import Sequence
from unicodedata import combining, east_asian_width

from noughts.advice import possible
from noughts.refusal import Refusal
from noughts.text.diagnostic import Diagnostic, DocumentError
from noughts.text.source import Span

WIDEST = 100
"""Of a longer line only this many characters around the caret are shown."""


def report(diagnostics: Sequence[Diagnostic]) -> str:
    """The texts of all diagnostics, one after another."""
    return "\n\n".join(map(draw, diagnostics))


def refusal_report(refusal: Refusal) -> str:
    """The text of any refusal: what is wrong, and how to fix it."""
    if isinstance(refusal, DocumentError):
        return report(refusal.diagnostics)
    return sentences(refusal.fact, refusal.hint)


def sentences(fact: str, help: str = "") -> str:
    """A fact and its hint in the form of a diagnostic."""
    return f"error: {fact}\n   help: {help}" if help else f"error: {fact}"


def draw(diagnostic: Diagnostic, *, called: str = "error") -> str:
    """One diagnostic as text; `called` is the word for it, *error* or *note*.

    ::

        game.led:12:17: error E202: nothing defines `Cels`
           12 | moves := {c | c in Cels}
              |                    ^^^^
           help: did you mean `Cells`?
    """
    place = f"{diagnostic.span}: " if diagnostic.span else ""
    lines = [f"{place}{called} {diagnostic.code}: {diagnostic.fact}"]
    if diagnostic.span:
        lines += excerpt(diagnostic.span)
    if help := possible(diagnostic.help):
        lines.append(f"   help: {help}")
    if diagnostic.span and diagnostic.span.macros:
        lines.append(f"   note: this is in the body of {diagnostic.span.macros}")
    for note in diagnostic.notes:
        lines.append(f"   note: {note.text}{f' ({note.span})' if note.span else ''}")
    return "\n".join(lines)


def excerpt(span: Span) -> list[str]:
    """The line on which a span begins, and carets under it."""
    text = span.source.line_text(span.line)
    first = span.column - 1
    last = min(max(first + 1, first + span.end - span.start), max(len(text), first + 1))
    cut = max(0, min(first - WIDEST // 3, len(text) - WIDEST)) if len(text) > WIDEST else 0
    shown = "".join(c if c.isprintable() else " " for c in text[cut : cut + WIDEST])
    before = "…" if cut else ""
    after = "…" if len(text) > cut + WIDEST else ""
    indent = " " * (len(before) + columns(shown[: first - cut]))
    carets = "^" * max(1, columns(shown[first - cut : last - cut]))
    number = f"{span.line:5d}"
    return [f"{number} | {before}{shown}{after}".rstrip(), f"{' ' * len(number)} | {indent}{carets}"]


def columns(text: str) -> int:
    """The number of columns of a text on a terminal: two for a wide character, none for a combining
    accent."""
    if text.isascii():
        return len(text)
    return sum(2 if east_asian_width(c) in "WF" else 0 if combining(c) else 1 for c in text)
