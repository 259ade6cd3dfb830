"""An engine that lists: sets of positions as Python's own sets, with nothing shared and nothing clever."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain
from random import Random
from typing import TypeAlias

from noughts.grounding.formula import Formula
from noughts.grounding.walk import holds
from noughts.solvers.symbolic.cells import Cells, Filling
from noughts.solvers.symbolic.diagram_engine import Rewriting

Listed: TypeAlias = frozenset[tuple[int, ...]]
Steps: TypeAlias = tuple[Rewriting, ...]


class ListingEngine:
    """`noughts.solvers.symbolic.diagram_engine.DiagramEngine` by its definitions."""

    nothing: Listed = frozenset()
    made = 0
    limit = 1

    def __init__(self, cells: Cells) -> None:
        self.cells = cells

    def look(self) -> None:
        pass

    def only(self, filling: Filling) -> Listed:
        return frozenset({tuple(filling)})

    def union(self, a: Listed, b: Listed) -> Listed:
        return a | b

    def intersection(self, a: Listed, b: Listed) -> Listed:
        return a & b

    def difference(self, a: Listed, b: Listed) -> Listed:
        return a - b

    def union_of(self, sets: Sequence[Listed]) -> Listed:
        return frozenset(chain.from_iterable(sets))

    def where(self, some: Listed, formula: Formula) -> Listed:
        return frozenset(filling for filling in some if holds(formula, self.cells.code(filling)))

    def steps(self, rewritings: Iterable[Rewriting]) -> tuple[Steps, ...]:
        return (tuple(rewritings),)

    def after(self, some: Listed, steps: Steps) -> Listed:
        return frozenset(target for _, target in arrows(some, steps))

    def before(self, some: Listed, steps: Steps) -> Listed:
        back = [{cell: (new, old) for cell, (old, new) in step.items()} for step in steps]
        return frozenset(source for _, source in arrows(some, back))

    def ways(self, source: Listed, steps: Steps) -> int:
        return len(arrows(source, steps))

    def pairs(self, source: Listed, steps: Steps, target: Listed) -> int:
        return sum(reached in target for _, reached in arrows(source, steps))

    def count(self, some: Listed) -> int:
        return len(some)

    def first(self, some: Listed) -> Filling:
        return min(some)

    def drawn(self, some: Listed, dice: Random) -> Filling:
        return dice.choice(sorted(some))

    def fullness(self, some: Listed) -> frozenset[int]:
        return frozenset(sum(map(bool, filling)) for filling in some)

    def size(self, *sets: Listed) -> int:
        return sum(map(len, sets))

    def forget(self) -> None:
        pass


def arrows(some: Listed, steps: Iterable[Rewriting]) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
    """Every filling of a set with what every rewriting that can be made in it makes of it."""
    found = []
    for step in steps:
        for filling in some:
            if all(filling[cell] == old for cell, (old, _) in step.items()):
                target = tuple(step[c][1] if c in step else i for c, i in enumerate(filling))
                found.append((filling, target))
    return found
