"""Tablebases made of what was explored and solved."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, cast

from noughts.grounding.symmetry import identity
from noughts.kernels.explore import NOBODY, by_winner
from noughts.kernels.kernel import Kernel
from noughts.kernels.layout import in_words
from noughts.kernels.state_graph import Survey
from noughts.solvers.backward import Solution
from noughts.solvers.tablebase import Codes, Figures, Tablebase

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from noughts.kernels.compact_graph import Chart


def from_chart(chart: Chart) -> Tablebase:
    """The values of a chart, its codes in order."""
    import numpy as np

    values = chart.values()
    order = np.lexsort(chart.codes.T)
    winners = np.where(values > 0, 0, np.where(values < 0, 1, NOBODY))
    longest = int(abs(values).max()) - 1
    figures = Figures(
        positions=len(chart),
        transitions=chart.transitions,
        values=by_winner(chart.game, chart.counted(winners, chart.sizes)),
        longest=None if longest < 0 else longest,
    )
    return Tablebase(
        game=chart.game,
        kernel=Kernel(chart.machine.grounded),
        symmetries=chart.symmetries,
        codes=Codes(as_memory(chart.codes[order].reshape(-1)), chart.machine.words),
        values=as_memory(values[order]),
        figures=figures,
    )


def as_memory(numbers: NDArray[Any]) -> Sequence[int]:
    """An array as whole numbers of Python, which its own elements are not."""
    return cast(Sequence[int], numbers.data)


def from_solution(solution: Solution) -> Tablebase:
    """The values of what was surveyed through a kernel."""
    survey = solution.exploration
    assert isinstance(survey, Survey)
    width = max(1, -(-len(survey.kernel.grounded.bits) // 64))
    words, values = array("Q"), array("i")
    for number in sorted(range(len(survey)), key=survey.codes.__getitem__):
        words.extend(in_words(survey.codes[number], width))
        winner, distance = solution.winners[number], solution.distances[number]
        values.append(0 if winner == NOBODY else distance + 1 if winner == 0 else -distance - 1)
    figures = Figures(len(survey), survey.transitions, solution.counts(), solution.longest())
    return Tablebase(
        game=survey.game,
        kernel=survey.kernel,
        symmetries=(identity(survey.kernel.grounded),),
        codes=Codes(words, width),
        values=values,
        figures=figures,
    )
