"""Which number of a cell is its row: the names that a document gives to the two numbers."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Final

from noughts.games.game import RulesError
from noughts.language import core as c
from noughts.language.kinds.evaluate import AbstractEvaluator, Kinds
from noughts.language.kinds.findings import inferred
from noughts.language.kinds.infer import Inference
from noughts.language.kinds.kind import NUMBER, Kind
from noughts.language.solutions import nodes_of
from noughts.language.stack import deep_enough
from noughts.text.source import Span
from noughts.values.sets import Set
from noughts.values.value import Value

if TYPE_CHECKING:
    from noughts.documents.by_rules import GameByRules

_ROWS: Final = frozenset({"r", "row", "i", "rank", "rows"})
_COLUMNS: Final = frozenset({"x", "c", "col", "column", "j", "file", "columns"})
"""Names that people give to coordinates."""
_OTHERS: Final = frozenset({"y"})
"""Names of a coordinate that is the row, unless rows are counted upwards as in a diagram."""


def row_comes_first(game: GameByRules, cells: Collection[Value]) -> bool:
    """Whether a cell begins with its row, by the names that the document gives to its parts."""
    pairs = CoordinatePairs(inferred(game.program), game, frozenset(cells))
    votes = 0
    for one, two in pairs.found():
        votes += (one in _ROWS or two in _COLUMNS) - (one in _COLUMNS or two in _ROWS)
    return votes > 0


class CoordinatePairs(AbstractEvaluator):
    """Evaluates a program once more, with all kinds known, and collects the names of two numbers of a cell.

    They are those of a pattern of two names that both stand for numbers, unless it ranges over a set that has
    no cell, such as a map from numbers to numbers; and the two parameters of a definition if they stand for
    numbers and are called as coordinates are: a number may be that of a player as well.
    """

    def __init__(self, inference: Inference, game: GameByRules, cells: frozenset[Value]) -> None:
        self.known, self.game, self.cells = inference, game, cells
        self.pairs: dict[tuple[Span, tuple[str, str]], None] = {}
        self.domains: dict[Span, c.Core] = {}

    def found(self) -> Iterator[tuple[str, str]]:
        """The pairs of names, as they are written: each as often as it is."""
        with deep_enough():
            for name, definition in self.known.definitions.items():
                self.body(definition, self.known.parameters[name])
        yield from (names for _, names in self.pairs)
        for name, definition in self.known.definitions.items():
            if len(definition.parameters) == 2 and self.known.parameters[name] == [NUMBER, NUMBER]:
                one, two = map(written_name, definition.parameters)
                if {one, two} <= _ROWS | _COLUMNS | _OTHERS:
                    yield one, two

    def applied(self, tree: c.Global, arguments: Sequence[Kind]) -> Kind:
        return self.known.results[tree.name]

    def given(self, name: str) -> Kind:
        return self.known.given(name)

    def element(self, domain: c.Core, kinds: Kinds) -> Kind | None:
        self.domains[domain.span] = domain
        return super().element(domain, kinds)

    def matched(
        self, pattern: c.Pattern, value: Kind, kinds: Kinds, place: Span, *, must: bool = False
    ) -> Kinds:
        inner = super().matched(pattern, value, kinds, place, must=must)
        for part in patterns_in(pattern):
            match part:
                case c.PatternTuple((c.Fresh(one), c.Fresh(two))) if inner[one] == inner[two] == NUMBER and (
                    part is not pattern or self.may_have_cells(self.domains.get(place))
                ):
                    self.pairs[place, (written_name(one), written_name(two))] = None
        return inner

    def may_have_cells(self, domain: c.Core | None) -> bool:
        """Whether a set has a cell at the beginning; of one that depends on local names, nothing is known."""
        if domain is None or any(isinstance(node, c.Local) for node in nodes_of(domain)):
            return True
        with suppress(RulesError):
            frame = self.game.quiet(self.game.initial)
            elements = self.game.ask(lambda: self.game.meaning.prepare(domain)(frame))
            if isinstance(elements, Set):
                return elements.size == 0 or any(cell in elements for cell in self.cells)
        return True


def patterns_in(pattern: c.Pattern) -> Iterator[c.Pattern]:
    """A pattern and those in it."""
    yield pattern
    if isinstance(pattern, c.PatternTuple):
        for part in pattern.elements:
            yield from patterns_in(part)


def written_name(local: str) -> str:
    """A local name as it is written: ``x_3`` is x."""
    return local.rpartition("_")[0] or local
