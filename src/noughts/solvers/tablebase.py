"""The values of all positions of a game as a table that can be saved, and read without solving again.

The table has the code of each position, or of one position of each orbit under the symmetries, in increasing
order, and its value.  A lookup is a binary search.
"""

from __future__ import annotations

from abc import abstractmethod
from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from typing import overload

from noughts.games.game import Game, Move, Position
from noughts.games.value import Value
from noughts.grounding.formula import bits_in
from noughts.grounding.symmetry import Symmetry
from noughts.kernels.kernel import Kernel
from noughts.kernels.words import from_words, representative
from noughts.solvers.solved import Figures, Solved, value_from


class Codes(Sequence[int]):
    """Codes in increasing order, (positions, words) uint64, the least significant word first."""

    def __init__(self, words: Sequence[int], width: int) -> None:
        self.words = words
        self.width = width

    def __len__(self) -> int:
        return len(self.words) // self.width

    @overload
    def __getitem__(self, index: int) -> int: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[int]: ...
    def __getitem__(self, index: int | slice) -> int | Sequence[int]:
        if isinstance(index, slice):
            return [self[k] for k in range(*index.indices(len(self)))]
        row = self.words[index * self.width : (index + 1) * self.width]
        return from_words(row)


class SolvedByKernel(Solved):
    """The values of a game's positions, looked up by their bits."""

    kernel: Kernel
    totals: Figures

    @property
    def game(self) -> Game:
        return self.kernel.grounded.game

    @property
    def figures(self) -> Figures:
        return self.totals

    def value(self, position: Position) -> Value:
        return self.value_of(self.kernel.grounded.encoded(position))

    def by_move(self, position: Position) -> dict[Move, Value]:
        code, kernel = self.kernel.grounded.encoded(position), self.kernel
        legal = 0 if kernel.over(code) else kernel.legal(code)
        return {kernel.moves[k]: self.value_of(kernel.after(code, k), later=1) for k in bits_in(legal)}

    @abstractmethod
    def value_of(self, code: int, *, later: int = 0) -> Value:
        """The value of the position with these bits; distances count `later` plies more."""


@dataclass(frozen=True, eq=False, repr=False)
class Tablebase(SolvedByKernel):
    """The value of every position: ``values[k]`` is what ``codes[k]`` is worth, and each of its images."""

    kernel: Kernel
    symmetries: Sequence[Symmetry]
    codes: Codes
    values: Sequence[int]
    totals: Figures

    def value_of(self, code: int, *, later: int = 0) -> Value:
        """The value of the position with these bits; distances count `later` plies more."""
        kept = from_words(representative(code, self.symmetries, self.codes.width))
        place = bisect_left(self.codes, kept)
        if place == len(self.codes) or self.codes[place] != kept:
            raise KeyError(self.kernel.grounded.decoded(code))
        return value_from(self.values[place], self.game, later)
