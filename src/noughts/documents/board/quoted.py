"""Definitions of LED as trees: templates with holes, which are filled with trees and with values.

A template is read once.  The names of its holes are replaced by trees, so no value needs to be spelled: an
element such as the string ``say "no"``, which no document can write, is a tree like any other.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cache, reduce
from typing import Final, TypeAlias, TypeVar

from noughts.documents.board.layers import Path, Spot
from noughts.language import tree as t
from noughts.language.expression_of import literal
from noughts.language.node import Node
from noughts.language.parse import parse_text
from noughts.language.rewrite import names_in, rewritten
from noughts.text.source import Source, Span
from noughts.values.value import Value

Filling: TypeAlias = "t.Expression | Value"
_N = TypeVar("_N", bound=Node)

_NOWHERE: Final = Span(Source("board", ""), 0, 0)


def define(head: str, body: str, **holes: Filling) -> t.Definition:
    """The definition of a head such as ``f(x)`` by a template."""
    found = filled(_definition(f"{head} := {body}"), holes)
    match found.clauses:
        case (t.Clause(t.Block(clauses, None), None),):
            return replace(found, clauses=clauses)
        case _:
            return found


def term(text: str, **holes: Filling) -> t.Expression:
    """The term or sentence of a template."""
    return filled(_definition(f"it := {text}").clauses[0].term, holes)


def define_value(name: str, value: Value) -> t.Definition:
    """The definition of a name by a value."""
    return define(name, "value", value=value)


@cache
def _definition(text: str) -> t.Definition:
    """A definition, as it is read."""
    (definition,) = parse_text(f"/$ {text} $/").definitions
    return definition


def filled(tree: _N, holes: Mapping[str, Filling]) -> _N:
    """A tree with holes filled."""
    trees = {name: tree_of(filling) for name, filling in holes.items()}

    def put(node: Node) -> Node:
        match node:
            case t.Name(name) if name in trees:
                return trees[name]
            case t.And((t.And(first), *others)):
                return t.And((*first, *others), span=node.span)
            case _:
                return node

    return rewritten(tree, put)


def tree_of(filling: Filling) -> t.Expression:
    """A tree, also of a value."""
    return filling if isinstance(filling, Node) else literal(filling, _NOWHERE)


def tuple_tree(parts: Iterable[Filling]) -> t.Expression:
    """A tuple of trees or values."""
    return t.TupleOf(tuple(map(tree_of, parts)), span=_NOWHERE)


def set_tree(parts: Iterable[Filling]) -> t.Expression:
    """A set of trees or values."""
    return t.SetOf(tuple(map(tree_of, parts)), span=_NOWHERE)


def union(sets: Sequence[t.Expression]) -> t.Expression:
    """The union of sets."""
    return reduce(lambda one, two: t.Binary("U", one, two, span=_NOWHERE), sets) if sets else set_tree([])


def and_more(whole: t.Expression, more: Sequence[Value]) -> t.Expression:
    """A set with more elements, if there are some."""
    return union([whole, *([set_tree(more)] if more else [])])


def cases(clauses: Iterable[tuple[Filling, t.Expression]], otherwise: Filling) -> t.Expression:
    """``(term if guard; … otherwise)``, or the last term if it is alone."""
    made = [t.Clause(tree_of(each), guard, span=_NOWHERE) for each, guard in clauses]
    if not made:
        return tree_of(otherwise)
    return t.Block((*made, t.Clause(tree_of(otherwise), None, span=_NOWHERE)), span=_NOWHERE)


def by_value(
    what: t.Expression, clauses: Iterable[tuple[Value, Filling]], otherwise: Filling
) -> t.Expression:
    """A term for each of some values that something may have, and one for all others."""
    return cases(((found, term("v = w", v=what, w=value)) for value, found in clauses), otherwise)


def part_of(whole: t.Expression, path: Path) -> t.Expression:
    """A part of a tuple."""
    return reduce(lambda tree, place: term("t[k]", t=tree, k=place), path, whole)


def cell_at(whole: t.Expression, spot: Spot) -> t.Expression:
    """The cell at a spot."""
    found = [part_of(whole, path) for path in spot.paths]
    return tuple_tree(found) if spot.flat else found[0]


def state_at(path: Path) -> t.Expression:
    """A part of the state."""
    return part_of(term("currentState"), path)


def fresh(name: str, taken: Collection[str]) -> str:
    """A name for something of the board that is not taken."""
    word = f"board{name[:1].upper()}{name[1:]}"
    while word in taken:
        word += "0"
    return word


def reached_from(definitions: Sequence[t.Definition], names: Iterable[str]) -> list[t.Definition]:
    """The definitions that some names need."""
    by_name, waiting, found = {each.name: each for each in definitions}, [*names], set[str]()
    while waiting:
        if (name := waiting.pop()) in by_name and name not in found:
            found.add(name)
            waiting += names_in(by_name[name])
    return [each for each in definitions if each.name in found]


def with_fresh_names(
    definitions: Sequence[t.Definition], taken: Collection[str], kept: Collection[str]
) -> list[t.Definition]:
    """Definitions under names that are free, but for those that are kept, also for the locals in them."""
    own = {each.name for each in definitions}.difference(kept)
    names = own.union(*(names_in(each) for each in definitions))
    changed = {name for name in names.difference(kept) if name in own or name in taken}
    free = {name: fresh(name, {*taken, *names}) for name in changed}

    def put(node: Node) -> Node:
        match node:
            case t.Name() | t.Call() | t.Parameter() | t.Definition() if node.name in free:
                return replace(node, name=free[node.name])
            case _:
                return node

    return [rewritten(each, put) for each in definitions]
