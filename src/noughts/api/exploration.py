"""All positions of a game, as numbers and as a graph: `noughts.Exploration`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

from noughts.api.extra import imported
from noughts.kernels.kernel_source import NOBODY
from noughts.refusal import Refusal
from noughts.solvers.plan import Plan
from noughts.solvers.solved import Explored

if TYPE_CHECKING:
    from noughts.api.game import Game
    from noughts.kernels.state_graph import StateGraph


class Exploration:
    """Every position that play can reach.

    >>> import noughts
    >>> explored = noughts.load("nim").explore()
    >>> explored.counts()
    {'positions': 232, 'transitions': 1356, 'terminal': {'x': 1, 'o': 1, 'draw': 0}}
    """

    def __init__(self, game: Game, asked: Plan) -> None:
        self.game = game
        self._asked = asked
        self._found: Explored = asked.count(game.rules)[0]

    def counts(self) -> dict[str, int | dict[str, int]]:
        """The numbers of positions, transitions, and terminal positions by winner."""
        return self._found.counts()

    def by_ply(self) -> list[int]:
        """The number of positions at distance 0, 1, 2, … from the first one."""
        return self._found.by_ply()

    def __len__(self) -> int:
        return int(str(self.counts()["positions"]))

    def __repr__(self) -> str:
        counts = self.counts()
        return f"<Exploration of {self.game.name}: {counts['positions']:,} positions>"

    @cached_property
    def graph(self) -> StateGraph:
        """The state graph; `Refusal` if no list can hold it."""
        from noughts.kernels.explore import explore
        from noughts.kernels.state_graph import StateGraph

        if isinstance(self._found, StateGraph):
            return self._found
        if len(self) > _MOST_DRAWN:
            fact = f"{self.game.name} has {len(self):,} positions, too many for a graph in Python"
            raise Refusal(fact, f"a graph has at most {_MOST_DRAWN:,}: make the game smaller")
        return explore(self.game.rules, limit=_MOST_DRAWN)

    def rows(self) -> list[dict[str, Any]]:
        """One row for each transition: the position before it, the side, the move, and the position after
        it."""
        return list(self._rows(self._texts()))

    def _texts(self) -> list[str]:
        """The text of every position."""
        return [self.game.rules.position_text(position) for position in self.graph.positions]

    def _rows(self, texts: Sequence[str]) -> Iterator[dict[str, Any]]:
        """The rows, with positions as text."""
        from noughts.kernels.search_game import search_game_of

        graph, sides = self.graph, self.game.rules.sides
        searched = search_game_of(self.game.rules)  # a kernel names moves fifty times as fast as the rules
        for number, position in enumerate(graph.positions):
            node, side = searched.node(position), sides[graph.movers[number]]
            for move, target in zip(graph.moves(number), graph.successors(number), strict=True):
                text = searched.move_text(node, searched.choice(move))
                yield dict(zip(_COLUMNS, (texts[number], side, text, texts[target]), strict=True))

    def to_networkx(self) -> Any:
        """The graph as a `networkx.MultiDiGraph`; positions are nodes, moves edges with `move` and `side`.

        Nodes are positions as text, in the order of their discovery; each has `over`, and its `winner` if the
        game is over there.  Needs networkx.
        """
        networkx = imported("networkx", _EXTRA)
        graph, sides, texts = self.graph, self.game.rules.sides, self._texts()
        found = networkx.MultiDiGraph(name=self.game.name)
        for text, mover, winner in zip(texts, graph.movers, graph.winners, strict=True):
            found.add_node(text, over=mover == NOBODY, winner=None if winner == NOBODY else sides[winner])
        for row in self._rows(texts):
            found.add_edge(row["position"], row["after"], move=row["move"], side=row["side"])
        return found

    def to_pandas(self) -> Any:
        """The transitions as a `pandas.DataFrame`, a row each.  Needs pandas."""
        return imported("pandas", _EXTRA).DataFrame(self.rows(), columns=_COLUMNS)

    def to_arrow(self) -> Any:
        """The transitions as a `pyarrow.Table`, a row each.  Needs pyarrow."""
        pyarrow, rows = imported("pyarrow", _EXTRA), self.rows()
        columns = {
            column: pyarrow.array([row[column] for row in rows], pyarrow.string()) for column in _COLUMNS
        }
        return pyarrow.table(columns)

    def _repr_html_(self) -> str:
        from noughts.api.display.table import exploration_html

        return exploration_html(self._found)


_COLUMNS = ["position", "side", "move", "after"]
"""The columns of a table of transitions."""
_EXTRA = "tables"
"""The extra that installs networkx, pandas and pyarrow."""
_MOST_DRAWN = 2_000_000
"""The most positions of a graph of Python objects; each takes about a kilobyte."""
