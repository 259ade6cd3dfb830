"""The background check of a text, which is too slow to run at each key: notes, claims and test matches."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from noughts.documents.from_document import CLICKS, RULES, missing
from noughts.documents.rehearsal import rehearsed
from noughts.language import core as c
from noughts.language.check import check_documents
from noughts.language.lints.review import review
from noughts.meaning.budget import Budget
from noughts.meaning.compile import Compiled
from noughts.meaning.self_test import Verdict, self_test
from noughts.stop import Stop, honouring
from noughts.text.diagnostic import Diagnostic, DocumentError
from noughts.text.document import Document, split_document
from noughts.text.source import Source
from noughts.text.used import with_used

_SECONDS_FOR_A_CLAIM = 2.0
"""Seconds for a claim: no user waits for the result, but the next background check has to."""


@dataclass(frozen=True)
class BackgroundCheck:
    """The results for a text without errors: diagnostics, verdicts on its tests, and the program if it is a
    game.

    The `solution` of a small game, in words, is found last.
    """

    diagnostics: Sequence[Diagnostic] = ()
    verdicts: Sequence[Verdict] = ()
    game: c.Program | None = None
    solution: str = ""


def background_check(source: Source, read: Callable[[Path], Document], stop: Stop) -> BackgroundCheck:
    """The background check of a text; `noughts.stop.Stopped` if the text has changed."""
    with honouring(stop):
        return looked_again(source, read, stop)


def looked_again(source: Source, read: Callable[[Path], Document], stop: Stop) -> BackgroundCheck:
    """The same, in a thread that can be stopped."""
    try:
        program = check_documents(with_used([split_document(source)], read))
    except DocumentError:
        return BackgroundCheck()
    stop.look()
    errors, notes = review(program)
    stop.look()
    verdicts = list(self_test(program, Compiled(program, Budget(seconds=_SECONDS_FOR_A_CLAIM))))
    more = [] if errors else rehearsed(program)
    found = [each for each in (*errors, *notes, *more) if each.span and each.span.source.name == source.name]
    failures = [as_error(verdict) for verdict in verdicts if not verdict.passed]
    is_game = not missing(program, RULES) or not missing(program, CLICKS)
    return BackgroundCheck([*found, *failures], verdicts, program if is_game else None)


def as_error(verdict: Verdict) -> Diagnostic:
    """A failing test as a diagnostic."""
    if verdict.problem is not None:
        return verdict.problem
    return Diagnostic("", f"this test fails: expected {verdict.expected}, got {verdict.got}", verdict.span)
