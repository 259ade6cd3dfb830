"""The values of all positions of a game as a table that can be saved, and read without solving again.

The table has the code of each position, or of one position of each orbit under the symmetries, in increasing
order, and its value.  A lookup is a binary search.
"""

from __future__ import annotations

from abc import abstractmethod
from array import array
from bisect import bisect_left
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, cast, overload

from noughts.games.game import Game, Move, Position
from noughts.games.result import Value
from noughts.grounding.formula import bits_in
from noughts.grounding.symmetry import Symmetry, identity
from noughts.kernels.dialect import from_words, in_words, representative
from noughts.kernels.kernel import Kernel
from noughts.kernels.kernel_source import NOBODY
from noughts.kernels.state_graph import KernelGraph, by_winner
from noughts.solvers.backward import Solution, values_by_machine
from noughts.solvers.solved import Figures, Solved, value_from

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from noughts.kernels.compact_graph import CompactGraph


class Codes(Sequence[int]):
    """Codes in increasing order, (positions, words) uint64, the least significant word first."""

    def __init__(self, words: Sequence[int], width: int) -> None:
        self.words = words
        self.width = width

    def __reduce__(self) -> tuple[type[Codes], tuple[array[int], int]]:
        return Codes, (array("Q", self.words), self.width)  # a memoryview cannot be pickled

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


class SolvedByKernel(Solved, frozen=True, eq=False):
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


class Tablebase(SolvedByKernel, frozen=True, eq=False):
    """The value of every position: ``values[k]`` is that of ``codes[k]``, and of each of its images."""

    symmetries: Sequence[Symmetry]
    codes: Codes
    values: Sequence[int]

    def __reduce__(self) -> tuple[type[Tablebase], tuple[object, ...]]:
        values = array("i", self.values)
        return Tablebase, (self.kernel, self.totals, self.symmetries, self.codes, values)

    def value_of(self, code: int, *, later: int = 0) -> Value:
        kept = from_words(representative(code, self.symmetries, self.codes.width))
        place = bisect_left(self.codes, kept)
        if place == len(self.codes) or self.codes[place] != kept:
            raise KeyError(self.kernel.grounded.decoded(code))
        return value_from(self.values[place], self.game, later)


# Tablebases from explored and solved games.


def solve_compact(graph: CompactGraph) -> Tablebase:
    """The tablebase of a compact graph."""
    import numpy as np

    values = values_by_machine(graph)
    order = np.lexsort(graph.codes.T)
    winners = np.where(values > 0, 0, np.where(values < 0, 1, NOBODY))
    longest = int(abs(values).max()) - 1
    figures = Figures(
        positions=len(graph),
        transitions=graph.transitions,
        values=by_winner(graph.game, graph.counted(winners, graph.sizes)),
        longest=None if longest < 0 else longest,
    )
    return Tablebase(
        kernel=graph.kernel,
        symmetries=graph.symmetries,
        codes=Codes(as_memory(graph.codes[order].reshape(-1)), graph.machine.words),
        values=as_memory(values[order]),
        totals=figures,
    )


def as_memory(numbers: NDArray[Any]) -> Sequence[int]:
    """An array as a memoryview, whose elements are Python integers: NumPy's scalars are slower to compare."""
    return cast(Sequence[int], numbers.data)


def table_from(solution: Solution) -> Tablebase:
    """The tablebase of a solved graph that was listed by a kernel."""
    graph = solution.graph
    assert isinstance(graph, KernelGraph)
    width = max(1, -(-len(graph.kernel.grounded.bits) // 64))
    words, values = array("Q"), array("i")
    for number in sorted(range(len(graph)), key=graph.codes.__getitem__):
        words.extend(in_words(graph.codes[number], width))
        values.append(solution.values[number])
    return Tablebase(
        kernel=graph.kernel,
        symmetries=(identity(graph.kernel.grounded),),
        codes=Codes(words, width),
        values=values,
        totals=solution.figures,
    )
