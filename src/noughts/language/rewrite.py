"""Rewriting of syntax trees, without recursion over long chains."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any, TypeVar

from noughts.language import tree as t
from noughts.language.node import Node, part_names

_N = TypeVar("_N", bound=Node)


def rewritten(tree: _N, put: Callable[[Node], Node]) -> _N:
    """The tree with every part replaced by the result of `put` for it, the inner parts first."""
    made: list[Any] = []
    waiting: list[tuple[Node, bool]] = [(tree, False)]
    while waiting:
        node, ready = waiting.pop()
        inside = list(child_nodes(node))
        if not ready:
            waiting.append((node, True))
            waiting.extend((part, False) for part in reversed(inside))
            continue
        new = made[len(made) - len(inside) :]
        del made[len(made) - len(inside) :]
        same = all(before is after for before, after in zip(inside, new, strict=True))
        made.append(put(node if same else rebuilt(node, iter(new))))
    found: _N = made[0]
    return found


def walk(tree: Node) -> Iterator[Node]:
    """A tree and all its parts."""
    waiting = [tree]
    while waiting:
        node = waiting.pop()
        yield node
        waiting.extend(child_nodes(node))


def child_nodes(node: Node) -> Iterator[Node]:
    """The child nodes of a node, in order."""
    for name in part_names(node):
        value = getattr(node, name)
        for part in value if isinstance(value, tuple) else (value,):
            if isinstance(part, Node):
                yield part


def rebuilt(node: Node, new: Iterator[Node]) -> Node:
    """The node with new children, in the same order."""
    changed: dict[str, object] = {}
    for name in part_names(node):
        value = getattr(node, name)
        if isinstance(value, Node):
            changed[name] = next(new)
        elif isinstance(value, tuple) and any(isinstance(part, Node) for part in value):
            changed[name] = tuple(next(new) for _ in value)
    return replace(node, **changed)  # type: ignore[arg-type]


def names_in(tree: Node) -> Iterator[str]:
    """Every name that occurs in a tree, whatever it means."""
    for node in walk(tree):
        match node:
            case t.Name(name) | t.Parameter(name) | t.ActionParameter(name, _):
                yield name
            case t.Call(name, _):
                yield name
            case _:
                pass
