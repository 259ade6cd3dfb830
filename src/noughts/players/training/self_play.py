"""Self-play: a network plays against itself, which gives better values for the positions it visits.

The value of a position, for all sides, is that of the best move for the side to move:

    target(p) = exact(after)                  if the match is over after that move
              = discount * value(after)       else, by the present network

So exact values of terminal positions spread backward, and a near win is worth more than a distant one.
(R. Bellman 1957; self-play in the manner of G. Tesauro, CACM 38(3), 1995.)
"""

from __future__ import annotations

import pickle
from collections.abc import Sequence
from random import Random
from typing import TYPE_CHECKING, Final

import numpy as np
from msgspec import Struct

from noughts.games.game import Game, Outcome
from noughts.kernels.search_game import SearchNode
from noughts.players.graph import Graph, Place
from noughts.players.trained.features import Encoder
from noughts.players.trained.network import ExactLayer, exact_forward, exact_layers

if TYPE_CHECKING:
    from numpy.typing import NDArray


# The positions of a game in training; each is encoded once, for all networks.


class EncodedGraph(Graph):
    """A graph whose places have rows of features."""

    def __init__(self, game: Game, encoder: Encoder) -> None:
        super().__init__(game)
        self.encoder = encoder
        self.row_of: dict[Place, NDArray[np.float32]] = {}

    def start(self) -> Place:
        place = super().start()
        if len(self.places) < len(self.row_of):  # the graph was cleared
            self.row_of.clear()
        return place

    def rows(self, places: Sequence[Place]) -> NDArray[np.float32]:
        """The rows of some places, (places, features) float32; at least one."""
        return np.stack([self.row(place) for place in places])

    def row(self, place: Place) -> NDArray[np.float32]:
        """The features of a place."""
        row = self.row_of.get(place)
        if row is None:
            mover = None if place.outcome is not None else self.game.sides[place.mover]
            row = self.row_of[place] = self.encoder.row(self.position(place), mover)
        return row


# What an outcome is worth one move earlier: so quick wins are better than late ones.
_DISCOUNT: Final = 0.95
# The share of random moves, in one match after another: from exploration to the network's own play.
_CURIOSITY: Final = (1.0, 0.5, 0.25, 0.1, 0.0)
LONGEST_MATCH: Final = 300
"""Moves after which a match is abandoned."""


class Visited(Struct, frozen=True, eq=False):
    """Positions that are not terminal, each once: their rows of features, and their target values."""

    nodes: Sequence[SearchNode]
    rows: NDArray[np.bool_]
    targets: NDArray[np.float32]


def all_visited(shares: Sequence[Visited]) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """The rows and targets of the positions that several shares of matches visited, each position once.

    If several shares visited a position, its targets are equal, since they depend only on the network.
    """
    nodes = [node for share in shares for node in share.nodes]
    places = list({node: place for place, node in reversed(list(enumerate(nodes)))}.values())[::-1]
    rows, targets = (
        np.concatenate(each) for each in zip(*((s.rows, s.targets) for s in shares), strict=True)
    )
    return rows[places].astype(np.float32), targets[places]


class SelfPlay:
    """A game being learned: the positions met so far, and values by the present network."""

    def __init__(self, graph: EncodedGraph) -> None:
        self.graph = graph
        self.network = b""
        self.layers: Sequence[ExactLayer] = ()
        self.values: dict[Place, NDArray[np.float64]] = {}
        self.compared: set[Place] = set()
        """The places at which the present network has chosen a move."""

    def play(self, network: bytes, matches: int, dice: Random) -> Visited:
        """Play some matches by the pickled layers."""
        if network != self.network:
            self.network, self.layers = network, exact_layers(pickle.loads(network))
            self.revalue()
        visited: dict[SearchNode, tuple[Place, NDArray[np.float64]]] = {}
        for number in range(matches):
            self.play_one(_CURIOSITY[number % len(_CURIOSITY)], dice, visited)
        places, targets = zip(*visited.values(), strict=True)
        rows = self.graph.rows(places).astype(np.bool_)
        return Visited(list(visited), rows, np.stack(targets).astype(np.float32))

    def play_one(
        self, curiosity: float, dice: Random, visited: dict[SearchNode, tuple[Place, NDArray[np.float64]]]
    ) -> None:
        """Play one match, and add the targets of the positions that it visits.

        Positions are distinguished by their nodes: if the graph was cleared between two matches, a position
        has two places.
        """
        place = self.graph.start()
        for _ in range(LONGEST_MATCH):
            if place.outcome is not None:
                return
            ways = self.graph.ways(place)
            after = [self.graph.follow(place, way) for way in ways]
            best, target = self.best(place, after)
            visited[place.node] = place, target
            chosen = dice.randrange(len(ways)) if dice.random() < curiosity else best
            place = after[chosen]

    def best(self, place: Place, after: Sequence[Place]) -> tuple[int, NDArray[np.float64]]:
        """The number of the best move by the network, and the value that it gives the position."""
        self.compared.update(after)
        self.judge([each for each in after if each not in self.values])
        values = [self.values[each] for each in after]
        number = max(range(len(after)), key=lambda k: values[k][place.mover])
        over = after[number].outcome is not None
        return number, values[number] if over else _DISCOUNT * values[number]

    def revalue(self) -> None:
        """Compute the values that a new network is likely to need, in one batch."""
        likely = [place for place in self.compared if place in self.graph.row_of]
        self.compared.clear()
        self.values.clear()
        self.judge(likely)

    def judge(self, places: Sequence[Place]) -> None:
        """Compute the values of places: exact ones where the match is over."""
        if not places:
            return
        values = exact_forward(self.layers, self.graph.rows(places))
        for place, value in zip(places, values, strict=True):
            self.values[place] = value if place.outcome is None else exact(self.graph.game, place.outcome)


def exact(game: Game, outcome: Outcome) -> NDArray[np.float64]:
    """The value of an end for each side."""
    if outcome.winner is None:
        return np.zeros(len(game.sides))
    return np.array([1.0 if side == outcome.winner else -1.0 for side in game.sides])
