"""The kinds of local names: parameters, names of quantifiers and sets, names of `where`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from noughts.language import core as c
from noughts.language.kind import ANY, BOTTOM, Kind, join
from noughts.language.kinds.evaluate import AbstractEvaluator, Kinds
from noughts.language.kinds.infer import Inference
from noughts.language.stack import deep_enough
from noughts.text.source import Span


def kinds_of_uses(inference: Inference) -> Mapping[Span, Kind]:
    """The kind of each local name, by the places where it is used; none where evaluation never comes."""
    uses = LocalNames(inference)
    with deep_enough():
        for name, definition in inference.definitions.items():
            uses.body(definition, inference.parameters[name])
        for test in inference.program.tests:
            uses.test(test)
    return uses.found


class LocalNames(AbstractEvaluator):
    """Evaluates a program once more, with all kinds known, and collects those of local names."""

    def __init__(self, inference: Inference) -> None:
        self.known = inference
        self.found: dict[Span, Kind] = {}

    def applied(self, tree: c.Global, arguments: Sequence[Kind]) -> Kind:
        return self.known.results[tree.name]

    def given(self, name: str) -> Kind:
        return self.known.given(name)

    def term(self, tree: c.Core, kinds: Kinds) -> Kind:
        kind = super().term(tree, kinds)
        if isinstance(tree, c.Local) and kind is not BOTTOM:
            # A machine has several definitions for an action, and those without calls have no kinds.
            there = self.found.get(tree.span, ANY)
            self.found[tree.span] = there if kind is ANY else kind if there is ANY else join(there, kind)
        return kind
