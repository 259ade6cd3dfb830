"""Closed terms of definitions become constants, which are evaluated once in a frame."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from msgspec import Struct, field

from noughts.language import core as c
from noughts.language.solutions import bound_in, nodes_of
from noughts.meaning.hoisting import read_in
from noughts.meaning.rewriting import Names, Rewriter

# Properties of core trees: the number of nodes, including those of plans, and the names bound and read.


def node_count(tree: c.Core) -> int:
    """The number of nodes of a tree, including those of its plans."""
    return sum(1 for _ in nodes_of(tree))


def has_loop(tree: c.Core) -> bool:
    """Whether a tree enumerates sets."""
    return any(isinstance(node, c.Quantified | c.Build) for node in nodes_of(tree))


def is_closed(tree: c.Core) -> bool:
    """Whether a tree reads no local that is bound outside of it."""
    return read_in(tree) <= bound_in(tree)


def globals_in(tree: c.Core) -> Iterator[str]:
    """The definitions that a tree uses, with repetition."""
    return (node.name for node in nodes_of(tree) if isinstance(node, c.Global))


_SENTENCES: Final = (c.Not, c.And, c.Or, c.Implies, c.Equivalent, c.Quantified)


class ClosedTerms(Rewriter, Struct):
    """The rewriter that replaces closed terms by constants; `found` are their definitions."""

    definitions: Mapping[str, c.Definition]
    found: dict[str, c.Definition] = field(default_factory=dict)
    terms: dict[str, c.Core] = field(default_factory=dict)
    """The term of each constant, as it was."""
    names: dict[tuple[c.Core, bool], str] = field(default_factory=dict)
    inside_recursion: bool = False
    is_repeated: bool = False
    """Whether the tree at hand is evaluated several times in a frame."""

    def definition(self, definition: c.Definition) -> c.Definition:
        """A definition with constants for its closed terms."""
        self.inside_recursion = definition.recursive
        self.is_repeated = not definition.is_constant
        return super().definition(definition)

    def tree(self, tree: c.Core, names: Names) -> c.Core:
        if self.is_repeated:
            return self.constant(tree) if self.is_worth_it(tree) else super().tree(tree, names)
        self.is_repeated = isinstance(tree, c.Quantified | c.Build)
        made = super().tree(tree, names)
        self.is_repeated = False
        return made

    def is_worth_it(self, tree: c.Core) -> bool:
        """Whether a tree is a closed term that takes more work than looking up a value."""
        if isinstance(tree, c.Constant | c.Local | c.Given | c.Not) or not is_closed(tree):
            return False
        if c.is_constant_name(tree):
            return False
        if isinstance(tree, c.Operation) and tree.builtin.key == "{}" and not tree.operands:
            return False
        return not self.inside_recursion or not any(
            self.definitions[name].recursive for name in globals_in(tree)
        )

    def constant(self, tree: c.Core) -> c.Core:
        """A constant for a term."""
        relation = isinstance(tree, _SENTENCES) or (
            (isinstance(tree, c.Operation) and tree.builtin.sentence)
            or (isinstance(tree, c.Global) and self.definitions[tree.name].relation)
        )
        name = self.names.get((tree, relation))
        if name is None:
            name = self.names[tree, relation] = f"closed term {len(self.names) + 1}"
            self.terms[name] = tree
            given = {node.name for node in nodes_of(tree) if isinstance(node, c.Given)}
            for used in globals_in(tree):
                given |= self.definitions[used].given
            self.is_repeated = False
            clause = c.Clause(self.tree(tree, {}), None)
            self.is_repeated = True
            uses, span = frozenset(globals_in(clause.term)), tree.span
            self.found[name] = c.Definition(
                name, (), relation, (clause,), None, uses, frozenset(given), False, span, span, bound={}
            )
        return c.Global(name, (), span=tree.span)
