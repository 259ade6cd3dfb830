"""Diagnostics of documents: a code, a place, a fact and a help."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from unicodedata import combining, east_asian_width

from msgspec import Struct
from msgspec.structs import replace

from noughts.refusal import Refusal, possible
from noughts.text.source import Span

# Characters of an expression that a sentence repeats.
_LONGEST_QUOTED = 40


def is_quotable(text: str) -> bool:
    """Whether a sentence can quote a text between single backquotes."""
    return fits_sentence(text) and "`" not in text


def fits_sentence(text: str) -> bool:
    """Whether a sentence can repeat a text: it is short and on one line."""
    return 0 < len(text) <= _LONGEST_QUOTED and "\n" not in text


def quoted(text: str) -> str:
    """A text between backquotes, two on each side if it has some itself; *this* if it is too long."""
    if is_quotable(text):
        return f"`{text}`"
    return f"`` {text} ``" if fits_sentence(text) else "this"


class Note(Struct, frozen=True):
    """A second place or a further fact of a diagnostic."""

    text: str
    span: Span | None = None


class Diagnostic(Struct, frozen=True):
    """An error or a note.

    `fact` says in one sentence what is wrong, and `help` how to fix it.  `span` is ``None`` only if the error
    has no place in a document.  If the help is a replacement, `fix` has the new text of each place; making
    all of them removes the error.
    """

    code: str
    fact: str
    span: Span | None = None
    help: str = ""
    notes: tuple[Note, ...] = ()
    fix: tuple[tuple[Span, str], ...] = ()

    def place(self) -> tuple[str, int]:
        """The sort key of diagnostics in the order of their places."""
        return ("", -1) if self.span is None else (self.span.source.name, self.span.start)


def mended(text: str, fix: Iterable[tuple[Span, str]]) -> str:
    """The text of a source after the replacements of a fix."""
    for span, replacement in sorted(fix, key=lambda each: each[0].start, reverse=True):
        text = text[: span.start] + replacement + text[span.end :]
    return text


class DocumentError(Refusal):
    """The errors of a document that cannot be used.

    >>> import noughts
    >>> try:
    ...     noughts.load_document("/$ cells := {1..9}  free := cels $/")
    ... except noughts.DocumentError as error:
    ...     print([(problem.code, str(problem.span), problem.help) for problem in error.diagnostics])
    [('E202', '<text>:1:29', 'did you mean `cells`?')]
    """

    def __init__(self, diagnostics: Sequence[Diagnostic]) -> None:
        self.diagnostics = tuple(diagnostics)
        facts = "; ".join(f"[{d.code}] {d.fact}" for d in self.diagnostics)
        super().__init__(facts, next((d.help for d in self.diagnostics if d.help), ""))
        self.args = (facts,)  # each diagnostic has a hint of its own


# Diagnostics as text: the place, the line with carets, the fact, the help.


WIDEST = 100
"""Of a longer line only this many characters around the caret are shown."""


def report(diagnostics: Sequence[Diagnostic]) -> str:
    """The texts of diagnostics, one after another."""
    return "\n\n".join(map(draw, few_of_each(diagnostics)))


# Diagnostics with the same fact that are drawn: who has understood these finds the others.
_MOST_ALIKE = 4


def few_of_each(diagnostics: Sequence[Diagnostic]) -> Iterator[Diagnostic]:
    """The diagnostics, but of many that are alike only the first ones; the last says how many follow."""
    kinds = [(each.code, each.fact, each.help) for each in diagnostics]
    left = Counter(kinds)
    shown: Counter[tuple[str, str, str]] = Counter()
    for each, kind in zip(diagnostics, kinds, strict=True):
        shown[kind] += 1
        left[kind] -= 1
        if shown[kind] == _MOST_ALIKE and left[kind]:
            each = replace(each, notes=(*each.notes, Note(f"and in {left[kind]} more places")))
        if shown[kind] <= _MOST_ALIKE:
            yield each


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
