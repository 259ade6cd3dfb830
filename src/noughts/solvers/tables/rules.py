"""The rules of a game for workers: the source of its machine code and a few arrays, sent with each task."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any, Final

import numpy as np
from msgspec import Struct

from noughts.games.game import Game
from noughts.grounding.grounded import Grounded
from noughts.grounding.symmetry import Symmetry
from noughts.kernels import layer_loops, row_loops
from noughts.kernels.dialect import in_words
from noughts.kernels.machine import MachineCode, loaded
from noughts.refusal import Refusal

if TYPE_CHECKING:
    from noughts.solvers.tables.rows import Rows

# Successors that are sorted together: 8 MB a word, which the caches of a processor hold in part.
_CHUNK: Final = 1 << 20

# Successors that are made and looked up together: the data for them stay in the nearest cache.
_AT_ONCE: Final = 1 << 9

# Slots for the most recent successors, which stay in the second-level cache of a processor.
_RECENT: Final = 1 << 15

MUST_ASK: Final = 1
"""The result of `successors` at a position in which only the rules can be asked."""


class RulesFailure(Refusal):
    """The formulas of the rules have no value in some position, so only the rules themselves can be asked."""

    def __init__(self, name: str) -> None:
        self.name = name
        super().__init__(f"the formulas of {name} have no value in a position that play can reach")

    def __reduce__(self) -> tuple[type[RulesFailure], tuple[str, ...]]:
        return RulesFailure, (self.name,)  # a worker sends it to the run, which continues without formulas


class Rules(Struct, frozen=True, eq=False):
    """The rules of a game for the loops of `noughts.kernels.layer_loops`; arrays are described there."""

    name: str
    sides: tuple[str, ...]
    words: int
    most_moves: int
    source: str
    symmetric: Rows
    move_images: Rows

    def loop(self, name: str) -> Any:
        """A loop over positions of the game."""
        return getattr(loaded(self.source), name)

    def images(self) -> Rows:
        """Room for the images of a position."""
        return np.zeros((len(self.move_images), self.words), np.uint64)

    def looked_up(self, asks: Rows, said: Rows) -> tuple[Any, ...]:
        """The arguments of the loops that look successors up: the asks, the answer to each, and working
        space."""
        table = np.full(1 << max(4, (2 * len(asks)).bit_length()), -1, np.int32)
        self.loop("enter_all")(asks, 0, len(asks), table)
        *group, reached = self.reaching()
        return asks, said, table, *group, reached, np.empty(len(reached), np.int64)

    def reaching(self) -> tuple[Any, ...]:
        """The arguments of the loops that make moves: the symmetries, and space for successors."""
        reached = np.empty((_AT_ONCE + self.most_moves, self.words), np.uint64)
        return self.images(), self.symmetric, self.move_images, self.most_moves, reached

    def successors(self, codes: Rows) -> tuple[Rows, list[int]]:
        """The successors of some rows in order, each once; and the counts of `layer_loops.successors`."""
        work = *self.reaching(), np.empty(len(codes), np.uint8), np.empty(len(codes), np.uint16)
        found = np.empty((_CHUNK + _AT_ONCE + self.most_moves, self.words), np.uint64)
        room = np.empty_like(found)
        recent = np.zeros((_RECENT, self.words), np.uint64)
        recent[0] = 1  # 0 belongs in slot 0, and 1 does not
        counts = np.zeros(3 + len(self.sides), np.int64)
        loop, number = self.loop("successors"), 0
        parts: list[Rows] = []
        while number < len(codes):
            number, known, fault = loop(codes, number, *work, recent, found, counts)
            if fault == MUST_ASK:
                raise RulesFailure(self.name)
            parts.append(sorted_once(found, known, room).copy())
            # at most half of the rows are then sorted anew, so all merges take n log n
            if sum(map(len, parts[1:])) > len(parts[0]):
                parts = [united(parts, self.words)]
        return united(parts, self.words), counts.tolist()


def rules_of(game: Game, grounded: Grounded, group: tuple[Symmetry, ...]) -> Rules:
    """The rules of a grounded game under some of its symmetries."""
    from noughts.kernels.compact_graph import image_tables

    machine = MachineCode(grounded)
    return Rules(
        name=game.name,
        sides=grounded.sides,
        words=machine.words,
        most_moves=len(grounded.moves),
        source=machine.source(layer_loops),
        symmetric=image_tables(group, machine),
        move_images=np.array([symmetry.moves for symmetry in group], np.int64),
    )


def row_loop(words: int, name: str) -> Any:
    """A loop over rows of `words` words."""
    return getattr(loaded(_row_source(words)), name)


@cache
def _row_source(words: int) -> str:
    """The source of the loops over rows of `words` words."""
    from noughts.kernels.machine_source import words_source

    return words_source(words, row_loops)


def sorted_once(rows: Rows, known: int, room: Rows) -> Rows:
    """The first rows in order, each once: a part of `rows` or of `room`, which is as long."""
    words = rows.shape[1]
    found: Rows = row_loop(words, "sort_rows")(rows, known, room, np.zeros((words, 8, 256), np.int64))
    return found[: row_loop(words, "unite")(found, known)]


def united(parts: list[Rows], words: int) -> Rows:
    """The rows of several tables in order, each once."""
    if len(parts) == 1:
        return parts[0]
    rows = np.concatenate(parts) if parts else np.empty((0, words), np.uint64)
    return sorted_once(rows, len(rows), np.empty_like(rows))


def row_of(code: int, words: int) -> Rows:
    """The bits of a position as a row."""
    return np.array([in_words(code, words)], np.uint64)
