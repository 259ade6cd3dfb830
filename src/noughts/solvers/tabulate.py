"""Tablebases from explored and solved games."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, cast

from noughts.grounding.symmetry import identity
from noughts.kernels.kernel_source import NOBODY
from noughts.kernels.state_graph import KernelGraph, by_winner
from noughts.kernels.words import in_words
from noughts.solvers.backward import Solution, values_by_machine
from noughts.solvers.solved import Figures
from noughts.solvers.tablebase import Codes, Tablebase

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from noughts.kernels.compact_graph import CompactGraph


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
    """The tablebase of a graph that a kernel has found."""
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
