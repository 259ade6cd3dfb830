"""Definitions about another state: ``p where currentState = outcome(m)`` looks at the position after a move.

    safe(m) iff ~attacked where currentState = outcome(m)

The body and the other equations are about that state; what ``currentState`` is set to is worked out in the
current one.  With the definitions that read the state as functions of it (`noughts.language.shift`) this is

    safe(m) iff ~attacked afterwards(the next state) where the next state = outcome(m)
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Final

from noughts.language import tree as t
from noughts.language.builtins import FRAME
from noughts.language.rewrite import rewritten
from noughts.language.shift import Shift
from noughts.text.diagnostic import Diagnostic

_NEXT: Final = "the next state"
"""The name of the `where` that stands for the other state."""


def looks_ahead(definition: t.Definition) -> bool:
    """Whether a definition is about another state."""
    return any(state_in(part) is not None for part in equations(definition))


def without_lookahead(
    definitions: Sequence[t.Definition],
) -> tuple[Sequence[t.Definition], list[Diagnostic]]:
    """The definitions with those that look ahead as ordinary ones, then what these need; and errors."""
    ahead = {definition.name: definition for definition in definitions if looks_ahead(definition)}
    if not ahead:
        return definitions, []
    read_here = {name: about_the_state_only(definition) for name, definition in ahead.items()}
    shift = Shift({}, [read_here.get(each.name, each) for each in definitions])
    problems: list[Diagnostic] = []
    made = {name: turned(definition, shift, problems) for name, definition in ahead.items()}
    shift.definitions |= made
    front = [made.get(each.name, each) if looks_ahead(each) else each for each in definitions]
    return (*front, *shift.needed()), problems


def equations(definition: t.Definition) -> tuple[t.Expression, ...]:
    """The parts of the `where` of a definition."""
    return () if definition.where is None else t.conjuncts(definition.where)


def state_in(part: t.Expression) -> t.Expression | None:
    """The state e of ``currentState = e``."""
    match part:
        case t.Compare(("=",), (t.Name(name), value)) if FRAME.get(name) == "currentState":
            return value
        case _:
            return None


def states(parts: Iterable[t.Expression]) -> list[t.Expression]:
    """The states that some equations give."""
    return [state for part in parts if (state := state_in(part)) is not None]


def about_the_state_only(definition: t.Definition) -> t.Definition:
    """The part of a definition that looks ahead which is about the current state."""
    clauses = tuple(t.Clause(state, None, span=state.span) for state in states(equations(definition)))
    return replace(definition, clauses=clauses, where=None)


def turned(definition: t.Definition, shift: Shift, problems: list[Diagnostic]) -> t.Definition:
    """A definition that looks ahead, as one that names the next state."""
    put = shift.to(_NEXT)
    before = [part for part in equations(definition) if state_in(part) is None]
    after = [rewritten(part, put) for part in before]
    clauses = tuple(rewritten(clause, put) for clause in definition.clauses)
    assert definition.where is not None
    span = definition.where.span
    if (clauses, after) == (definition.clauses, before):
        fact = "nothing in this definition reads the state, which `where` changes"
        problems.append(Diagnostic("E206", fact, span, "remove `currentState = …`"))
    else:
        after += (
            t.Compare(("=",), (t.Name(_NEXT, span=state.span), state), span=state.span)
            for state in states(equations(definition))
        )
    where = t.And(tuple(after), span=span) if len(after) > 1 else after[0] if after else None
    return replace(definition, clauses=clauses, where=where)
