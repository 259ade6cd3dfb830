"""Definitions as functions of the state: their values in a state other than the current one.

An automatic action happens in the state after a move, and a definition may look ahead to that state.  The
definitions that they use read the current state.  So every definition that reads the state, directly or
indirectly, is copied with the state as a parameter:

    free := P \\ taken                  free afterwards(state) := P \\ taken afterwards(state)
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final

from msgspec.structs import replace

from noughts.language import tree as t
from noughts.language.binding import names_in
from noughts.language.builtins import FRAME
from noughts.language.machine import Variable
from noughts.language.node import Node, rewritten

AFTERWARDS: Final = " afterwards"
"""The suffix of the name of a definition as a function of the state."""
# The parameter for the state: no document can write a name that begins with an underscore.
_STATE: Final = "_the state"
_NONE: frozenset[str] = frozenset()


class Shift:
    """Writes definitions of a module as functions of a state."""

    def __init__(self, variables: Mapping[str, Variable], definitions: Sequence[t.Definition]) -> None:
        self.variables = variables
        self.definitions: dict[str, t.Definition] = {}
        for definition in definitions:
            self.definitions.setdefault(definition.name, definition)
        self.reading = reading_state(self.definitions)
        self.waiting: list[str] = []
        self.done: set[str] = set()

    def needed(self) -> Iterator[t.Definition]:
        """The shifted definitions that others use."""
        while self.waiting:
            name = self.waiting.pop()
            yield self.shifted(self.definitions[name], f"{name}{AFTERWARDS}")

    def shifted(self, definition: t.Definition, name: str, made: frozenset[str] = _NONE) -> t.Definition:
        """A definition as a function of the state; those named in `made` already are."""
        new = rewritten(definition, self.to(_STATE, made))
        state = t.Parameter(_STATE, span=definition.head)
        return replace(new, name=name, parameters=(*new.parameters, state))

    def to(self, state: str, made: frozenset[str] = _NONE) -> Callable[[Node], Node]:
        """A function for parts of a tree that replaces the current state by the one with that name."""

        def put(node: Node) -> Node:
            match node:
                case t.Name(other) if FRAME.get(other) == "currentState":
                    return t.Name(state, span=node.span)
                case t.Name(other) if other in self.variables:
                    place = t.Numeral(self.variables[other].place, span=node.span)
                    return t.Index(t.Name(state, span=node.span), place, span=node.span)
                case t.Name(other) | t.Call(other, _) if other in made or other in self.reading:
                    before = node.arguments if isinstance(node, t.Call) else ()
                    arguments = (*before, t.Name(state, span=node.span))
                    head = node.head if isinstance(node, t.Call) else node.span
                    called = other if other in made else self.asked(other)
                    return t.Call(called, arguments, head=head, span=node.span)
                case _:
                    return node

        return put

    def asked(self, name: str) -> str:
        """The name of a definition as a function of the state; it is recorded as needed."""
        if name not in self.done:
            self.done.add(name)
            self.waiting.append(name)
        return f"{name}{AFTERWARDS}"


def is_other_state(name: str) -> bool:
    """Whether a name denotes a state other than the current one."""
    return name.startswith("_")


def reading_state(definitions: Mapping[str, t.Definition]) -> frozenset[str]:
    """The definitions that read the state, directly or indirectly."""
    users: dict[str, list[str]] = {}
    for definition in definitions.values():
        for name in names_in(definition):
            users.setdefault(FRAME.get(name, name), []).append(definition.name)
    found: set[str] = set()
    waiting = list(users.get("currentState", ()))
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            waiting += users.get(name, ())
    return frozenset(found)
