"""The nodes of a core tree with those of its plans: how many there are, which names they bind and read."""

from __future__ import annotations

from collections.abc import Iterator

from noughts.language import core as c
from noughts.language.solutions import bound_in, fresh_names, nodes_of


def node_count(tree: c.Core) -> int:
    """The nodes of a tree, those of its conditions among them."""
    return sum(1 for _ in nodes_of(tree))


def has_loop(tree: c.Core) -> bool:
    """Whether a tree walks through sets."""
    return any(isinstance(node, c.Quantified | c.Build) for node in nodes_of(tree))


def lazy_names(definition: c.Definition) -> frozenset[str]:
    """The names of the equations of a definition: they may have no value."""
    nodes = (node for tree in c.trees_of(definition) for node in nodes_of(tree))
    blocks = (node.where for node in nodes if isinstance(node, c.Block))
    wheres = (where for where in (definition.where, *blocks) if where is not None)
    return frozenset(name for where in wheres for step in where.lazy for name in fresh_names(step.pattern))


def has_block(tree: c.Core) -> bool:
    """Whether there are clauses in parentheses in a tree."""
    return any(isinstance(node, c.Block) for node in nodes_of(tree))


def read_in(tree: c.Core) -> frozenset[str]:
    """The names of locals that occur in a tree."""
    return frozenset(node.name for node in nodes_of(tree) if isinstance(node, c.Local))


def is_closed(tree: c.Core) -> bool:
    """Whether a tree reads no local that is bound outside of it."""
    return read_in(tree) <= bound_in(tree)


def globals_in(tree: c.Core) -> Iterator[str]:
    """The definitions that a tree uses, again for each use."""
    return (node.name for node in nodes_of(tree) if isinstance(node, c.Global))
