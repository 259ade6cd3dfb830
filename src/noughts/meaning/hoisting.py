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
from dataclasses import dataclass, field, replace

from noughts.language import core as c
from noughts.language.solutions import bound_in, nodes_of
from noughts.meaning.emit import is_long
from noughts.meaning.rewriting import Names, Rewriter


def hoisted(definition: c.Definition) -> c.Definition:
    """The definition with the invariant terms of its loops in front of them."""
    hoister = Hoister()
    where = definition.where and hoister.where(definition.where, {})
    return replace(definition, clauses=hoister.clauses(definition.clauses, {}), where=where)


@dataclass
class Loop:
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
        made: list[c.Core] = []
        for node in c.in_order(tree):
            if isinstance(node, c.Operation):
                first = len(made) - len(node.operands)
                made[first:] = [replace(node, operands=tuple(made[first:]))]
            else:
                made.append(self.tree(node, names))
        return made[0]

    def loop(self, tree: c.Quantified | c.Build, names: Names) -> c.Core:
        """A loop, inside of clauses with its invariant terms if it has any."""
        loop, outer = Loop(bound_in(tree)), self.loops
        made: c.Core
        if isinstance(tree, c.Quantified):
            domain = self.tree(tree.domain, names)
            with self.inside([*outer, loop]):
                made = replace(tree, domain=domain, body=self.tree(tree.body, names))
        else:
            first = self.plan(tree.plan[:1], names)
            with self.inside([*outer, loop]):
                rest, body = self.plan(tree.plan[1:], names), self.tree(tree.body, names)
            made = replace(tree, plan=(*first, *rest), body=body)
        if not loop.terms:
            return made
        where = c.Where(tuple(loop.terms), (), None, (), tree.span)
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


def is_costly(tree: c.Core) -> bool:
    """Whether a tree takes more work than to look a value up: it has a loop, or applies a definition."""
    return any(
        isinstance(node, c.Quantified | c.Build) or (isinstance(node, c.Global) and node.arguments)
        for node in nodes_of(tree)
    )


def read_in(tree: c.Core) -> frozenset[str]:
    """The names of locals that occur in a tree."""
    return frozenset(node.name for node in nodes_of(tree) if isinstance(node, c.Local))
