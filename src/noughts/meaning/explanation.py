"""Explanations: an expression as a tree of the parts that decide its value."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from msgspec import Struct

from noughts.language import core as c
from noughts.meaning.interpreter import Scope
from noughts.values.scalars import FALSE, Truth
from noughts.values.show import abridged, summary
from noughts.values.value import Value

Json: TypeAlias = str | bool | dict[str, "Json"] | list["Json"] | None
"""A value that JSON can express."""

# The most characters of a value in a printed tree: more would hide the shape of the tree.
_VALUE_WIDTH = 100
# What leads to a part of a tree, and to the last one.
_FORKS = ("├─ ", "└─ ")
# What leads past the parts of a part, and past those of the last one.
_RAILS = ("│  ", "   ")


class Explanation(Struct, frozen=True):
    """An expression, its value, and the parts that decide it.

    >>> import noughts
    >>> print(noughts.load_document("/$ a := 1 $/").why("a = 2"))
    a = 2: false
    └─ a: 1

    * `text`: the expression as it is written
    * `value`: ``None`` if it is undefined; then `problem` tells why, and the `parts` lead to the cause
    * `bindings`: the local names in the text
    * `note`: facts that no part shows, such as the number of elements tried
    * `vacuous`: whether it is a sentence ``all …`` over an empty set
    * `definition`: the definition that the text applies or whose elements it asks for; the parts are those of
      its body
    * `folded`: whether these parts are left out.
    """

    text: str
    value: Value | None
    bindings: tuple[tuple[str, Value], ...] = ()
    problem: str = ""
    note: str = ""
    vacuous: bool = False
    definition: str = ""
    folded: bool = False
    parts: tuple[Explanation, ...] = ()

    def __str__(self) -> str:
        """The tree, a line for each part."""
        return "\n".join(self.lines())

    def lines(self, width: int | None = None) -> list[str]:
        """The lines of the tree; texts are cut to keep them within `width` columns if possible."""
        return list(tree_lines(self, "", "", {}, width))

    def as_json(self) -> dict[str, Json]:
        """The tree as JSON; values as printed, abridged if they have more than a thousand elements."""
        return {
            "text": self.text,
            "value": None if self.value is None else abridged(self.value),
            "bindings": {name: abridged(value) for name, value in self.bindings},
            "problem": self.problem or None,
            "note": self.note or None,
            "vacuous": self.vacuous,
            "definition": self.definition or None,
            "folded": self.folded,
            "parts": [part.as_json() for part in self.parts],
        }

    def nodes(self) -> Iterator[Explanation]:
        """This explanation and all its parts, at any depth."""
        yield self
        for part in self.parts:
            yield from part.nodes()

    @property
    def because(self) -> str:
        """The deepest part that alone decides the value and has the same value, with its bindings.

        If all cases of ``p & q V r & s`` fail, it is in the only case whose first condition holds.
        """
        node: Explanation | None = self
        found = self
        while node is not None and node.value == self.value:
            found = node
            node = node.parts[0] if len(node.parts) == 1 else node.case_meant
        return f"{found.text} is {said(found, dict(found.bindings))}"

    @property
    def case_meant(self) -> Explanation | None:
        """The only part, of several, whose first condition holds."""
        if self.value is not FALSE:
            return None
        alone = [part for part in self.parts if len(part.parts) == 1]
        begun = [part for part in alone if not part.text.startswith(part.parts[0].text)]
        return begun[0] if len(begun) == 1 else None

    @property
    def rests_on_nothing(self) -> bool:
        """Whether it is true because of some `all …` over an empty set."""
        return isinstance(self.value, Truth) and bool(self.value) and any(n.vacuous for n in self.nodes())

    @property
    def is_comparison(self) -> bool:
        """Whether it is a sentence about values instead of sentences."""
        truths = isinstance(self.value, Truth) and not self.definition
        return truths and not any(isinstance(part.value, Truth) for part in self.parts)


def tree_lines(
    node: Explanation, first: str, rest: str, known: dict[str, Value], width: int | None
) -> Iterator[str]:
    """The lines of a tree: the first one after the prefix `first`, the others after `rest`.

    A binding is shown where it is new, and with every comparison of its name.
    """
    every = node.is_comparison or (node.value is None and not node.parts)
    shown = {name: value for name, value in node.bindings if every or known.get(name) != value}
    yield first + node_line(node, shown, None if width is None else width - len(first))
    for place, part in enumerate(node.parts):
        last = place == len(node.parts) - 1
        yield from tree_lines(part, rest + _FORKS[last], rest + _RAILS[last], dict(node.bindings), width)


def node_line(node: Explanation, shown: dict[str, Value], width: int | None) -> str:
    """The line of a node: its text, value, bindings and note."""
    text, about = node.text, said(node, shown)
    if width is not None and len(text) + len(about) + 2 > width:
        room = max(width - len(about) - 2, 40)
        text = text if len(text) <= room else text[: room - 1] + "…"
    return f"{text}: {about}"


def said(node: Explanation, shown: dict[str, Value]) -> str:
    """The value of a node, with bindings and its note."""
    names = ", ".join(f"{name} = {summary(value, 40)}" for name, value in shown.items())
    note = f" ({node.note})" if node.note else ""
    return f"{value_text(node)}{', with ' if names else ''}{names}{note}{' …' if node.folded else ''}"


def value_text(node: Explanation) -> str:
    """The text of the value, or that there is none; a problem is reported at the part that causes it."""
    if node.value is not None:
        return summary(node.value, _VALUE_WIDTH)
    arises = all(part.value is not None for part in node.parts)
    return f"undefined: {node.problem}" if arises else "undefined"


# Reasons: the results of one step of an explanation.


class Reason(Struct, frozen=True):
    """A part that decides a value, its scope, and the depth to which definitions in it may be opened."""

    tree: c.Core
    scope: Scope
    depth: int


class Reasons(Struct, frozen=True):
    """The parts that decide a value, a note on what they do not show, and the definition that has them."""

    parts: tuple[Reason, ...] = ()
    note: str = ""
    vacuous: bool = False
    folded: bool = False
    definition: str = ""


NO_REASONS = Reasons()
"""The reasons of a value that needs no explanation."""
