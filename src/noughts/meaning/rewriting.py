"""The rewriting of core trees: a walk that replaces what a subclass changes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from msgspec.structs import replace

from noughts.language import core as c
from noughts.language.node import Node, Structure, part_names

Names = Mapping[str, c.Core]
"""The substitution for the locals of an inlined body."""
_P = TypeVar("_P")
_S = TypeVar("_S", bound=Structure)


class Rewriter:
    """The rewriter of trees, which substitutes terms for locals."""

    def definition(self, definition: c.Definition) -> c.Definition:
        """A definition with its trees rewritten."""
        where = self.part(definition.where, {})
        return replace(definition, clauses=self.part(definition.clauses, {}), where=where)

    def tree(self, tree: c.Core, names: Names) -> c.Core:
        """A tree with its locals substituted."""
        match tree:
            case c.Local(name):
                return names.get(name, tree)
            case c.Constant() | c.Given():
                return tree
            case _:
                return self.rebuilt(tree, names)

    def pattern(self, pattern: c.Pattern, names: Names) -> c.Pattern:
        """A pattern with its names and the locals of its terms substituted."""
        match pattern:
            case c.Fresh(name):
                return c.Fresh(bound_name(name, names))
            case c.PatternTuple(elements):
                return c.PatternTuple(tuple(self.pattern(element, names) for element in elements))
            case _:
                return self.tree(pattern, names)

    def part(self, part: _P, names: Names) -> _P:
        """Clauses, a `where`, a plan or any other part of a tree with its locals substituted.

        In a sequence, texts are the names that it binds.
        """
        made: Any = part
        if isinstance(part, tuple):
            made = tuple(
                bound_name(each, names) if isinstance(each, str) else self.part(each, names) for each in part
            )
        elif isinstance(part, Node):
            made = self.tree(cast(c.Core, part), names)
        elif isinstance(part, Structure):
            made = self.rebuilt(part, names)
        return cast(_P, made)

    def rebuilt(self, whole: _S, names: Names) -> _S:
        """A structure with the locals in its parts substituted."""
        made: dict[str, Any] = {}
        for name in part_names(type(whole)):
            put = self.pattern if name == "pattern" else self.part
            made[name] = put(getattr(whole, name), names)
        return replace(whole, **made)


def bound_name(name: str, names: Names) -> str:
    """The name that is substituted for a bound name."""
    other = names.get(name)
    return other.name if isinstance(other, c.Local) else name
