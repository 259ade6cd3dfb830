"""The state graph of a game: every position that play can reach, and where each move leads.

Positions are numbered in the order of their discovery, breadth first; everything else is an array indexed by
these numbers.  A graph takes 10 bytes for each position and 4 bytes for each transition (8 if it was found by
the rules), plus the positions themselves in one dictionary.
"""

from __future__ import annotations

from abc import abstractmethod
from array import array
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import TypedDict, overload

from msgspec import Struct

from noughts.games.game import Game, Move, Position
from noughts.grounding.formula import bits_in
from noughts.grounding.grounded import Grounded
from noughts.kernels.kernel import Kernel
from noughts.kernels.kernel_source import NOBODY


class Counts(TypedDict):
    """The figures of a game, in JSON, too: its positions, transitions, and ends by winner or ``"draw"``."""

    positions: int
    transitions: int
    terminal: dict[str, int]


class Explored(Struct, frozen=True, eq=False):
    """All positions of a game, counted."""

    game: Game

    def __repr__(self) -> str:
        return f"<{self.game.name}: {len(self)} positions, {self.transitions} transitions>"

    @abstractmethod
    def __len__(self) -> int: ...

    @property
    @abstractmethod
    def transitions(self) -> int:
        """The number of transitions: pairs of a position and a legal move."""

    @abstractmethod
    def terminal(self) -> dict[str, int]:
        """The number of terminal positions by winner; ``draw`` counts those without one."""

    @abstractmethod
    def by_ply(self) -> list[int]:
        """The number of positions at distance 0, 1, 2, … from the first one."""

    def counts(self) -> Counts:
        """The figures of a game: its positions, transitions and ends."""
        return {
            "positions": len(self),
            "transitions": self.transitions,
            "terminal": self.terminal(),
        }


class StateGraph(Explored, frozen=True, eq=False):
    """All positions that can be reached from ``positions[0]``, and where each move leads.

    * ``number_of[positions[k]] == k``
    * ``targets[offsets[k]:offsets[k + 1]]`` are the positions after each of the moves in position k, in
      the game's order of moves: one transition for each position and move
    * ``movers[k]`` is the side to move and ``winners[k]`` the side that has won, as an index of
      ``game.sides`` or `NOBODY`; position k is terminal exactly if ``movers[k]`` is `NOBODY`
    * ``every_move`` has each move once, by its number
    """

    positions: Sequence[Position]
    number_of: Mapping[Position, int]
    offsets: array[int]
    targets: array[int]
    movers: array[int]
    winners: array[int]
    every_move: Sequence[Move]

    def __len__(self) -> int:
        return len(self.positions)

    @property
    def transitions(self) -> int:
        return len(self.targets)

    @abstractmethod
    def move_numbers(self, number: int) -> Sequence[int]:
        """The numbers of the legal moves of a position, in the order of its successors."""

    def moves(self, number: int) -> Sequence[Move]:
        """The legal moves of a position, in the order of its successors."""
        return [self.every_move[k] for k in self.move_numbers(number)]

    def successors(self, number: int) -> array[int]:
        """Where each move leads, in the game's order of moves."""
        return self.targets[self.offsets[number] : self.offsets[number + 1]]

    def discovery(self, number: int) -> tuple[int, int]:
        """The position from which this one was discovered, and the index there of the move to it."""
        place = self.targets.index(number)
        source = bisect_right(self.offsets, place) - 1
        return source, place - self.offsets[source]

    def terminal(self) -> dict[str, int]:
        ended = (w for m, w in zip(self.movers, self.winners, strict=True) if m == NOBODY)
        return by_winner(self.game, Counter(ended))

    def by_ply(self) -> list[int]:
        sizes = []
        begin, end = 0, 1
        while begin < end:
            sizes.append(end - begin)
            reached = self.targets[self.offsets[begin] : self.offsets[end]]
            begin, end = end, max(reached, default=-1) + 1
        return sizes


class RuleGraph(StateGraph, frozen=True, eq=False, kw_only=True):
    """A graph found by the rules: ``move_of[e]`` is the number of the move of transition e."""

    move_of: array[int]

    def move_numbers(self, number: int) -> Sequence[int]:
        return self.move_of[self.offsets[number] : self.offsets[number + 1]]


class KernelGraph(StateGraph, frozen=True, eq=False, kw_only=True):
    """A graph found by a kernel: ``codes[k]`` are the bits of position k, decoded on access."""

    kernel: Kernel
    codes: Sequence[int]

    def move_numbers(self, number: int) -> Sequence[int]:
        if self.movers[number] == NOBODY:
            return ()
        return list(bits_in(self.kernel.legal(self.codes[number])))


def by_winner(game: Game, count: Counter[int]) -> dict[str, int]:
    """Counts by index of side or `NOBODY` as counts by name: every side in order, then ``draw``."""
    named = {side: count[index] for index, side in enumerate(game.sides)}
    return {**named, "draw": count[NOBODY]}


class Decoded(Sequence[Position]):
    """The positions with these bits, a sequence that decodes on access."""

    def __init__(self, grounded: Grounded, codes: Sequence[int]) -> None:
        self.grounded = grounded
        self.codes = codes

    @overload
    def __getitem__(self, index: int) -> Position: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Position]: ...
    def __getitem__(self, index: int | slice) -> Position | Sequence[Position]:
        if isinstance(index, slice):
            return Decoded(self.grounded, self.codes[index])
        return self.grounded.decoded(self.codes[index])

    def __len__(self) -> int:
        return len(self.codes)


class NumberOf(Mapping[Position, int]):
    """The number of each position, looked up by its bits."""

    def __init__(self, positions: Decoded, number_of: Mapping[int, int]) -> None:
        self.positions = positions
        self.number_of = number_of

    def __getitem__(self, position: Position) -> int:
        return self.number_of[self.positions.grounded.encoded(position)]

    def __iter__(self) -> Iterator[Position]:
        return iter(self.positions)

    def __len__(self) -> int:
        return len(self.positions)
