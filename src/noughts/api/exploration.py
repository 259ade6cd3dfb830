"""All positions of a game, as numbers and as a graph: `noughts.Exploration`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from noughts.api.columns import EXTRA, ArrowColumns, Tabular, move_texts, position_texts, transition_columns
from noughts.api.immutable import Immutable
from noughts.kernels.explore import explore
from noughts.kernels.kernel_source import NOBODY
from noughts.kernels.state_graph import Explored, StateGraph
from noughts.refusal import imported
from noughts.solvers.plan import Plan

if TYPE_CHECKING:
    from networkx import MultiDiGraph

    from noughts.api.game import Game


class ExplorationCounts(NamedTuple):
    """The numbers of positions and transitions of a game, and of its terminal positions by winner."""

    positions: int
    transitions: int
    terminal: dict[str, int]
    """By side, and ``"draw"``."""


class Exploration(Tabular, Immutable):
    """Every position that play can reach; as a table, a row for each transition.

    >>> import noughts
    >>> explored = noughts.load("nim").explore()
    >>> explored.counts()
    ExplorationCounts(positions=232, transitions=1356, terminal={'x': 1, 'o': 1, 'draw': 0})
    """

    def __init__(self, game: Game, asked: Plan) -> None:
        self.game = game
        self._found: Explored = asked.count(game.rules)[0]

    def counts(self) -> ExplorationCounts:
        """The numbers of positions, transitions, and terminal positions by winner."""
        return ExplorationCounts(**self._found.counts())

    def by_ply(self) -> list[int]:
        """The number of positions at distance 0, 1, 2, … from the first one."""
        return self._found.by_ply()

    def __len__(self) -> int:
        return self.counts().positions

    def __repr__(self) -> str:
        return f"<Exploration of {self.game.name}: {self.counts().positions:,} positions>"

    @cached_property
    def graph(self) -> StateGraph:
        """The state graph, limited by memory alone."""
        if isinstance(self._found, StateGraph):
            return self._found
        return explore(self.game.rules, limit=len(self))

    def rows(self) -> list[dict[str, str]]:
        """One row for each transition: the position before it, the side, the move, and the position after
        it."""
        return list(self._rows(position_texts(self.graph)))

    def _rows(self, texts: Sequence[str]) -> Iterator[dict[str, str]]:
        """The rows, with positions as text."""
        graph, sides, made = self.graph, self.game.rules.sides, iter(move_texts(self.graph))
        for number, (text, mover) in enumerate(zip(texts, graph.movers, strict=True)):
            for target, move in zip(graph.successors(number), made, strict=False):
                yield {"position": text, "side": sides[mover], "move": move, "after": texts[target]}

    def _columns(self) -> ArrowColumns:
        return transition_columns(self.graph)

    def to_networkx(self) -> MultiDiGraph[str]:
        """The graph as a ``networkx.MultiDiGraph``: positions are nodes, moves edges.

        Nodes are positions as text, in the order of their discovery; each has ``over``, and its ``winner`` if
        the game is over there.  An edge has ``move`` and ``side``.  Needs networkx.
        """
        networkx = imported("networkx", EXTRA)
        graph, sides, texts = self.graph, self.game.rules.sides, position_texts(self.graph)
        found: MultiDiGraph[str] = networkx.MultiDiGraph(name=self.game.name)
        for text, mover, winner in zip(texts, graph.movers, graph.winners, strict=True):
            found.add_node(text, over=mover == NOBODY, winner=None if winner == NOBODY else sides[winner])
        for row in self._rows(texts):
            found.add_edge(row["position"], row["after"], move=row["move"], side=row["side"])
        return found

    def _repr_html_(self) -> str:
        from noughts.api.display.table import exploration_html

        return exploration_html(self._found)
