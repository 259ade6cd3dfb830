"""The free names of a syntax tree: those that refer to something outside it."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from noughts.language import tree as t
from noughts.language.node import Node
from noughts.language.rewrite import child_nodes

_NONE: frozenset[str] = frozenset()


def free_names(
    tree: t.Expression, known: Callable[[str], bool], bound: frozenset[str] = _NONE
) -> Iterator[t.Name]:
    """The occurrences of names in a tree that are bound neither in it nor by `bound`, and are not `known`.

    A comprehension or a fold inside the tree binds new names of its own, which are not free.
    """
    waiting: list[tuple[Node, frozenset[str]]] = [(tree, bound)]
    while waiting:
        node, inside = waiting.pop()
        match node:
            case t.Name(name):
                if name not in inside and not known(name):
                    yield node
            case t.Quantified(_, _, domain, body):
                waiting += [(body, inside | set(node.names)), (domain, inside)]
            case t.Comprehension(body, condition) | t.Aggregate(_, condition, body):
                own = {name.name for name in free_names(condition, known, inside)}
                waiting.append((body, inside | own))
            case t.ForAny(names, body):
                every = inside | {name.name for name in names}
                waiting += [(part, every) for part in (body, *(name.domain for name in names))]
            case t.Block(_, where):
                own = set() if where is None else {name.name for name in free_names(where, known, inside)}
                waiting += [(part, inside | own) for part in reversed(list(child_nodes(node)))]
            case _:
                waiting += [(child, inside) for child in reversed(list(child_nodes(node)))]
