"""Loop-invariant code motion: what does not depend on a loop is evaluated once for it.

    {x | x in S & x in {y + 1 | y in S}}

is evaluated as if it were written ::

    ({x | x in S & x in t} where t = {y + 1 | y in S})

The equation of a `where` is evaluated at its first use, so terms are evaluated in the same order as before,
and an error is located at the same place.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import assert_never

from msgspec import Struct, field
from msgspec.structs import replace

from noughts.language import core as c
from noughts.language.solutions import bound_in, bound_in_plan, nodes_of
from noughts.meaning.emit import is_long
from noughts.meaning.rewriting import Names, Rewriter


def hoisted(definition: c.Definition) -> c.Definition:
    """The definition with the invariant terms of its loops in front of them."""
    return Hoister().definition(definition)


class Loop(Struct):
    """A loop around the tree at hand, with the names that are bound in it and its invariant terms."""

    bound: frozenset[str]
    terms: list[c.Bind] = field(default_factory=list)


class Hoister(Rewriter):
    """The rewriter that moves terms out of loops."""

    def __init__(self) -> None:
        self.loops: list[Loop] = []
        self.count = 0

    def tree(self, tree: c.Core, names: Names) -> c.Core:
        """A tree with the invariant terms of its loops in front of them, or the name of such a term."""
        if not is_costly(tree):
            return tree
        for depth, loop in enumerate(self.loops):
            if read_in(tree).isdisjoint(loop.bound - bound_in(tree)):
                with self.inside(self.loops[:depth]):
                    value = self.tree(tree, names)
                self.count += 1
                name = f"invariant{self.count}_0"
                loop.terms.append(c.Bind(c.Fresh(name), value))
                return c.Local(name, span=tree.span)
        if isinstance(tree, c.Quantified | c.Build):
            return self.loop(tree, names)
        return self.chain(tree, names) if is_long(tree) else super().tree(tree, names)

    def chain(self, tree: c.Core, names: Names) -> c.Core:
        """A long chain of operations, whose operands are taken one by one, without recursion."""
        return c.fold_operations(
            tree,
            lambda part: self.tree(part, names),
            lambda operation, operands: replace(operation, operands=tuple(operands)),
        )

    def loop(self, tree: c.Quantified | c.Build, names: Names) -> c.Core:
        """A loop, inside of clauses with its invariant terms if it has any."""
        tree = nested(tree) if isinstance(tree, c.Build) and tree.fold == "{}" else tree
        loop, outer = Loop(bound_in(tree)), self.loops
        made: c.Core
        if isinstance(tree, c.Quantified):
            domain = self.tree(tree.domain, names)
            with self.inside([*outer, loop]):
                made = replace(tree, domain=domain, body=self.tree(tree.body, names))
        else:
            first = self.part(tree.plan[:1], names)
            with self.inside([*outer, loop]):
                rest, body = self.part(tree.plan[1:], names), self.tree(tree.body, names)
            made = replace(tree, plan=(*first, *rest), body=body)
        if not loop.terms:
            return made
        where = c.Where(tuple(loop.terms), (), None, (), span=tree.span)
        return c.Block((c.Clause(made, None),), where, span=tree.span)

    @contextmanager
    def inside(self, loops: list[Loop]) -> Iterator[None]:
        """A context for trees that are inside these loops alone."""
        before, self.loops = self.loops, loops
        yield
        self.loops = before

    def pattern(self, pattern: c.Pattern, names: Names) -> c.Pattern:
        """The pattern itself: what it compares is looked up, once for a set."""
        return pattern


def nested(tree: c.Build) -> c.Build:
    """A set-builder as a union of set-builders, if a term in its inner loop depends on an outer one alone.

    ``{t | x in S & y in T & p}`` is the union of ``{t | y in T & p}`` for x in S, in the same order.
    """
    places = [place for place, step in enumerate(tree.plan) if isinstance(step, c.Each)]
    for place in reversed(places[1:]):
        outer, inner = tree.plan[:place], tree.plan[place:]
        bound = frozenset(bound_in_plan(inner))
        around = frozenset(bound_in_plan(outer))
        nodes = (node for part in (*terms_of(inner[1:]), tree.body) for node in nodes_of(part))
        if any(is_invariant(node, bound, around) for node in nodes):
            new = tuple(name for name in tree.new if name not in bound)
            body = replace(tree, new=tuple(name for name in tree.new if name in bound), plan=inner)
            return replace(tree, fold="U", new=new, plan=outer, body=body)
    return tree


def is_invariant(tree: c.Core | c.Pattern, bound: frozenset[str], around: frozenset[str]) -> bool:
    """Whether a costly term of an inner loop reads names of the loop around it, and none of its own."""
    if isinstance(tree, c.PatternTuple | c.Fresh):
        return False
    read = read_in(tree)
    return read.isdisjoint(bound) and not read.isdisjoint(around) and is_costly(tree)


def terms_of(plan: c.Plan) -> Iterator[c.Core]:
    """The terms in the steps of a plan."""
    for step in plan:
        match step:
            case c.Test(term) | c.Bind(_, term) | c.Each(_, term):
                yield term
            case c.Either(branches):
                for branch in branches:
                    yield from terms_of(branch)
            case _:
                assert_never(step)


def is_costly(tree: c.Core) -> bool:
    """Whether a tree takes more work than to look a value up: it has a loop, or applies a definition."""
    return any(
        isinstance(node, c.Quantified | c.Build) or (isinstance(node, c.Global) and node.arguments)
        for node in nodes_of(tree)
    )


def read_in(tree: c.Core) -> frozenset[str]:
    """The names of locals that occur in a tree."""
    return frozenset(node.name for node in nodes_of(tree) if isinstance(node, c.Local))
