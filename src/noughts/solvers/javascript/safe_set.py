"""Saved strategies as data for a page: the positions in which a side can keep from losing, as one diagram.

    {"side": 0, "cells": [[0, 36], …], "nodes": [1, 2, …], "root": 1578, "children": [0, 1, 0, 0, 0, 1, …]}

``nodes[c]`` is the number of nodes of cell c; the nodes are numbered from 2 on, those of the last cell in
front, and those of a cell by their children, the child of the last content first.  ``children`` has, for each
node and each content of its cell, the number of the child less that of the node before.  So most of these
numbers are small, and compressed they take a fifth of what the numbers of the children would take.
`safe_set.js` reads it.

The layers of a strategy become one set, since the property depends on the position alone.  That takes some
five times fewer nodes, which no longer count the moves that were made.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, Final, TypeAlias

from noughts.grounding.grounded import Grounded
from noughts.refusal import Refusal
from noughts.solvers.symbolic.diagram_engine import DiagramEngine, Patience
from noughts.solvers.symbolic.diagrams import BLANK, NOTHING
from noughts.solvers.symbolic.layers import Layered
from noughts.solvers.symbolic.saved_strategy import SavedStrategy
from noughts.solvers.symbolic.strategy import winning_region

SafeSetData: TypeAlias = Mapping[str, Any]
"""A safe set as JSON."""

_NODES: Final = 500_000
"""The node limit while a page is made: about 300 MB."""

_SECONDS: Final = 20.0
"""Seconds after which a page goes without: its opponent searches instead."""


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
    """Each number of some rows less the last one in its column; rows may differ in length."""
    before: dict[int, int] = {}
    for row in rows:
        for column, number in enumerate(row):
            yield number - before.get(column, 0)
            before[column] = number


def safe_sets(
    rules: Grounded, *, few: int, nodes: int = _NODES, seconds: float = _SECONDS
) -> Sequence[SafeSetData]:
    """The safe sets of both sides of a game of more than `few` positions.

    None if it has fewer, which a page can list, or is not for two, or if diagrams cannot hold it.
    """
    if len(rules.sides) != 2 or 1 << len(rules.bits) <= few:
        return []
    try:
        layered = Layered(rules, partial(DiagramEngine, limit=nodes, patience=Patience(seconds)))
        if sum(layered.positions) <= few:
            return []
        regions = [winning_region(layered, side) for side in range(len(rules.sides))]
    except Refusal:
        return []
    return [safe_set_data(region.sets, side) for side, region in enumerate(regions)]
