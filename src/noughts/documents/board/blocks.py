"""The blocks of a grid: equal rectangles of cells that a document tells apart."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from contextlib import suppress
from typing import TYPE_CHECKING, TypeAlias

from noughts.documents.board.adjacency import sets_of
from noughts.games.game import RulesError
from noughts.values.sets import Set
from noughts.values.value import Value

if TYPE_CHECKING:
    from noughts.documents.by_rules import GameByRules

CellSet: TypeAlias = frozenset[Value]
"""The cells of a block."""
Middles: TypeAlias = Mapping[Value, tuple[int, int]]
"""The column and the row of each cell."""


def blocks_of(game: GameByRules, middles: Middles) -> Collection[CellSet]:
    """The blocks of a grid; of several divisions that with the smallest blocks, none if there is none."""
    found = (blocks for blocks in divisions(game, middles) if are_blocks(blocks, middles))
    return max(found, key=len, default=())


def divisions(game: GameByRules, middles: Middles) -> Iterator[Collection[CellSet]]:
    """The divisions of the cells: by what a function gives each, and by a constant set of sets."""
    for name, definition in game.program.definitions.items():
        if len(definition.parameters) == 1 and not (definition.relation or definition.reads_frame):
            with suppress(RulesError):
                by_value: dict[Value, set[Value]] = {}
                for cell in middles:
                    by_value.setdefault(game.value(name, cell, at=game.initial), set()).add(cell)
                yield [frozenset(cells) for cells in by_value.values()]
    for _, elements in sets_of(game):
        yield [frozenset(each) if isinstance(each, Set) else frozenset() for each in elements]


def are_blocks(blocks: Collection[CellSet], middles: Middles) -> bool:
    """Whether these are several full rectangles of one size, with more than one row and column, that have
    each cell once: rows and columns are told apart as it is."""
    if len(blocks) < 2 or sum(map(len, blocks)) != len(middles) or set().union(*blocks) != set(middles):
        return False
    sizes = set()
    for block in blocks:
        columns, rows = ({middles[cell][axis] for cell in block} for axis in (0, 1))
        wide, high = (max(line) - min(line) + 1 for line in (columns, rows))
        if wide * high != len(block):
            return False
        sizes.add((wide, high))
    [(wide, high), *others] = sizes
    return not others and min(wide, high) > 1
