"""Games through their state graphs, which have the answers of the rules about all positions."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from noughts.games.game import Game, Move, Outcome, Position
from noughts.kernels.kernel_source import NOBODY
from noughts.kernels.search_game import ONGOING, SearchGame, SearchMove, SearchNode
from noughts.kernels.state_graph import StateGraph


class ExploredGame(SearchGame):
    """A game through its state graph: nodes are the numbers of positions, choices those of moves."""

    def __init__(self, game: Game, graph: StateGraph) -> None:
        super().__init__(game)
        self.graph = graph

    @property
    def initial(self) -> SearchNode:
        return 0

    def node(self, position: Position) -> SearchNode:
        return self.graph.number_of[position]

    def position(self, node: SearchNode) -> Position:
        return self.graph.positions[node]

    def mover(self, node: SearchNode) -> int:
        return self.graph.movers[node]

    def winner(self, node: SearchNode) -> int:
        return self.graph.winners[node] if self.graph.movers[node] == NOBODY else ONGOING

    def outcome(self, node: SearchNode) -> Outcome | None:
        """The outcome by the rules, since the graph does not contain the reason of the end."""
        return self.game.outcome(self.position(node)) if self.graph.movers[node] == NOBODY else None

    def choices(self, node: SearchNode) -> Sequence[SearchMove]:
        return self.graph.move_numbers(node)

    def after(self, node: SearchNode, choice: SearchMove) -> SearchNode:
        place = list(self.graph.move_numbers(node)).index(choice)
        return self.graph.targets[self.graph.offsets[node] + place]

    def move(self, choice: SearchMove) -> Move:
        return self.graph.every_move[choice]

    def choice(self, move: Move) -> SearchMove:
        return self.number_of_move[move]

    @cached_property
    def number_of_move(self) -> dict[Move, int]:
        """The moves by number."""
        return {move: number for number, move in enumerate(self.graph.every_move)}

    def move_text(self, node: SearchNode, choice: SearchMove) -> str:
        return self.game.move_text(self.position(node), self.move(choice))
