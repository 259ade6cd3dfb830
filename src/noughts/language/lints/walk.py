"""Every expression of a program, with the definition that it stands in."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from noughts.language import core as c
from noughts.language.solutions import nodes_of

Owner: TypeAlias = c.Definition | None
"""The definition of an expression; ``None`` in a test."""


def trees_of(definition: c.Definition) -> Iterator[c.Core]:
    """The terms, guards and equations of a definition."""
    for clause in definition.clauses:
        yield clause.term
        if clause.guard is not None:
            yield clause.guard
    if definition.where is not None:
        yield from trees_of_where(definition.where)


def trees_of_where(where: c.Where) -> Iterator[c.Core]:
    """The terms and the condition of a `where`."""
    for step in where.lazy:
        yield step.value
    if where.solved is not None:
        yield where.solved


def trees_of_test(test: c.Claim | c.Printed) -> Iterator[c.Core]:
    """The expressions of a test."""
    if isinstance(test, c.Printed):
        yield test.expression
        return
    yield test.sentence
    yield from test.scene.given.values()
    if test.where is not None:
        yield from trees_of_where(test.where)


def nodes_in(program: c.Program) -> Iterator[tuple[Owner, c.Core]]:
    """Every part of every expression."""
    for definition in program.definitions.values():
        for tree in trees_of(definition):
            yield from ((definition, node) for node in cores_of(tree))
    for test in program.tests:
        for tree in trees_of_test(test):
            yield from ((None, node) for node in cores_of(tree))


def cores_of(tree: c.Core) -> Iterator[c.Core]:
    """Every part of an expression."""
    for node in nodes_of(tree):
        if not isinstance(node, c.Fresh | c.PatternTuple):
            yield node


def between(left: c.Core, right: c.Core) -> str:
    """The text between two parts that follow one another in one document."""
    a, b = left.span, right.span
    return a.source.text[a.end : b.start] if a.source is b.source and a.end <= b.start else ""
