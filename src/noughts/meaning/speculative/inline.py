"""Inlining of definitions.

A call is replaced by the body of its definition if that does not change what is evaluated: the definition has
one clause and is not recursive, and the arguments are names and constants, which certainly have values.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import count
from typing import Final

from noughts.language import core as c
from noughts.language.dependence import components
from noughts.language.solutions import bound_in, fresh_names, nodes_of
from noughts.meaning.hoisting import read_in
from noughts.meaning.lookup import has_value
from noughts.meaning.rewriting import Names, Rewriter

# Properties of core trees: the number of nodes, including those of plans, and the names bound and read.


def node_count(tree: c.Core) -> int:
    """The number of nodes of a tree, including those of its plans."""
    return sum(1 for _ in nodes_of(tree))


def has_loop(tree: c.Core) -> bool:
    """Whether a tree enumerates sets."""
    return any(isinstance(node, c.Quantified | c.Build) for node in nodes_of(tree))


def lazy_names(definition: c.Definition) -> frozenset[str]:
    """The names bound by equations of a definition, which may be undefined."""
    nodes = (node for tree in c.trees_of(definition) for node in nodes_of(tree))
    blocks = (node.where for node in nodes if isinstance(node, c.Block))
    wheres = (where for where in (definition.where, *blocks) if where is not None)
    return frozenset(name for where in wheres for step in where.lazy for name in fresh_names(step.pattern))


def has_block(tree: c.Core) -> bool:
    """Whether there are clauses in parentheses in a tree."""
    return any(isinstance(node, c.Block) for node in nodes_of(tree))


def is_closed(tree: c.Core) -> bool:
    """Whether a tree reads no local that is bound outside of it."""
    return read_in(tree) <= bound_in(tree)


def globals_in(tree: c.Core) -> Iterator[str]:
    """The definitions that a tree uses, with repetition."""
    return (node.name for node in nodes_of(tree) if isinstance(node, c.Global))


_MOST_NODES: Final = 24
"""The most nodes of a body that is inlined at every use: they take about as long as a call in Python."""
_MOST_NODES_OF_A_CONDITION: Final = 200
"""The most nodes of a body that is inlined as a condition of a loop, whose parts a join then tests
separately."""


@dataclass
class Inliner(Rewriter):
    """The inliner; `bodies` are the inlined bodies of the definitions that are short enough."""

    definitions: Mapping[str, c.Definition]
    bodies: dict[str, c.Core] = field(default_factory=dict)
    parts: dict[str, Sequence[c.Local]] = field(default_factory=dict)
    """For a local that is known to be a tuple the locals that are its elements."""
    lazy: frozenset[str] = frozenset()
    """The names of the `where` around: they may have no value."""

    def __post_init__(self) -> None:
        self.numbers = count()

    def all(self, wanted: set[str]) -> dict[str, c.Definition]:
        """The wanted definitions, with others inlined in them."""
        found: dict[str, c.Definition] = {}
        for component in components({name: self.definitions[name] for name in wanted}):
            for name in component:
                made = found[name] = self.definition(self.definitions[name])
                body = plain_body(made)
                if body is not None and is_written_out(body):
                    self.bodies[name] = body
        return found

    def definition(self, definition: c.Definition) -> c.Definition:
        """A definition with others inlined in it."""
        self.lazy = lazy_names(definition)
        where = self.part(definition.where, {})
        made = replace(definition, clauses=self.part(definition.clauses, {}), where=where)
        self.lazy = frozenset()
        return made

    # Trees

    def tree(self, tree: c.Core, names: Names) -> c.Core:
        """A tree with its locals substituted and definitions inlined in it."""
        made = super().tree(tree, names)
        if isinstance(tree, c.Operation) and isinstance(made, c.Operation):
            return self.operation(made)
        if isinstance(tree, c.Global) and isinstance(made, c.Global) and made.name in self.bodies:
            return self.written_out(made, self.bodies[made.name]) or made
        return made

    def operation(self, tree: c.Operation) -> c.Core:
        """An operation, or the element of a tuple whose elements are known by name."""
        if tree.builtin.key == "[]":
            whole, place = tree.operands
            if isinstance(whole, c.Local) and whole.name in self.parts and isinstance(place, c.Constant):
                parts = self.parts[whole.name]
                if type(place.value) is int and 1 <= place.value <= len(parts):
                    return parts[place.value - 1]
        return tree

    # Calls

    def written_out(self, call: c.Global, body: c.Core, names: Names | None = None) -> c.Core | None:
        """The body of a definition for the arguments of a call; ``None`` if one may have no value."""
        if not all(has_value(argument, self.lazy) for argument in call.arguments):
            return None
        number = next(self.numbers)
        stands_for: dict[str, c.Core] = dict(names or {})
        stands_for |= zip(self.definitions[call.name].parameters, call.arguments, strict=True)
        for name in bound_in(body):
            stands_for[name] = c.Local(f"{name}_{number}", span=call.span)
        return self.tree(body, stands_for)

    def conjuncts(self, tree: c.Core, most: int = _MOST_NODES_OF_A_CONDITION) -> Iterator[c.Core]:
        """The parts of a conjunction in order; relations in it are inlined and split too."""
        if isinstance(tree, c.And):
            for part in tree.parts:
                yield from self.conjuncts(part, most)
        elif (body := self.body_of_call(tree, most)) is not None:
            yield from self.conjuncts(body, most - node_count(body))
        else:
            yield tree

    def body_of_call(self, tree: c.Core, most: int) -> c.Core | None:
        """The body of a relation for the arguments of a call; ``None`` if it cannot be inlined."""
        if not isinstance(tree, c.Global) or not tree.arguments:
            return None
        definition = self.definitions[tree.name]
        if definition.recursive or len(definition.clauses) != 1 or not definition.relation:
            return None
        (clause,) = definition.clauses
        if clause.guard is not None or node_count(clause.term) > most or has_block(clause.term):
            return None
        names = self.components(definition, tree)
        return None if names is None else self.written_out(tree, clause.term, names)

    def components(self, definition: c.Definition, call: c.Global) -> Names | None:
        """The substitution for the names of a `where` that only takes apart tuples with named elements."""
        if definition.where is None:
            return {}
        if definition.where.solved is not None:
            return None
        argument = dict(zip(definition.parameters, call.arguments, strict=True))
        names: dict[str, c.Core] = {}
        for step in definition.where.lazy:
            if not isinstance(step.pattern, c.PatternTuple) or not isinstance(step.value, c.Local):
                return None
            whole = argument.get(step.value.name)
            parts = self.parts.get(whole.name) if isinstance(whole, c.Local) else None
            elements = step.pattern.elements
            if parts is None or len(parts) != len(elements):
                return None
            for element, part in zip(elements, parts, strict=True):
                if not isinstance(element, c.Fresh):
                    return None
                names[element.name] = part
        return names


def is_written_out(body: c.Core) -> bool:
    """Whether a body is inlined at every use."""
    return node_count(body) <= _MOST_NODES and not has_loop(body) and not has_block(body)


def plain_body(definition: c.Definition) -> c.Core | None:
    """The term of a definition that has parameters and consists of one term; ``None`` for others."""
    if definition.recursive or definition.where is not None or definition.is_constant:
        return None
    (clause, *others) = definition.clauses
    return clause.term if not others and clause.guard is None else None


# Hoisting: a term that reads no local becomes a definition of its own, which is evaluated once in a frame.


_SENTENCES: Final = (c.Not, c.And, c.Or, c.Implies, c.Equivalent, c.Quantified)


@dataclass
class Hoister(Inliner):
    """The hoister, which replaces closed terms by constants; `found` are their definitions."""

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
        if isinstance(tree, c.Global) and not tree.arguments:
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
            uses = frozenset(globals_in(clause.term))
            self.found[name] = c.Definition(
                name, (), relation, (clause,), None, uses, frozenset(given), False, tree.span, tree.span, {}
            )
        return c.Global(name, (), span=tree.span)
