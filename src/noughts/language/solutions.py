"""Plans for listing the solutions of a condition.

The solutions of p are bindings of its new names (LED, «solution sets»):

    x = c            x takes the value of c, which needs no name that is still open; c = x too
    (x, …) = (c, …)  element by element; so for a pattern against a set, (x, y) in S
    x in c           one solution for each element
    p V q            those of p, then of q; both must bind the same names
    p & q            for each solution of p, each of q under it
    x sub c          one solution for each subset, if nothing else lists x

A part of a conjunction that cannot be listed yet waits until later parts have bound what it needs.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import assert_never

from noughts.language import core as c
from noughts.language.builtins import OPERATIONS
from noughts.values.scalars import FALSE

Names = frozenset[str]


class CannotList(Exception):
    """No part of a condition lists the values of certain new names."""

    def __init__(self, names: Names, part: c.Core) -> None:
        super().__init__(names)
        self.names = names
        self.part = part


def open_names(tree: c.Core | c.Pattern, new: Names) -> Names:
    """Those of the names `new` that occur in a tree."""
    if not new:
        return new
    return frozenset(name for name in locals_in(tree) if name in new)


def locals_in(tree: c.Core | c.Pattern) -> Iterator[str]:
    """All local names that occur in a tree, again for every occurrence."""
    for node in nodes_of(tree):
        if isinstance(node, c.Local | c.Fresh):
            yield node.name


def nodes_of(tree: c.Core | c.Pattern) -> Iterator[c.Core | c.Pattern]:
    """Every node of a tree."""
    waiting = [tree]
    while waiting:
        node = waiting.pop()
        yield node
        if parts := children(node):
            waiting += parts


def children(node: c.Core | c.Pattern) -> tuple[c.Core | c.Pattern, ...]:
    """The parts of a node."""
    match node:
        case c.Constant() | c.Local() | c.Given() | c.Fresh():
            return ()
        case c.Operation():
            return node.operands
        case c.Global():
            return node.arguments
        case c.Not():
            return (node.operand,)
        case c.And() | c.Or():
            return node.parts
        case c.Implies():
            return (*node.premises, node.conclusion)
        case c.Equivalent():
            return (node.left, node.right)
        case c.Quantified(_, pattern, domain, body):
            return (domain, body) if isinstance(pattern, c.Fresh) else (pattern, domain, body)
        case c.Block(clauses, where):
            parts = tuple(c.trees_of_clauses(clauses))
            return parts if where is None else (*parts, *c.trees_of_where(where))
        case c.Build():
            return (node.condition, node.body)
        case c.PatternTuple():
            return node.elements


def plan(condition: c.Core, new: Iterable[str]) -> c.Plan:
    """Steps that enumerate the solutions of a condition; raises `CannotList` if that is impossible."""
    return conjunction((condition,), frozenset(new), lists_subsets=True)


def steps_of(condition: c.Core, new: Names) -> c.Plan | None:
    """Steps that bind all names of `new` in the condition; ``None`` if other parts must bind some first."""
    if not open_names(condition, new):
        return (c.Test(condition),)
    match condition:
        case c.Or(parts):
            return disjunction(parts, open_names(condition, new))
        case c.Operation(builtin, (left, right)) if builtin.key == "=":
            return equation(left, right, new)
        case c.Operation(builtin, (left, right)) if builtin.key == "in":
            pattern = as_pattern(left, new)
            if pattern is None or open_names(right, new):
                return None
            return (c.Each(pattern, right),)
        case _:
            return None


def conjunction(parts: Iterable[c.Core], new: Names, *, lists_subsets: bool = False) -> c.Plan:
    """A plan with each part as soon as it can be listed, in the order of the text; `CannotList` if one never
    can.

    A set has very many subsets, so they are listed only if no part lists anything else.
    """
    steps: list[c.Step] = []
    waiting = [(part, open_names(part, new)) for part in flat_conjunction(parts)]
    finders = (steps_of, subsets_of) if lists_subsets else (steps_of,)
    tried: dict[tuple[object, int], Names] = {}
    while waiting:
        for find, place in ((find, place) for find in finders for place in range(len(waiting))):
            part, names = waiting[place]
            still_open = names & new
            if tried.get((find, id(part))) == still_open:
                continue
            found = find(part, still_open)
            if found is not None:
                steps.extend(found)
                new -= names
                del waiting[place]
                break
            tried[find, id(part)] = still_open
        else:
            raise CannotList(frozenset().union(*(names & new for _, names in waiting)), waiting[0][0])
    return tuple(steps)


def subsets_of(part: c.Core, new: Names) -> c.Plan | None:
    """The subsets of a set, for ``x sub c``."""
    match part:
        case c.Operation(builtin, (c.Local(name), whole)) if builtin.key == "sub" and new == {name}:
            return (c.Each(c.Fresh(name), c.Operation(OPERATIONS["Pow"], (whole,), span=whole.span)),)
        case _:
            return None


def flat_conjunction(parts: Iterable[c.Core]) -> Iterator[c.Core]:
    """The parts of a conjunction, and of those of its parts that are conjunctions themselves."""
    for part in parts:
        if isinstance(part, c.And):
            yield from flat_conjunction(part.parts)
        else:
            yield part


def disjunction(parts: tuple[c.Core, ...], new: Names) -> c.Plan | None:
    """All parts, if each of them binds all the names."""
    branches: list[c.Plan] = []
    for part in parts:
        try:
            if open_names(part, new) != new:
                return None
            branches.append(conjunction((part,), new))
        except CannotList:
            return None
    return (c.Either(tuple(branches), tuple(sorted(new))),)


def equation(left: c.Core, right: c.Core, new: Names) -> c.Plan | None:
    """A pattern on one side, and on the other a term without open names."""
    if is_tuple(left) and is_tuple(right) and open_names(left, new) and open_names(right, new):
        return componentwise(left, right, new)
    for target, value in ((left, right), (right, left)):
        pattern = as_pattern(target, new)
        if pattern is not None and open_names(target, new) and not open_names(value, new):
            return (c.Bind(pattern, value),)
    return None


def componentwise(left: c.Core, right: c.Core, new: Names) -> c.Plan | None:
    """Two tuple expressions: an equation for each pair of elements."""
    assert isinstance(left, c.Operation)
    assert isinstance(right, c.Operation)
    if len(left.operands) != len(right.operands):
        return (c.Test(c.Constant(FALSE, span=left.span)),)
    pairs = zip(left.operands, right.operands, strict=True)
    equal = OPERATIONS["="]
    parts = tuple(c.Operation(equal, pair, span=pair[0].span.to(pair[1].span)) for pair in pairs)
    try:
        return conjunction(parts, new)
    except CannotList:
        return None


def is_tuple(tree: c.Core) -> bool:
    """Whether a tree is a tuple expression."""
    return isinstance(tree, c.Operation) and tree.builtin.key == "()"


def as_pattern(tree: c.Core, new: Names) -> c.Pattern | None:
    """The tree as a pattern for the names `new`.

    A part that is neither a new name nor a tuple is compared once the pattern's names are bound; ``None`` if
    such a part needs a name that the pattern does not bind.
    """
    fresh: set[str] = set()
    compared: set[str] = set()

    def convert(node: c.Core) -> c.Pattern:
        if isinstance(node, c.Local) and node.name in new - fresh:
            fresh.add(node.name)
            return c.Fresh(node.name)
        if isinstance(node, c.Operation) and is_tuple(node) and open_names(node, new):
            return c.PatternTuple(tuple(map(convert, node.operands)))
        compared.update(open_names(node, new))
        return node

    pattern = convert(tree)
    return pattern if compared <= fresh else None


def can_bind(condition: c.Core, new: Names) -> Names:
    """The names in places where a pattern could bind them, even if it never can."""
    found: set[str] = set()
    waiting = [condition]
    while waiting:
        node = waiting.pop()
        match node:
            case c.And(parts) | c.Or(parts):
                waiting.extend(parts)
            case c.Operation(builtin, (c.Local(name), _)) if builtin.key == "sub" and name in new:
                found.add(name)
            case c.Operation(builtin, (left, right)) if builtin.key in ("=", "in"):
                for side in (left, right) if builtin.key == "=" else (left,):
                    pattern = as_pattern(side, new)
                    if pattern is not None and not isinstance(pattern, c.Local):
                        found.update(fresh_names(pattern))
            case _:
                pass
    return frozenset(found)


def fresh_names(pattern: c.Pattern) -> tuple[str, ...]:
    """The names that a pattern binds, in order."""
    match pattern:
        case c.Fresh(name):
            return (name,)
        case c.PatternTuple(elements):
            return tuple(name for element in elements for name in fresh_names(element))
        case _:
            return ()


def bound_in(tree: c.Core) -> frozenset[str]:
    """The names that are bound somewhere in a tree."""
    found: set[str] = set()
    for node in nodes_of(tree):
        if isinstance(node, c.Quantified):
            found.update(fresh_names(node.pattern))
        elif isinstance(node, c.Block):
            found.update(bound_by_where(node.where))
        elif isinstance(node, c.Build):
            found.update(node.new)
            found.update(bound_in_plan(node.plan))
    return frozenset(found)


def free_locals(tree: c.Core) -> list[str]:
    """The local names of an expression that it does not bind itself."""
    bound = bound_in(tree)
    return [name for name in dict.fromkeys(locals_in(tree)) if name not in bound]


def bound_by_where(where: c.Where | None) -> Iterator[str]:
    """The names of a `where`."""
    if where is not None:
        yield from where.new
        yield from bound_in_plan((*where.lazy, *where.plan))


def bound_in_plan(plan: c.Plan) -> Iterator[str]:
    """The names that the patterns of a plan bind, outside of the terms in it."""
    for step in plan:
        match step:
            case c.Bind(pattern, _) | c.Each(pattern, _):
                yield from fresh_names(pattern)
            case c.Either(branches, names):
                yield from names
                for branch in branches:
                    yield from bound_in_plan(branch)
            case c.Test():
                pass
            case _:
                assert_never(step)
