"""Saved strategies as data for a page: the positions in which a side can keep from losing, as one diagram.

    {"side": 0, "cells": [[0, 36], …], "nodes": [1, 2, …], "root": 1578, "children": [0, 1, 0, 0, 0, 1, …]}

``nodes[c]`` is the number of nodes of cell c.  The nodes are numbered from 2 on, those of the last cell
first.  Those of a cell are in the order of their children, compared from the child of the last content
backward.  ``children`` has, for each node and each content of its cell, the number of the child minus that of
the node before.  So most of these numbers are small, and compressed they take a fifth of the space of the
numbers of the children.  ``page/solvers/safe_set.js`` reads it.

The layers of a strategy become one set, since the property depends on the position alone.  That takes some
five times fewer nodes, which no longer count the moves that were made.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import partial
from typing import Any, Final, TypeAlias

from noughts.grounding.grounded import Grounded
from noughts.kernels.explore import KernelListing, MustAsk
from noughts.kernels.kernel import Kernel
from noughts.refusal import Refusal
from noughts.solvers.estimate import comes_back
from noughts.solvers.symbolic.diagram_engine import DiagramEngine
from noughts.solvers.symbolic.diagrams import BLANK, NOTHING, TooMuchWork, WorkBudget
from noughts.solvers.symbolic.layers import Layered
from noughts.solvers.symbolic.saved_strategy import SavedStrategy
from noughts.solvers.symbolic.strategy import winning_region

SafeSetData: TypeAlias = Mapping[str, Any]
"""A safe set as JSON."""

# The node limit while a page is made: about 300 MB.
_NODES: Final = 500_000

# The most nodes that are made for a page, in some 20 seconds; without a safe set its opponent searches
# instead.
_WORK: Final = 2_000_000

# Nodes after which a list of positions is tried, which takes less time than diagrams if symmetry leaves few
# of them.
_AT_FIRST: Final = 100_000


def safe_set_data(kept: SavedStrategy, side: int) -> SafeSetData:
    """The safe set of a strategy, for the side of that number."""
    diagrams, layers = kept.diagrams.copied(kept.layers, fillings=1)
    root = diagrams.union_of(layers)
    by_cell: dict[int, list[int]] = {cell: [] for cell in range(len(kept.cells))}
    for node in diagrams.below([root]):
        by_cell[diagrams.nodes[node][0]].append(node)
    number = {NOTHING: NOTHING, BLANK: BLANK}
    children: list[list[int]] = []
    for _, nodes in sorted(by_cell.items(), reverse=True):
        inside = {node: [number[child] for child in diagrams.nodes[node][1:]] for node in nodes}
        for node in sorted(nodes, key=lambda node: inside[node][::-1]):
            number[node] = len(number)
            children.append(inside[node])
    return {
        "side": side,
        "cells": kept.cells.bits_of,
        "nodes": [len(nodes) for nodes in by_cell.values()],
        "root": number[root],
        "children": list(differences(children)),
    }


def differences(rows: Iterable[Sequence[int]]) -> Iterator[int]:
    """Each number of some rows minus the one before in its column; rows may differ in length."""
    before: dict[int, int] = {}
    for row in rows:
        for column, number in enumerate(row):
            yield number - before.get(column, 0)
            before[column] = number


def safe_sets(rules: Grounded, *, few: int, work: int = _WORK) -> Sequence[SafeSetData]:
    """The safe sets of both sides of a game of more than `few` positions.

    Empty if it has fewer positions, which a page can list, if it is not a game of two sides, or if its
    diagrams grow too large.
    """
    if len(rules.sides) != 2 or 1 << len(rules.bits) <= few:
        return []
    kernel = Kernel(rules)
    for name in ("over", "legal", "after"):
        kernel.function(name)  # compiled before `comes_back` plays random matches, which take less time
    if comes_back(kernel):  # then there is no last layer, and diagrams may take long to find that out
        return []
    if kernel.columns is not None:  # otherwise Python would list one position at a time
        if (found := safe_sets_within(_AT_FIRST, rules, few)) is not None:
            return found
        with suppress(MustAsk):
            if KernelListing(rules.game, kernel).within(few) is not None:
                return []
    return safe_sets_within(work, rules, few) or []


def safe_sets_within(work: int, rules: Grounded, few: int) -> Sequence[SafeSetData] | None:
    """The safe sets, if there are any; ``None`` if the diagrams would make more than `work` nodes."""
    try:
        layered = Layered(rules, partial(DiagramEngine, limit=_NODES, work=WorkBudget(work)))
        if sum(layered.positions) <= few:
            return []
        regions = [winning_region(layered, side) for side in range(len(rules.sides))]
    except TooMuchWork:
        return None
    except Refusal:
        return []
    return [safe_set_data(region.sets, side) for side, region in enumerate(regions)]
