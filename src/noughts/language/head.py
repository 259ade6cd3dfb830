"""Heads of definitions with tuples of names, translated to heads with single names.

along((i, j), d) := (i + d[1], j + d[2])     is     along(ij, d) := (i + d[1], j + d[2])
                                                    where (i, j) = ij

(turn, board) := currentState                is     turn := currentState[1]  board := currentState[2]
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import count

from msgspec import Struct
from msgspec.structs import replace

from noughts.language import tree as t
from noughts.language.builtins import FRAME


class Head(Struct, frozen=True):
    """Parameters as single names, and the ``where`` with an equation for each one that is written as a
    tuple."""

    parameters: tuple[t.Parameter, ...]
    where: t.Expression | None


def head_of(definition: t.Definition, known: Collection[str]) -> Head:
    """The head of a definition; the name of a tuple is made of those in it, and is none of those `known`."""
    parameters: list[t.Parameter] = []
    equations: list[t.Expression] = []
    own = {name.name for name in t.bound_names(definition.parameters)}
    for pattern in definition.parameters:
        if not isinstance(pattern, t.TuplePattern):
            assert isinstance(pattern, t.Parameter)
            parameters.append(pattern)
            continue
        whole = next(
            name for name in names_for(pattern) if not any(name in each for each in (own, FRAME, known))
        )
        own.add(whole)
        parameters.append(t.Parameter(whole, span=pattern.span))
        sides = (as_term(pattern), t.Name(whole, span=pattern.span))
        equations.append(t.Compare(("=",), sides, span=pattern.span))
    if not equations:
        return Head(tuple(parameters), definition.where)
    if definition.where is not None:
        equations += t.conjuncts(definition.where)
    return Head(
        tuple(parameters), t.And(tuple(equations), span=definition.span) if equations[1:] else equations[0]
    )


def names_for(pattern: t.TuplePattern) -> Iterator[str]:
    """Names for a tuple: ``ij``, ``ij2``, … for ``(i, j)``, ``player_cell`` for ``(player, cell)``."""
    names = [bound.name for bound in t.bound_names([pattern])]
    joint = "" if all(len(name) == 1 for name in names) else "_"
    whole = joint.join(names) or "t"
    yield whole
    yield from (f"{whole}{k}" for k in count(2))


def as_term(pattern: t.Pattern) -> t.Expression:
    """A pattern as the side of an equation."""
    match pattern:
        case t.Parameter(name):
            return t.Name(name, span=pattern.span)
        case t.MapletPattern(elements):
            return t.Maplet(tuple(map(as_term, elements)), span=pattern.span)
        case t.TuplePattern(elements):
            return t.TupleOf(tuple(map(as_term, elements)), span=pattern.span)
        case _:
            return pattern


def by_itself(definition: t.Definition) -> t.Definition:
    """A definition of one name of a tuple, without the definitions of the other names."""
    if definition.together is None:
        return definition
    [first, *others] = definition.clauses
    is_plain = first.guard is None and not others
    term = first.term if is_plain else t.Block(definition.clauses, None, span=definition.span)
    for place in path_to_name(definition.name, definition.together):
        term = t.Index(term, t.Numeral(place, span=definition.head), span=definition.head)
    return replace(definition, clauses=(t.Clause(term, None, span=definition.span),), together=None)


def path_to_name(name: str, names: t.Pattern) -> Sequence[int]:
    """The indices of a name in a tuple of names, counted from 1: within the tuple, then within its part."""
    if isinstance(names, t.TuplePattern):
        for place, part in enumerate(names.elements, 1):
            if name in (bound.name for bound in t.bound_names([part])):
                return [place, *path_to_name(name, part)]
    return []
