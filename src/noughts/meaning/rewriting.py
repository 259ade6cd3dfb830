"""The rewriting of core trees: a walk that replaces what a subclass changes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import assert_never

from noughts.language import core as c

Names = Mapping[str, c.Core]
"""The substitution for the locals of an inlined body."""


class Rewriter:
    """The rewriter of trees, which substitutes terms for locals."""

    def clauses(self, clauses: Sequence[c.Clause], names: Names) -> tuple[c.Clause, ...]:
        """Clauses with their locals substituted."""
        return tuple(
            c.Clause(self.tree(term, names), None if guard is None else self.tree(guard, names))
            for term, guard in ((clause.term, clause.guard) for clause in clauses)
        )

    def where(self, where: c.Where, names: Names) -> c.Where:
        """A `where` with its locals substituted."""
        lazy = [
            c.Bind(self.pattern(step.pattern, names), self.tree(step.value, names)) for step in where.lazy
        ]
        new = tuple(bound_name(name, names) for name in where.new)
        solved = None if where.solved is None else self.tree(where.solved, names)
        return replace(where, lazy=tuple(lazy), new=new, solved=solved, plan=self.plan(where.plan, names))

    def tree(self, tree: c.Core, names: Names) -> c.Core:
        """A tree with its locals substituted."""
        match tree:
            case c.Local(name):
                return names.get(name, tree)
            case c.Constant() | c.Given():
                return tree
            case c.Global(_, arguments):
                return replace(tree, arguments=self.trees(arguments, names))
            case c.Operation(_, operands):
                return replace(tree, operands=self.trees(operands, names))
            case c.Not(operand):
                return replace(tree, operand=self.tree(operand, names))
            case c.And(parts) | c.Or(parts):
                return replace(tree, parts=self.trees(parts, names))
            case c.Implies(premises, conclusion):
                return replace(
                    tree, premises=self.trees(premises, names), conclusion=self.tree(conclusion, names)
                )
            case c.Equivalent(left, right):
                return replace(tree, left=self.tree(left, names), right=self.tree(right, names))
            case c.Quantified(_, pattern, domain, body):
                return replace(
                    tree,
                    pattern=self.pattern(pattern, names),
                    domain=self.tree(domain, names),
                    body=self.tree(body, names),
                )
            case c.Build(_, new, condition, plan, body):
                return replace(
                    tree,
                    new=tuple(bound_name(name, names) for name in new),
                    condition=self.tree(condition, names),
                    plan=self.plan(plan, names),
                    body=self.tree(body, names),
                )
            case c.Block(clauses, where):
                inner = None if where is None else self.where(where, names)
                return replace(tree, clauses=self.clauses(clauses, names), where=inner)
            case _:
                assert_never(tree)

    def trees(self, trees: Sequence[c.Core], names: Names) -> tuple[c.Core, ...]:
        return tuple(self.tree(tree, names) for tree in trees)

    def plan(self, plan: c.Plan, names: Names) -> c.Plan:
        return tuple(self.step(step, names) for step in plan)

    def step(self, step: c.Step, names: Names) -> c.Step:
        match step:
            case c.Test(sentence):
                return c.Test(self.tree(sentence, names))
            case c.Bind(pattern, value):
                return c.Bind(self.pattern(pattern, names), self.tree(value, names))
            case c.Each(pattern, domain):
                return c.Each(self.pattern(pattern, names), self.tree(domain, names))
            case c.Either(branches, new):
                made = tuple(self.plan(branch, names) for branch in branches)
                return c.Either(made, tuple(bound_name(name, names) for name in new))
            case _:
                assert_never(step)

    def pattern(self, pattern: c.Pattern, names: Names) -> c.Pattern:
        match pattern:
            case c.Fresh(name):
                return c.Fresh(bound_name(name, names))
            case c.PatternTuple(elements):
                return c.PatternTuple(tuple(self.pattern(element, names) for element in elements))
            case _:
                return self.tree(pattern, names)


def bound_name(name: str, names: Names) -> str:
    """The name that is substituted for a bound name."""
    other = names.get(name)
    return other.name if isinstance(other, c.Local) else name
