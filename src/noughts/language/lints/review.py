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
        return errors, not_allowed([*program.notes, *notes, *notes_on(program, kinds)])
