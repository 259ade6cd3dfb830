"""The positions and transitions of a game as columns, for tables of other libraries."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeAlias

from noughts.grounding.formula import bits_in
from noughts.grounding.state_layout import texts_of
from noughts.kernels.kernel_source import NOBODY
from noughts.kernels.search_game import Coded, search_game_of
from noughts.kernels.state_graph import KernelGraph, StateGraph
from noughts.refusal import imported

if TYPE_CHECKING:
    import pandas
    import pyarrow

    from noughts.solvers.backward import Solution

ArrowColumns: TypeAlias = Mapping[str, Any]
"""Columns by name, each an array of Arrow."""

EXTRA = "tables"
"""The extra that installs networkx, pandas and pyarrow."""


def position_texts(graph: StateGraph) -> list[str]:
    """The text of every position."""
    if isinstance(graph, KernelGraph) and not graph.kernel.grounded.dependents:
        return list(map(texts_of(graph.kernel.grounded.layout), graph.codes))
    return list(map(graph.game.position_text, graph.positions))


def move_texts(graph: StateGraph) -> list[str]:
    """The text of the move of every transition."""
    searched, found = search_game_of(graph.game), list[str]()
    if not isinstance(searched, Coded) or not isinstance(graph, KernelGraph):
        for number, position in enumerate(graph.positions):
            node = searched.node(position)
            found += (searched.move_text(node, searched.choice(move)) for move in graph.moves(number))
        return found
    legal_in = graph.kernel.legal
    for code, mover in zip(graph.codes, graph.movers, strict=True):
        if mover == NOBODY:
            continue
        legal, texts = legal_in(code), searched.texts[mover]
        for choice in bits_in(legal):
            text, alike = texts[choice]
            found.append(text if text and not legal & alike else searched.move_text(code, choice))
    return found


def transition_columns(graph: StateGraph) -> ArrowColumns:
    """A row for each transition: the position before it, the side, the move, and the position after it."""
    numpy, arrow = imported("numpy", EXTRA), imported("pyarrow", EXTRA)
    texts, sides = arrow.array(position_texts(graph), arrow.string()), side_names(graph)
    before = numpy.repeat(numpy.arange(len(graph)), move_counts(graph))
    return {
        "position": texts.take(arrow.array(before)),
        "side": sides.take(arrow.array(numpy.asarray(graph.movers)[before])),
        "move": arrow.array(move_texts(graph), arrow.string()),
        "after": texts.take(arrow.array(numpy.asarray(graph.targets))),
    }


def position_columns(solution: Solution) -> ArrowColumns:
    """A row for each position: what is known of it, and its value with perfect play."""
    numpy, arrow = imported("numpy", EXTRA), imported("pyarrow", EXTRA)
    graph, values = solution.graph, numpy.asarray(solution.values)
    movers = numpy.asarray(graph.movers)
    sides, over = side_names(graph), movers == NOBODY
    return {
        "position": arrow.array(position_texts(graph), arrow.string()),
        "ply": arrow.array(numpy.repeat(numpy.arange(len(plies := graph.by_ply())), plies)),
        "to_move": sides.take(arrow.array(movers, mask=over)),
        "over": arrow.array(over),
        "moves": arrow.array(move_counts(graph)),
        "winner": sides.take(arrow.array((values < 0).astype(numpy.int8), mask=values == 0)),
        "distance": arrow.array(abs(values) - 1, mask=values == 0),
        "best": best_moves(graph, values),
    }


def best_moves(graph: StateGraph, values: Any) -> Any:
    """For each position the texts of the moves that keep its value: quickest wins, longest losses, draws."""
    numpy, arrow = imported("numpy", EXTRA), imported("pyarrow", EXTRA)
    reached = values[numpy.asarray(graph.targets)]
    later = reached + numpy.sign(reached)  # the distance counts the move itself
    is_best = later == numpy.repeat(values, move_counts(graph))
    counts = numpy.concatenate(([0], numpy.cumsum(is_best)))
    texts = arrow.array(move_texts(graph), arrow.string()).filter(arrow.array(is_best))
    return arrow.ListArray.from_arrays(
        counts[numpy.asarray(graph.offsets).astype(numpy.int64)].astype(numpy.int32), texts
    )


def move_counts(graph: StateGraph) -> Any:
    """The number of legal moves of each position, (positions,) int64."""
    numpy = imported("numpy", EXTRA)
    return numpy.diff(numpy.asarray(graph.offsets).astype(numpy.int64))


def side_names(graph: StateGraph) -> Any:
    """The names of the sides, from which columns are taken by number."""
    return imported("pyarrow", EXTRA).array(graph.game.sides)


class Tabular:
    """An answer that other libraries take as a table."""

    def _columns(self) -> ArrowColumns:
        raise NotImplementedError

    def to_arrow(self) -> pyarrow.Table:
        """The rows as a ``pyarrow.Table``.  Needs pyarrow."""
        return imported("pyarrow", EXTRA).table(self._columns())

    def to_pandas(self) -> pandas.DataFrame:
        """The rows as a ``pandas.DataFrame``.  Needs pandas and pyarrow."""
        imported("pandas", EXTRA)
        return self.to_arrow().to_pandas()

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        """The rows for libraries that read Arrow, such as ``polars.DataFrame(solution)``."""
        return self.to_arrow().__arrow_c_stream__(requested_schema)
