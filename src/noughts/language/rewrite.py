"""Syntax trees with some of their parts replaced, however long their chains are."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import fields, replace
from typing import Any, TypeVar

from noughts.language import tree as t

N = TypeVar("N", bound=t.Node)


def rewritten(tree: N, put: Callable[[t.Node], t.Node]) -> N:
    """The tree with every part replaced by what `put` makes of it, the inner parts first."""
    made: list[Any] = []
    waiting: list[tuple[t.Node, bool]] = [(tree, False)]
    while waiting:
        node, ready = waiting.pop()
        inside = list(parts(node))
        if not ready:
            waiting.append((node, True))
            waiting.extend((part, False) for part in reversed(inside))
            continue
        new = made[len(made) - len(inside) :]
        del made[len(made) - len(inside) :]
        same = all(before is after for before, after in zip(inside, new, strict=True))
        made.append(put(node if same else rebuilt(node, iter(new))))
    found: N = made[0]
    return found


def walk(tree: t.Node) -> Iterator[t.Node]:
    """A tree and all its parts."""
    waiting = [tree]
    while waiting:
        node = waiting.pop()
        yield node
        waiting.extend(parts(node))


def parts(node: t.Node) -> Iterator[t.Node]:
    """What a node is made of, in order."""
    for field in fields(node):
        value = getattr(node, field.name)
        for part in value if isinstance(value, tuple) else (value,):
            if isinstance(part, t.Node):
                yield part


def rebuilt(node: t.Node, new: Iterator[t.Node]) -> t.Node:
    """The node with other parts, in the order of `parts`."""
    changed: dict[str, object] = {}
    for field in fields(node):
        value = getattr(node, field.name)
        if isinstance(value, t.Node):
            changed[field.name] = next(new)
        elif isinstance(value, tuple) and any(isinstance(part, t.Node) for part in value):
            changed[field.name] = tuple(next(new) for _ in value)
    return replace(node, **changed)  # type: ignore[arg-type]


def names_in(tree: t.Node) -> Iterator[str]:
    """Every name that stands in a tree, whatever it means there."""
    for node in walk(tree):
        match node:
            case t.Name(name) | t.Parameter(name) | t.Choice(name, _):
                yield name
            case t.Call(name, _):
                yield name
            case t.Quantified(_, names, _, _):
                yield from names
            case _:
                pass
