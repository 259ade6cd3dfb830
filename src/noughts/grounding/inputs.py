"""What a part of a definition depends on: of the locals, often only a part.

Of a move m = (l, (a, b)) a condition may read l alone.  Then it is evaluated once for each l, not once for
each of a thousand moves: `noughts.grounding.symbolic_evaluation` remembers it by the values of its inputs, so
that the conditions on a move are joined like relations.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, TypeAlias

from noughts.language import core as c
from noughts.language.solutions import bound_in, children, nodes_of

_FEWEST: Final = 4
"""Nodes of a part from which on it costs more to evaluate than to look up."""

Input: TypeAlias = "tuple[str, tuple[int, ...]]"
"""A local, or the element of the tuple that it is at these indices, counted from 1."""


@dataclass(frozen=True, slots=True)
class Inputs:
    """The inputs of a part, none of them within another, and how many of them are locals as a whole."""

    inputs: tuple[Input, ...]
    whole: int


def inputs_of(tree: c.Core) -> Inputs | None:
    """The inputs of a part; ``None`` if it is too small to be remembered, or has a `where` of its own."""
    nodes = list(nodes_of(tree))
    if len(nodes) < _FEWEST or any(isinstance(node, c.Block) and node.where is not None for node in nodes):
        return None
    bound = bound_in(tree)
    read = dict.fromkeys(found for found in read_in(tree) if found[0] not in bound)
    whole = {name for name, indices in read if not indices}
    kept = tuple((name, indices) for name, indices in read if not indices or name not in whole)
    return Inputs(kept, len(whole))


def read_in(tree: c.Core) -> Iterator[Input]:
    """The locals in a part, each with the constant indices of the element that is read."""
    waiting: list[c.Core | c.Pattern] = [tree]
    while waiting:
        node = waiting.pop()
        found = element_read(node)
        if found is not None:
            yield found
        else:
            waiting.extend(children(node))


def element_read(node: c.Core | c.Pattern) -> Input | None:
    """The input that a node is: a local, or an element of one at constant indices."""
    indices: list[int] = []
    while True:
        match node:
            case c.Local(name):
                return name, tuple(reversed(indices))
            case c.Operation(builtin, (inner, c.Constant(int(index)))) if builtin.key == "[]":
                indices.append(index)
                node = inner
            case _:
                return None
