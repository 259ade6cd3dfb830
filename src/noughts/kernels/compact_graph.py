"""All positions of a game, found by machine code: one representative per symmetry orbit, in arrays.

Positions are expanded in levels of equal distance from the first one.  If every move adds something that
stays, all successors of a level lie in the next level.  The hash table then holds that level alone.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Any, Final, TypeAlias

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from noughts.games.game import Game, Move, TooManyPositions
from noughts.grounding.symmetry import Symmetry
from noughts.kernels.dialect import from_words, in_words
from noughts.kernels.explore import ExplorationProgress, MustAsk
from noughts.kernels.kernel import Kernel
from noughts.kernels.machine import MachineCode
from noughts.kernels.machine_loops import MUST_ASK
from noughts.kernels.state_graph import Explored, by_winner
from noughts.stop import current

Array: TypeAlias = NDArray[Any]

# Positions expanded in one call of machine code: enough to make the cost of the call negligible, and few
# enough to report progress and notice Ctrl-C without delay.
_POSITIONS_AT_ONCE: Final = 1 << 15


class CompactGraph(Explored, frozen=True, eq=False, dict=True):
    """Positions by number, in the order of their discovery.

    * ``codes``: (positions, words) uint64, the bits of each representative
    * ``offsets``: (positions + 1,) int64; ``targets``: (transitions,) int32
    * ``movers``, ``winners``: (positions,) int8; ``sizes``: (positions,) uint8, at most 48 symmetries

    Position k represents an orbit of ``sizes[k]`` positions; ``targets[offsets[k]:offsets[k + 1]]`` are the
    numbers of the positions after its moves.  ``levels[d]`` is the number of the first position d moves away.
    """

    machine: MachineCode
    symmetries: Sequence[Symmetry]
    codes: Array
    offsets: Array
    targets: Array
    movers: Array
    winners: Array
    sizes: Array
    levels: Sequence[int]
    is_growing: bool

    def __len__(self) -> int:
        return int(self.sizes.sum())

    @property
    def transitions(self) -> int:
        return int((np.diff(self.offsets) * self.sizes).sum())

    def terminal(self) -> dict[str, int]:
        ended = np.diff(self.offsets) == 0
        return by_winner(self.game, self.counted(self.winners[ended], self.sizes[ended]))

    def code(self, number: int) -> int:
        """The bits of position `number`."""
        return from_words(self.codes[number])

    @cached_property
    def kernel(self) -> Kernel:
        """The kernel: the rules on the bits of one position."""
        return Kernel(self.machine.grounded)

    def moves(self, number: int) -> Sequence[Move]:
        """The legal moves of a position, in the order of its successors."""
        legal = self.kernel.legal(self.code(number))
        return [move for k, move in enumerate(self.kernel.moves) if legal >> k & 1]

    def discovery(self, number: int) -> tuple[int, int]:
        """The position from which this one was discovered, and the index there of the move to it."""
        # positions are numbered as they are discovered, so the first transition to one discovered it
        place = int((self.targets == number).argmax())
        source = bisect_right(self.offsets, place) - 1
        return source, place - int(self.offsets[source])

    def by_ply(self) -> list[int]:
        ends = [*self.levels[1:], len(self.sizes)]
        return [int(self.sizes[begin:end].sum()) for begin, end in zip(self.levels, ends, strict=True)]

    @staticmethod
    def counted(winners: Array, sizes: Array) -> Counter[int]:
        """The number of positions by winner; `winners` is (orbits,) int8, `sizes` (orbits,) uint8."""
        found, place = np.unique(winners, return_inverse=True)
        sums = np.bincount(place, weights=sizes, minlength=len(found))
        return Counter({int(winner): int(total) for winner, total in zip(found, sums, strict=True)})


def explore_by_machine(
    game: Game,
    machine: MachineCode,
    symmetries: Sequence[Symmetry],
    start: int,
    *,
    limit: int,
    progress: ExplorationProgress | None = None,
) -> CompactGraph:
    """All positions that play can reach from `start`, which every symmetry must fix.

    `TooManyPositions` if there are more than `limit`; `MustAsk` if the rules break down somewhere.
    """
    builder = _Builder(machine, symmetries, start)
    levels = [0]
    while levels[-1] < builder.known:
        current.get().look()
        builder.begin_level(levels[-1])
        end = builder.known
        while builder.number < end:
            builder.expand(min(end, builder.number + _POSITIONS_AT_ONCE))
            waiting = builder.known - builder.number
            if builder.counted + waiting > limit:
                raise TooManyPositions(game.name, limit)
            if progress is not None:
                progress(builder.counted + waiting, waiting)
        levels.append(end)
    return builder.finished(game, levels[:-1])


class _Builder(Struct, eq=False, dict=True):
    """A compact graph under construction: arrays that grow."""

    machine: MachineCode
    symmetries: Sequence[Symmetry]
    start: int
    number: int = 0
    known: int = 1
    base: int = 0
    counted: int = 0

    def __post_init__(self) -> None:
        self.most_moves = len(self.machine.grounded.moves)
        self.is_growing = self.machine.grounded.is_growing
        # Rows beyond the room for positions: a position is expanded only if all moves of the game would fit.
        room = 1 << 14
        self.codes = np.zeros((room + self.most_moves, self.machine.words), np.uint64)
        self.codes[0] = in_words(self.start, self.machine.words)
        self.table = np.full(1 << 10, -1, np.int32)
        self.targets = np.empty(room * 4 + self.most_moves, np.int32)
        self.per_position: dict[str, Array] = {
            "offsets": np.zeros(room, np.int64),
            "movers": np.zeros(room, np.int8),
            "winners": np.zeros(room, np.int8),
            "sizes": np.zeros(room, np.uint8),
        }
        self.images = np.zeros((len(self.symmetries), self.machine.words), np.uint64)
        self.tables = image_tables(self.symmetries, self.machine)
        self.move_images = np.array([symmetry.moves for symmetry in self.symmetries], np.int64)
        self.loop: Callable[..., tuple[int, int, int]] = self.machine.function("expand")
        self.enter_all: Callable[..., None] = self.machine.function("enter_all")
        self.enter()

    def begin_level(self, begin: int) -> None:
        """Drop finished levels from the hash table of a game whose positions cannot recur.

        The new table has room for four times the last level; `make_room` doubles it if that is too small.
        """
        if self.is_growing and begin:
            self.base = self.known
            wanted = 1 << max(10, (4 * (self.known - begin)).bit_length())
            self.table = np.full(wanted, -1, np.int32)

    def expand(self, end: int) -> None:
        """Expand positions up to number `end`, or until an array is full."""
        self.make_room(end)
        before = self.number
        kept = self.per_position
        self.number, self.known, fault = self.loop(
            self.codes,
            self.known,
            self.number,
            end,
            self.base,
            self.table,
            self.targets,
            kept["offsets"],
            kept["movers"],
            kept["winners"],
            kept["sizes"],
            self.images,
            self.tables,
            self.move_images,
            self.most_moves,
        )
        if fault == MUST_ASK:
            raise MustAsk
        self.counted += int(kept["sizes"][before : self.number].sum())

    def make_room(self, end: int) -> None:
        """Double the arrays that are nearly full.

        The hash table stays at most half full: fuller ones have long runs of slots, which slow down the
        linear probing of every lookup.
        """
        if 2 * (self.known - self.base + self.most_moves) > len(self.table):
            size = 2 * len(self.table)
            while 2 * (self.known - self.base + self.most_moves) > size:
                size *= 2
            self.table = np.full(size, -1, np.int32)
            self.enter()
        if self.known + self.most_moves > len(self.codes):
            self.codes = longer(self.codes)
        reached = int(self.per_position["offsets"][self.number])
        if reached + self.most_moves > len(self.targets):
            self.targets = longer(self.targets)
        while end + 1 > len(self.per_position["sizes"]):
            self.per_position = {name: longer(array) for name, array in self.per_position.items()}

    def enter(self) -> None:
        """Enter the positions from `base` on into the empty hash table."""
        self.enter_all(self.codes, self.base, self.known, self.table)

    def finished(self, game: Game, levels: list[int]) -> CompactGraph:
        """The graph, with its arrays cut to length."""
        known = self.known
        kept = self.per_position
        return CompactGraph(
            game=game,
            machine=self.machine,
            symmetries=self.symmetries,
            codes=self.codes[:known],
            offsets=kept["offsets"][: known + 1],
            targets=self.targets[: int(kept["offsets"][known])],
            movers=kept["movers"][:known],
            winners=kept["winners"][:known],
            sizes=kept["sizes"][:known],
            levels=levels,
            is_growing=self.is_growing,
        )


def longer(array: Array) -> Array:
    """A copy with twice the rows, the new ones zero."""
    more = np.zeros((2 * len(array), *array.shape[1:]), array.dtype)
    more[: len(array)] = array
    return more


def image_tables(symmetries: Sequence[Symmetry], machine: MachineCode) -> Array:
    """Lookup tables for images: (symmetries, bytes, 256, words) uint64.

    A permutation of bits distributes over ``|``, so the image of a position is the union of the images of its
    bytes.  That is one lookup per byte, where permuting bit by bit would take eight steps.  A symmetry of a
    game with 64 bits takes 16 KB.
    """
    bits = len(machine.grounded.bits)
    tables = np.zeros((len(symmetries), max(1, -(-bits // 8)), 256, machine.words), np.uint64)
    values = np.arange(256)
    for g, symmetry in enumerate(symmetries):
        for index, image in enumerate(symmetry.bits):
            # the bytes that contain this bit; other bits of the same byte add theirs by the union
            there = (values >> index % 8 & 1).astype(bool)
            tables[g, index // 8, there, image // 64] |= np.uint64(1 << image % 64)
    return tables
