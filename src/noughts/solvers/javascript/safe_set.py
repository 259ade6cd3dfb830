"""Saved strategies as data for a page: the positions in which a side can keep from losing, as one diagram.

    {"side": 0, "cells": [[0, 36], …], "nodes": [1, 2, …], "root": 1578, "bytes": 2, "children": "AAAB…"}

``nodes[c]`` is the number of nodes of cell c; the nodes are numbered from 2 on, those of the last cell in
front.  ``children`` has the number of each node's child for each content of its cell, in as many bytes each,
the lowest in front, in base64.  `safe_set.js` reads it.

The layers of a strategy become one set, since the property depends on the position alone.  That takes some
five times fewer nodes, which no longer count the moves that were made.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any, Final, TypeAlias

from noughts.grounding.grounded import Grounded
from noughts.refusal import Refusal
from noughts.solvers.symbolic.diagram_engine import DiagramEngine
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
    below = sorted(diagrams.below([root]), key=lambda node: -diagrams.nodes[node][0])
    number = {NOTHING: NOTHING, BLANK: BLANK} | {node: k for k, node in enumerate(below, 2)}
    parts = [diagrams.nodes[node] for node in below]
    nodes = [0] * len(kept.cells)
    for cell, *_ in parts:
        nodes[cell] += 1
    length = 2 if len(number) <= 1 << 16 else 4
    children = b"".join(number[child].to_bytes(length, "little") for _, *inside in parts for child in inside)
    return {
        "side": side,
        "cells": kept.cells.bits_of,
        "nodes": nodes,
        "root": number[root],
        "bytes": length,
        "children": b64encode(children).decode(),
    }


def safe_sets(
    rules: Grounded, *, few: int, nodes: int = _NODES, seconds: float = _SECONDS
) -> Sequence[SafeSetData]:
    """The safe sets of both sides of a game of more than `few` positions.

    None if it has fewer, which a page can list, or is not for two, or if diagrams cannot hold it.
    """
    if len(rules.sides) != 2 or 1 << len(rules.bits) <= few:
        return []
    try:
        layered = Layered(rules, partial(DiagramEngine, limit=nodes, seconds=seconds))
        if sum(layered.positions) <= few:
            return []
        regions = [winning_region(layered, side) for side in range(len(rules.sides))]
    except Refusal:
        return []
    return [safe_set_data(region.sets, side) for side, region in enumerate(regions)]
