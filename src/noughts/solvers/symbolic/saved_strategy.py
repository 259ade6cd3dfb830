"""A strategy as sets of safe positions, without its game: the form that is saved and played."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from functools import cached_property
from pathlib import Path
from typing import Any, Final
from zlib import crc32

from msgspec import Struct

import noughts.save
from noughts.games.game import Side
from noughts.refusal import Refusal
from noughts.solvers.symbolic.cells import Cells, Filling
from noughts.solvers.symbolic.diagrams import BLANK, NOTHING, Diagram, Diagrams
from noughts.solvers.symbolic.restriction import fullness


class SavedStrategy(Struct, frozen=True, dict=True):
    """The positions in which a side has a strategy that never loses: ``layers[k]`` has those after k moves.

    The property depends on the position alone, so a position is looked up in all layers.
    """

    game: str
    rules: str
    """The fingerprint of the rules of its game."""
    side: Side
    cells: Cells
    diagrams: Diagrams
    layers: tuple[Diagram, ...]

    def __repr__(self) -> str:
        return f"<{self.side} does not lose {self.game}: {self.diagrams.size(*self.layers):,} nodes>"

    def keeps(self, code: int) -> bool:
        """Whether the side has a strategy that never loses from the position with these bits."""
        return self.keeps_filling(self.cells.filling(code))

    def keeps_filling(self, filling: Filling) -> bool:
        """Whether the side has a strategy that never loses from the position with these contents."""
        filled = sum(map(bool, filling))
        return any(self.diagrams.holds(layer, filling) for layer in self._by_fullness.get(filled, ()))

    @cached_property
    def _by_fullness(self) -> dict[int, list[Diagram]]:
        """The layers that have positions with a given number of nonempty cells."""
        filled = fullness(self.diagrams)
        found: dict[int, list[Diagram]] = {}
        for layer in dict.fromkeys(self.layers):
            for number in filled.of(layer):
                found.setdefault(number, []).append(layer)
        return found


# Strategies in files: JSON with a line for each part, diagrams as nodes, children first.
#
#     {"noughts": "strategy 1", "check": 3735928559,
#      "game": "disctru", "side": "x", "rules": "…",
#      "cells": [[0, 36], …], "layers": [17, …], "nodes": [[35, 1, 0, 1], …]}
#
# The check is the CRC-32 of all lines after the first, because a strategy with a wrong digit might lose.  A
# cell is the bits of the position that exclude each other; node k + 2 is ``[cell, child, child, …]``, 0 is
# the empty set and 1 the set of the filling without contents.


# The format and its version, under the key ``noughts``.
_FORMAT: Final = "strategy 1"


class Unreadable(Refusal):
    """A file has no strategy."""

    def __init__(self, path: Path, fault: str) -> None:
        super().__init__(
            f"{path} is no strategy: {fault}", "`noughts synthesise --symbolic -o FILE` writes one"
        )


def save_strategy(kept: SavedStrategy, path: Path) -> None:
    """Write a strategy to a file, which is replaced as a whole or not at all."""
    diagrams, layers = kept.diagrams.copied(kept.layers, fillings=1)
    nodes = diagrams.below(layers)
    number = {NOTHING: NOTHING, BLANK: BLANK} | {node: k for k, node in enumerate(nodes, 2)}
    lines = [
        f'"game": {json.dumps(kept.game)}',
        f'"side": {json.dumps(kept.side)}',
        f'"rules": {json.dumps(kept.rules)}',
        f'"cells": {_compact(kept.cells.bits_of)}',
        f'"layers": {_compact([number[layer] for layer in layers])}',
    ]
    parts = (diagrams.nodes[node] for node in nodes)
    written = (_compact([cell, *(number[child] for child in children)]) for cell, *children in parts)
    body = ",\n".join(lines) + ',\n"nodes": [\n' + ",\n".join(written) + "\n]}\n"
    head = f'{{"noughts": {json.dumps(_FORMAT)}, "check": {crc32(body.encode())},\n'
    noughts.save.save(path, head + body)


def _compact(value: object) -> str:
    return json.dumps(value, separators=(",", ":"))


def load_strategy(path: Path) -> SavedStrategy:
    """The strategy in a file; `Unreadable` if there is none."""
    content = path.read_bytes()
    try:
        found = json.loads(content)
    except (ValueError, RecursionError) as error:
        raise Unreadable(path, f"it is not JSON ({error})") from error
    if not isinstance(found, dict) or found.get("noughts") != _FORMAT:
        raise Unreadable(path, f"it does not begin with `{_FORMAT}`")
    _, _, body = content.partition(b"\n")
    if found.get("check") != crc32(body):
        raise Unreadable(path, "it is not as it was written, so it might lose")
    try:
        return _strategy(found)
    except (KeyError, TypeError, ValueError, IndexError) as error:
        raise Unreadable(path, "its diagrams do not fit together") from error


def _strategy(found: Mapping[str, Any]) -> SavedStrategy:
    """The strategy from the parts of a file."""
    cells = Cells(tuple(tuple(map(int, bits)) for bits in found["cells"]))
    diagrams = Diagrams(cells.contents, fillings=1)
    numbers = [NOTHING, BLANK]
    for cell, *children in found["nodes"]:
        numbers.append(_node(diagrams, cell, [numbers[_natural(child)] for child in children]))
    layers = tuple(numbers[_natural(layer)] for layer in found["layers"])
    names = (found["game"], found["rules"], found["side"])
    if not all(isinstance(name, str) for name in names):
        raise TypeError("a name is not a text")
    return SavedStrategy(*names, cells, diagrams, layers)


def _node(diagrams: Diagrams, cell: int, children: Iterable[Diagram]) -> Diagram:
    """A node whose children are checked: there are as many as the cell has contents, and all are below it."""
    parts = (_natural(cell), *children)
    if len(parts) != diagrams.contents[cell] + 1:
        raise ValueError(f"a node of cell {cell} has {len(parts) - 1} children")
    if any(diagrams.nodes[child][0] <= cell for child in parts[1:]):
        raise ValueError(f"a node of cell {cell} stands above its own cell")
    return diagrams.node(parts)


def _natural(number: object) -> int:
    if type(number) is not int or number < 0:
        raise ValueError(f"{number!r} is not a number")
    return number
