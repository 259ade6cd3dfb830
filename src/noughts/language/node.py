"""Trees: values that cannot be changed, most of them with a place in a text that equality ignores."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import Field, dataclass, field, fields, replace
from operator import attrgetter
from typing import Any, ClassVar, TypeVar, cast, dataclass_transform

from noughts.text.source import Span

_T = TypeVar("_T", bound=type["Structure"])


class Structure:
    """A value that equals another of its class if their parts are equal."""

    __slots__ = ()
    __dataclass_fields__: ClassVar[dict[str, Field[Any]]]
    _compared: ClassVar[Callable[[Any], Any]]
    """The parts that are compared."""

    def __eq__(self, other: object) -> bool:
        if self.__class__ is not other.__class__:
            return NotImplemented
        return bool(self.__class__._compared(self) == self.__class__._compared(other))

    def __hash__(self) -> int:
        return hash(self.__class__._compared(self))

    def __repr__(self) -> str:
        shown = (f"{each.name}={getattr(self, each.name)!r}" for each in fields(self) if each.repr)
        return f"{self.__class__.__qualname__}({', '.join(shown)})"


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def structure(described: _T) -> _T:
    """Make a class of a tree's parts a frozen dataclass with slots.

    `dataclass` compiles a constructor for it and nothing else: the other methods of all trees took a
    twentieth of the time of a short check.  Its type is frozen, and at run time nothing guards that, since
    guarded constructors take twice as long.
    """
    made = cast(_T, dataclass(eq=False, repr=False, slots=True)(described))
    compared = [each.name for each in fields(made) if each.compare]
    made._compared = attrgetter(*compared) if compared else type
    return made


def part_names(whole: Structure) -> tuple[str, ...]:
    """The names of the parts of a structure, without those that are places in the text."""
    return whole.__match_args__  # type: ignore[attr-defined,no-any-return]


@structure
class Node(Structure):
    """A part of a tree with its place in the text."""

    span: Span = field(compare=False, repr=False, kw_only=True)


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
