"""The values of all positions of a game as a table that can be saved, and read without solving again.

The table has a code for each position, or for one of those that are images of each other by a symmetry,
in increasing order, and beside it what the position is worth.  To look one up is a search by halves.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import overload

from noughts.games.game import Game, Move, Position
from noughts.games.value import Value
from noughts.grounding.symmetry import Symmetry
from noughts.kernels.kernel import Kernel
from noughts.kernels.layout import from_words
from noughts.solvers.backward import DRAW


@dataclass(frozen=True)
class Figures:
    """What is to be said of the game as a whole."""

    positions: int
    transitions: int
    values: Mapping[str, int]
    longest: int | None


class Codes(Sequence[int]):
    """Codes of one word or more, in increasing order, each word beside the next."""

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


@dataclass(frozen=True, eq=False)
class Tablebase:
    """The value of every position; a `noughts.solvers.solved.Solved`.

    ``values[k]`` is what ``codes[k]`` is worth: n > 0, side 0 wins in n - 1 moves; n < 0, side 1 wins in
    -n - 1; 0, nobody can force anything.
    """

    game: Game
    kernel: Kernel
    symmetries: Sequence[Symmetry]
    codes: Codes
    values: Sequence[int]
    figures: Figures

    def __repr__(self) -> str:
        return f"<{self.game.name}: {self.figures.positions} positions in {len(self.codes)}>"

    @property
    def size(self) -> int:
        """How many positions there are."""
        return self.figures.positions

    @property
    def transitions(self) -> int:
        """How many pairs of a position and a legal move."""
        return self.figures.transitions

    def value_of(self, code: int, *, later: int = 0) -> Value:
        """The value of the position with these bits, seen from `later` plies before it."""
        kept = min(symmetry.of(code) for symmetry in self.symmetries)
        place = bisect_left(self.codes, kept)
        if place == len(self.codes) or self.codes[place] != kept:
            raise KeyError(self.kernel.grounded.decoded(code))
        return value_from(self.values[place], self.game, later)

    def value(self, position: Position) -> Value:
        """The value of a position; `KeyError` if play does not reach it."""
        return self.value_of(self.kernel.grounded.encoded(position))

    def by_move(self, position: Position) -> dict[Move, Value]:
        """What each legal move makes of the position; distances count the move itself."""
        code = self.kernel.grounded.encoded(position)
        if self.kernel.over(code):
            return {}
        legal = self.kernel.legal(code)
        return {
            move: self.value_of(self.kernel.after(code, k), later=1)
            for k, move in enumerate(self.kernel.moves)
            if legal >> k & 1
        }

    def best(self, position: Position) -> tuple[Move, ...]:
        """The moves that keep the value: quickest wins, longest losses, or draws; in the game's order."""
        value = self.value(position)
        return tuple(move for move, reached in self.by_move(position).items() if reached == value)

    def counts(self) -> dict[str, int]:
        """How many positions each side wins, and how many are drawn."""
        return dict(self.figures.values)

    def longest(self) -> int | None:
        """The greatest distance from any position to a win; ``None`` if all are drawn."""
        return self.figures.longest


def value_from(number: int, game: Game, later: int) -> Value:
    """The value that a number of the table stands for."""
    if not number:
        return DRAW
    return Value(game.sides[0 if number > 0 else 1], abs(int(number)) - 1 + later)
