"""Equations beside ``currentState = e`` in a `where`: like all that stands before it, they are about e."""

from __future__ import annotations

from collections.abc import Iterator

from noughts.language import core as c
from noughts.language.shift import is_other_state
from noughts.language.solutions import fresh_names, locals_in
from noughts.text.diagnostic import Diagnostic


def equations_about_another_state(part: c.Core | c.Definition) -> Iterator[Diagnostic]:
    """A note on each equation beside the one that sets the state, if it reads the state."""
    where = part.where if isinstance(part, c.Definition | c.Block) else None
    if where is None:
        return
    for step in where.lazy:
        names = fresh_names(step.pattern)
        if any(map(is_other_state, locals_in(step.value))) and not any(map(is_other_state, names)):
            name = names[0].rpartition("_")[0]
            fact = f"`{name}` is worked out in the state that `where` sets, not in the current one"
            help = f"if the current one is meant, give `{name}` as a parameter of a definition of its own"
            yield Diagnostic("N209", fact, step.value.span, help)
