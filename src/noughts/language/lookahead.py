"""Definitions about another state: ``p where currentState = outcome(m)`` looks at the position after a move.

    safe(m) iff ~attacked where currentState = outcome(m)

The body and the other equations are about that state; the value of ``currentState`` is computed in the
current one.  With the definitions that read the state as functions of it (`noughts.language.shift`) this is

    safe(m) iff ~attacked afterwards(the next state) where the next state = outcome(m)

A `where` in parentheses does the same for the term in front of it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import count
from typing import Final, TypeVar

from msgspec.structs import replace

from noughts.language import tree as t
from noughts.language.builtins import FRAME
from noughts.language.node import Node, rewritten, walk
from noughts.language.shift import Shift
from noughts.stop import current
from noughts.text.diagnostic import Diagnostic

# The name in the `where` of the other state, which `is_other_state` recognises.
_NEXT: Final = "_the next state"

_QUESTION: Final = "the question"


def looks_ahead(definition: t.Definition) -> bool:
    """Whether a definition, or a part of it, is about another state."""
    current.get().look()
    return is_ahead(definition) or any(True for _ in blocks_ahead(definition))


def question_ahead(tree: t.Expression) -> t.Definition | None:
    """A constant with the value of an expression that looks ahead; ``None`` for one that does not.

    No document can define its name.
    """
    if not any(isinstance(part, t.Block) and is_ahead(part) for part in walk(tree)):
        return None
    return t.Definition(
        _QUESTION, (), False, (t.Clause(tree, None, span=tree.span),), head=tree.span, span=tree.span
    )


def is_ahead(tree: t.Definition | t.Block) -> bool:
    """Whether the `where` of a definition or a block gives another state."""
    return any(state_in(part) is not None for part in equations(tree))


def blocks_ahead(definition: t.Definition) -> Iterator[t.Block]:
    """The blocks in a definition that are about another state.

    A definition is searched only if its text has the word, or macros that may contain it, because the search
    takes longer than the check.
    """
    if may_look_ahead(definition.span.source.text):
        yield from (part for part in walk(definition) if isinstance(part, t.Block) and is_ahead(part))


@lru_cache(1)
def may_look_ahead(text: str) -> bool:
    """Whether a definition in a text may look ahead; cached, since it is asked for each definition of a
    text."""
    return any(sign in text for sign in ("where", "\\"))


def without_lookahead(
    definitions: Sequence[t.Definition],
) -> tuple[Sequence[t.Definition], list[Diagnostic]]:
    """The definitions, those that look ahead as ordinary ones, followed by the ones that these need; and
    errors."""
    ahead = {definition.name: definition for definition in definitions if looks_ahead(definition)}
    if not ahead:
        return definitions, []
    read_here = {name: about_the_state_only(definition) for name, definition in ahead.items()}
    shift = Shift({}, [read_here.get(each.name, each) for each in definitions])
    problems: list[Diagnostic] = []
    made = {name: turned_inside_out(definition, shift, problems) for name, definition in ahead.items()}
    shift.definitions |= made
    front = [made[each.name] if ahead.get(each.name) is each else each for each in definitions]
    return (*front, *shift.needed()), problems


def equations(tree: t.Definition | t.Block) -> tuple[t.Expression, ...]:
    """The parts of the `where` of a definition or a block."""
    return () if tree.where is None else t.conjuncts(tree.where)


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
    """The part of a definition with lookahead that is about the current state, or a larger part."""
    if not is_ahead(definition):
        return definition
    clauses = tuple(t.Clause(state, None, span=state.span) for state in states(equations(definition)))
    return replace(definition, clauses=clauses, where=None)


def turned_inside_out(definition: t.Definition, shift: Shift, problems: list[Diagnostic]) -> t.Definition:
    """A definition with lookahead, as one that names the next states, those of its blocks first."""
    number = count(1)

    def put(node: Node) -> Node:
        if isinstance(node, t.Block) and is_ahead(node):
            return turned(node, f"{_NEXT} {next(number)}", shift, problems)
        return node

    if any(True for _ in blocks_ahead(definition)):
        definition = rewritten(definition, put)
    return turned(definition, _NEXT, shift, problems) if is_ahead(definition) else definition


_B = TypeVar("_B", t.Definition, t.Block)


def turned(tree: _B, name: str, shift: Shift, problems: list[Diagnostic]) -> _B:
    """A definition or a block with lookahead, as one that names the next state."""
    put = shift.to(name)
    before = [part for part in equations(tree) if state_in(part) is None]
    after = [rewritten(part, put) for part in before]
    clauses = tuple(rewritten(clause, put) for clause in tree.clauses)
    assert tree.where is not None
    span = tree.where.span
    if (clauses, after) == (tree.clauses, before):
        fact = "nothing in this definition reads the state, which `where` changes"
        problems.append(Diagnostic("E206", fact, span, "remove `currentState = …`"))
    else:
        after += (
            t.Compare(("=",), (t.Name(name, span=state.span), state), span=state.span)
            for state in states(equations(tree))
        )
    where = t.And(tuple(after), span=span) if len(after) > 1 else after[0] if after else None
    return replace(tree, clauses=clauses, where=where)
