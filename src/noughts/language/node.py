"""Trees: values that cannot be changed, most of them with a place in a text that equality ignores."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from operator import attrgetter
from typing import Any, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from noughts.text.source import Span


class Structure(Struct, frozen=True, eq=False):
    """A value that equals another of its class if their parts are equal.

    Its parts are its positional arguments; what is given by keyword is not compared.
    """

    def __eq__(self, other: object) -> bool:
        if self.__class__ is not other.__class__:
            return NotImplemented
        parts = _parts(self.__class__)
        return bool(parts(self) == parts(other))

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __hash__(self) -> int:
        return hash(_parts(self.__class__)(self))

    def __repr__(self) -> str:
        shown = (f"{name}={getattr(self, name)!r}" for name in part_names(self.__class__))
        return f"{self.__class__.__qualname__}({', '.join(shown)})"


@cache
def part_names(form: type[Structure]) -> tuple[str, ...]:
    """The names of the parts of the structures of a class."""
    names: tuple[str, ...] = form.__match_args__
    return names


@cache
def _parts(form: type[Structure]) -> Callable[[Any], Any]:
    return attrgetter(*part_names(form)) if part_names(form) else type


class Placed(Structure, frozen=True, kw_only=True):
    """A structure with its place in the text."""

    span: Span


class Node(Placed, frozen=True):
    """A part of a tree."""


# Rewriting of syntax trees, without recursion over long chains.


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
    for name in part_names(type(node)):
        value = getattr(node, name)
        for part in value if isinstance(value, tuple) else (value,):
            if isinstance(part, Node):
                yield part


def rebuilt(node: Node, new: Iterator[Node]) -> Node:
    """The node with new children, in the same order."""
    changed: dict[str, object] = {}
    for name in part_names(type(node)):
        value = getattr(node, name)
        if isinstance(value, Node):
            changed[name] = next(new)
        elif isinstance(value, tuple) and any(isinstance(part, Node) for part in value):
            changed[name] = tuple(next(new) for _ in value)
    return replace(node, **changed)
