"""The nodes of a core tree with those of its plans: how many there are, which names they bind and read."""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

from noughts.language import core as c
from noughts.language.solutions import fresh_names, nodes_of


def node_count(tree: c.Core) -> int:
    """The nodes of a tree, those of its conditions among them."""
    return sum(1 for _ in nodes_of(tree))


def has_loop(tree: c.Core) -> bool:
    """Whether a tree walks through sets."""
    return any(isinstance(node, c.Quantified | c.Build) for node in nodes_of(tree))


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


def bound_by_where(where: c.Where | None) -> Iterator[str]:
    """The names of a `where`."""
    if where is not None:
        yield from where.new
        yield from bound_in_plan((*where.lazy, *where.plan))


def lazy_names(definition: c.Definition) -> frozenset[str]:
    """The names of the equations of a definition: they may have no value."""
    nodes = (node for tree in c.trees_of(definition) for node in nodes_of(tree))
    blocks = (node.where for node in nodes if isinstance(node, c.Block))
    wheres = (where for where in (definition.where, *blocks) if where is not None)
    return frozenset(name for where in wheres for step in where.lazy for name in fresh_names(step.pattern))


def has_block(tree: c.Core) -> bool:
    """Whether there are clauses in parentheses in a tree."""
    return any(isinstance(node, c.Block) for node in nodes_of(tree))


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


def read_in(tree: c.Core) -> frozenset[str]:
    """The names of locals that occur in a tree."""
    return frozenset(node.name for node in nodes_of(tree) if isinstance(node, c.Local))


def is_closed(tree: c.Core) -> bool:
    """Whether a tree reads no local that is bound outside of it."""
    return read_in(tree) <= bound_in(tree)


def globals_in(tree: c.Core) -> Iterator[str]:
    """The definitions that a tree uses, again for each use."""
    return (node.name for node in nodes_of(tree) if isinstance(node, c.Global))
