"""The growth of an expression when its chains, quantifiers and shared sets are expanded.

A chain ``a < b < c`` is ``a < b & b < c`` and ``all x, y in S. p`` is ``all x in S. all y in S. p``,
``x, y in S`` in a condition ``x in S & y in S``.
Chains inside chains would double at each level: short texts could exceed any memory.
"""

from __future__ import annotations

from collections.abc import Iterator

from noughts.language import tree as t
from noughts.language.names import children, parts_of_block


def copies(tree: t.Expression, most: int) -> int:
    """The nodes that expansion adds, counted up to a little over `most`."""
    added = 0
    waiting = [(tree, 1)]
    while waiting and added <= most:
        node, times = waiting.pop()
        added += times - 1
        waiting += [(part, times * repeated) for part, repeated in counted_parts(node)]
    return added


def counted_parts(tree: t.Expression) -> Iterator[tuple[t.Expression, int]]:
    """The parts of an expression, each with the number of its copies after expansion."""
    match tree:
        case t.Compare(_, (first, *middle, last)):
            yield from ((first, 1), *((operand, 2) for operand in middle), (last, 1))
        case t.Quantified():
            yield from ((tree.domain, len(tree.patterns)), (tree.body, 1))
        case t.Members(names, domain):
            yield from ((name, 1) for name in names)
            yield domain, len(names)
        case t.Comprehension():
            yield from ((tree.condition, 1), (tree.term, 1))
        case t.Aggregate():
            yield from ((tree.condition, 1), (tree.body, 1))
        case t.ForAny(names, body):
            yield from ((part, 1) for part in (body, *(name.domain for name in names)))
        case t.Block():
            yield from ((part, 1) for part in parts_of_block(tree))
        case _:
            yield from ((child, 1) for child in children(tree))
