"""Diagnostics of documents: a code, a place, a fact and a help."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from noughts.refusal import Refusal
from noughts.text.source import Span

LONGEST_QUOTED = 40
"""Characters of an expression that a sentence repeats."""


def is_quotable(text: str) -> bool:
    """Whether a text is short and on one line, so a sentence can quote it between backquotes."""
    return 0 < len(text) <= LONGEST_QUOTED and "\n" not in text and "`" not in text


@dataclass(frozen=True, slots=True)
class Note:
    """A second place or a further fact of a diagnostic."""

    text: str
    span: Span | None = None


@dataclass(frozen=True, slots=True)
class Diagnostic:
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
