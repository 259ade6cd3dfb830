"""All positions of a game, counted, and as a graph: `noughts.Exploration`."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

from noughts.refusal import Refusal
from noughts.solvers.quickest import Quickest
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

    def __init__(self, game: Game, asked: Quickest) -> None:
        self.game = game
        self._asked = asked
        self._found: Explored = asked.count(game.rules)[0]

    def counts(self) -> dict[str, int | dict[str, int]]:
        """How many positions and transitions there are, and how many positions are over, by winner."""
        return self._found.counts()

    def by_ply(self) -> list[int]:
        """How many positions lie 0, 1, 2, … moves from the first one, along a shortest line."""
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
        if len(self) > MOST_DRAWN:
            fact = f"{self.game.name} has {len(self):,} positions, too many for a graph in Python"
            raise Refusal(fact, f"a graph has at most {MOST_DRAWN:,}: make the game smaller")
        return explore(self.game.rules, limit=MOST_DRAWN)

    def rows(self) -> list[dict[str, Any]]:
        """One row for each transition: the position before it, who moves, the move, the position after it."""
        graph, rules = self.graph, self.game.rules
        texts = [rules.position_text(position) for position in graph.positions]
        found = []
        for number, position in enumerate(graph.positions):
            moves = graph.moves(number)
            for move, target in zip(moves, graph.successors(number), strict=True):
                found.append(
                    {
                        "position": texts[number],
                        "side": rules.sides[graph.movers[number]],
                        "move": rules.move_text(position, move),
                        "after": texts[target],
                    }
                )
        return found

    def to_networkx(self) -> Any:
        """The graph as a `networkx.MultiDiGraph`; positions are nodes, moves edges with `move` and `side`.

        Nodes are positions in writing, in the order of their discovery, each with its `winner` where the
        game is over there and `over`.  Needs networkx.
        """
        networkx = imported("networkx")
        graph, rules = self.graph, self.game.rules
        found = networkx.MultiDiGraph(name=self.game.name)
        for number, position in enumerate(graph.positions):
            winner = graph.winners[number]
            over = not graph.moves(number)
            found.add_node(
                rules.position_text(position), over=over, winner=rules.sides[winner] if winner >= 0 else None
            )
        for row in self.rows():
            found.add_edge(row["position"], row["after"], move=row["move"], side=row["side"])
        return found

    def to_pandas(self) -> Any:
        """The transitions as a `pandas.DataFrame`, a row each.  Needs pandas."""
        return imported("pandas").DataFrame(self.rows(), columns=["position", "side", "move", "after"])

    def to_arrow(self) -> Any:
        """The transitions as a `pyarrow.Table`, a row each.  Needs pyarrow."""
        return imported("pyarrow").Table.from_pylist(self.rows())

    def _repr_html_(self) -> str:
        from noughts.api.display import table_html

        ends = self._found.terminal()
        rows = [("positions", f"{len(self):,}"), ("transitions", f"{self._found.transitions:,}")]
        rows += [("drawn" if who == "draw" else f"won by {who}", f"{count:,}") for who, count in ends.items()]
        return table_html(self.game.name, ("", ""), rows)


MOST_DRAWN = 2_000_000
"""Positions of a graph in Python objects; each takes about a kilobyte."""


def imported(name: str) -> Any:
    """A package that is not needed otherwise; `Refusal` with the command that installs it."""
    from importlib import import_module

    try:
        return import_module(name)
    except ImportError:
        raise Refusal(f"{name} is not installed", f"pip install {name}") from None
