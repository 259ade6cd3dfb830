"""The check of strategies that are decision diagrams, which are read node by node.

A node is ``[cell, child, child, …]``, with a child for each content of the cell.  Node 0 is the empty set,
and node 1 contains only the filling without contents.  Cells that do not occur on a path are empty.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from random import Random
from typing import Any, Final
from zlib import crc32

from msgspec import Struct
from msgspec.structs import replace

from noughts.games.game import Expansion, Position, RulesError, Side
from noughts.verify.checked import CheckResult, SampleSize, different, each_checked, safety_fault
from noughts.verify.played import ProgressReport, Reference, asked
from noughts.verify.table import Walk

_FORMAT: Final = "strategy 1"


class NotDiagrams(ValueError):
    """A text is not a strategy of diagrams."""


class CorruptFile(ValueError):
    """A file of a strategy is not as it was written."""


class DiagramFile(Struct, frozen=True, eq=False, dict=True):
    """A strategy as it is stored in a file: a set of safe positions for each number of moves."""

    game: str
    rules: str
    side: Side
    cells: Sequence[Sequence[int]]
    layers: Sequence[int]
    nodes: Sequence[Sequence[int]]

    def keeps(self, code: int) -> bool:
        """Whether a position with these bits is in one of the sets."""
        filling = [self.content(bits, code) for bits in self.cells]
        if sum(len(bits) for bits in self.cells) and None in filling:
            return False
        return any(self.holds(layer, filling) for layer in set(self.layers))

    @staticmethod
    def content(bits: Sequence[int], code: int) -> int | None:
        """The content of a cell, counted from 1; 0 if it is empty, ``None`` if it has several contents."""
        found = [number for number, bit in enumerate(bits, 1) if code >> bit & 1]
        return None if len(found) > 1 else sum(found)

    def holds(self, node: int, filling: Sequence[int | None]) -> bool:
        """Whether a filling is in the set of a node."""
        cell = 0
        while node > 1:
            here, *children = self.nodes[node - 2]
            if any(filling[cell:here]):
                return False
            content = filling[here]
            assert content is not None
            node, cell = children[content], here + 1
        return bool(node) and not any(filling[cell:])

    @cached_property
    def counts(self) -> Sequence[int]:
        """The number of fillings in the set of each node."""
        counts = [0, 1]
        for _, *children in self.nodes:
            counts.append(sum(counts[child] for child in children))
        return counts

    @cached_property
    def different_layers(self) -> Sequence[int]:
        """The different sets, by their nodes."""
        return tuple(dict.fromkeys(self.layers))

    def __len__(self) -> int:
        return sum(self.counts[layer] for layer in self.different_layers)

    @property
    def size(self) -> int:
        """The number of positions of the sets, which may be too large for ``len``."""
        return sum(self.counts[layer] for layer in self.different_layers)

    def drawn(self, dice: Random) -> int:
        """The bits of a random position of the sets; all have the same probability."""
        return self.numbered(dice.randrange(self.size))

    def numbered(self, number: int) -> int:
        """The bits of the position with this number."""
        for layer in self.different_layers:
            if number < self.counts[layer]:
                return self.path(layer, number)
            number -= self.counts[layer]
        raise IndexError(number)

    def path(self, node: int, number: int) -> int:
        """The bits along the path of that number below a node."""
        code = 0
        while node > 1:
            cell, *children = self.nodes[node - 2]
            for content, child in enumerate(children):
                if number < self.counts[child]:
                    code |= 1 << self.cells[cell][content - 1] if content else 0
                    node = child
                    break
                number -= self.counts[child]
        return code


def read_diagrams(content: bytes) -> DiagramFile:
    """The strategy in a file; `NotDiagrams` if it has none, `CorruptFile` if it was changed."""
    try:
        found: Any = json.loads(content)
    except (ValueError, RecursionError):
        raise NotDiagrams from None
    if not isinstance(found, dict) or found.get("noughts") != _FORMAT:
        raise NotDiagrams
    if found.get("check") != crc32(content.partition(b"\n")[2]):
        raise CorruptFile("it is not as it was written: its checksum is another")
    try:
        return fitting(found)
    except (KeyError, TypeError, IndexError, AttributeError) as error:
        raise CorruptFile("its diagrams do not fit together") from error


def fitting(found: Mapping[str, Any]) -> DiagramFile:
    """The strategy in the content of a file; `CorruptFile` if its parts do not fit together."""
    made = DiagramFile(*(found[name] for name in ("game", "rules", "side", "cells", "layers", "nodes")))
    for number, (cell, *children) in enumerate(made.nodes, 2):
        below = [made.nodes[child - 2][0] if child > 1 else len(made.cells) for child in children]
        is_whole = len(children) == len(made.cells[cell]) + 1 and all(
            0 <= child < number for child in children
        )
        if not is_whole or any(other <= cell for other in below):
            raise CorruptFile(f"node {number} does not fit to those below it")
    if not all(0 <= layer < len(made.nodes) + 2 for layer in made.layers):
        raise CorruptFile("a set is no node")
    return made


class DiagramCheck(Struct, frozen=True):
    """The check of a strategy of diagrams; `decoded` and `encoded` convert positions and bits."""

    file: DiagramFile
    decoded: Callable[[int], Position]
    encoded: Callable[[Position], int]
    reference: Reference
    start: Position
    seed: str
    progress: ProgressReport = lambda done: None

    def checked(self, extent: SampleSize) -> CheckResult:
        """The result of the check: of all positions of the sets or some of them, and of random matches."""
        of = self.file.size
        if not self.is_safe(self.start):
            return CheckResult(
                1, of, f"it has no strategy of {self.file.side} in the first position", self.start
            )
        positions = self.everywhere() if extent.has_all(of) else self.some(extent.drawn)
        found = each_checked(positions, self.fault, of, self.progress)
        walk = Walk(self.reference, self.start)
        played = each_checked(different(walk.next, extent.drawn, self.seed), self.fault, of)
        remark = f"and {played.positions:,} positions of matches at random"
        return replace(found if played.is_right or not found.is_right else played, remark=remark)

    def everywhere(self) -> Iterator[Position]:
        """All positions of the sets."""
        return (self.decoded(self.file.numbered(number)) for number in range(self.file.size))

    def some(self, count: int) -> Iterator[Position]:
        """The first position, and others of the sets at random."""
        yield self.start
        yield from different(lambda dice: self.decoded(self.file.drawn(dice)), count - 1, self.seed)

    def fault(self, position: Position) -> str | None:
        """The fault that the sets contain an unsafe position, or lack a safe one.

        They also contain positions that no play reaches; if the rules have no value there, that is no fault.
        """
        found = self.found(position)
        return None if found is None else safety_fault(self.file.side, position, found, self.is_safe)

    def found(self, position: Position) -> Expansion | None:
        """The expansion of a position by the rules; ``None`` if they have no value there."""
        try:
            return asked(self.reference, position)
        except RulesError:
            return None

    def is_safe(self, position: Position) -> bool:
        """Whether one of the sets has a position."""
        try:
            return self.file.keeps(self.encoded(position))
        except KeyError:
            return False
