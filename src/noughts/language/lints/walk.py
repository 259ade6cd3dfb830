"""Every expression of a program, with the definition that it stands in."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from noughts.language import core as c
from noughts.language.solutions import nodes_of
from noughts.stop import current

Owner: TypeAlias = c.Definition | None
"""The definition of an expression; ``None`` in a test."""


def nodes_in(program: c.Program) -> Iterator[tuple[Owner, c.Core]]:
    """Every part of every expression."""
    for definition in program.definitions.values():
        current.get().look()
        for tree in c.trees_of(definition):
            yield from ((definition, node) for node in cores_of(tree))
    for test in program.tests:
        for tree in c.trees_of(test):
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
