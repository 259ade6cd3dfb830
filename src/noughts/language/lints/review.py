"""The review of a checked program: what is surely wrong with it, and what is perhaps not meant."""

from __future__ import annotations

from noughts.language import core as c
from noughts.language.kinds.findings import inferred, mistakes_in
from noughts.language.lints.directives import not_allowed
from noughts.language.lints.notes import notes_on
from noughts.language.stack import deep_enough
from noughts.text.diagnostic import Diagnostic


def review(program: c.Program) -> tuple[list[Diagnostic], list[Diagnostic]]:
    """The errors that evaluation would surely run into, and the notes that no directive has answered."""
    with deep_enough():
        kinds = inferred(program)
        errors, notes = mistakes_in(kinds)
        found = [*program.notes, *notes, *notes_on(program, kinds)]
        return errors, not_allowed([note for note in found if is_about_own(note, program)])


def is_about_own(note: Diagnostic, program: c.Program) -> bool:
    """Whether a note is about a document that was named: one that is only used is as its author wants it."""
    used = {} if program.module is None else program.module.sees
    return note.span is None or note.span.source.name not in used
