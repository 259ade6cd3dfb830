"""Self-play: what a network learns by playing against itself, better values for the positions it visits.

The value of a position, for all sides, is that of the best move for the side to move:

    target(p) = exact(after)                  if the match is over after that move
              = discount * value(after)       else, by the present network

so that exact values of the ends spread backward, and a near win is worth more than one far off.
(R. Bellman 1957; self-play in the manner of G. Tesauro, CACM 38(3), 1995.)
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import TYPE_CHECKING, Final

import numpy as np

from noughts.games.game import Game, Outcome
from noughts.players.graph import Graph, Place
from noughts.players.trained.features import Encoder
from noughts.players.training.learner import Learner

if TYPE_CHECKING:
    from numpy.typing import NDArray

_DISCOUNT: Final = 0.95
_CURIOSITY: Final = (1.0, 0.5, 0.25, 0.1, 0.0)
"""The share of random moves, in one match after another: from exploration to the network's own play."""
_LONGEST: Final = 300
"""Moves after which a match is abandoned."""


class SelfPlay:
    """A game being learned: the positions visited so far, and their values by the present network."""

    def __init__(self, game: Game, encoder: Encoder, learner: Learner) -> None:
        self.game = game
        self.encoder = encoder
        self.learner = learner
        self.graph = Graph(game)
        self.rows: dict[Place, NDArray[np.float32]] = {}
        self.values: dict[Place, NDArray[np.float64]] = {}

    def play(self, matches: int, dice: Random) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """Play some matches: the rows of all non-terminal positions in them, and their target values."""
        self.revalue()
        visited: dict[Place, NDArray[np.float64]] = {}
        for number in range(matches):
            self.play_one(_CURIOSITY[number % len(_CURIOSITY)], dice, visited)
        rows = np.stack([self.row(place) for place in visited])
        return rows, np.stack(list(visited.values())).astype(np.float32)

    def play_one(self, curiosity: float, dice: Random, visited: dict[Place, NDArray[np.float64]]) -> None:
        """Play one match, and add the targets of the positions that it visits."""
        place = self.graph.start()
        for _ in range(_LONGEST):
            if place.outcome is not None:
                return
            ways = self.graph.ways(place)
            after = [self.graph.follow(place, way) for way in ways]
            best, target = self.best(place, after)
            visited[place] = target
            chosen = dice.randrange(len(ways)) if dice.random() < curiosity else best
            place = after[chosen]

    def best(self, place: Place, after: Sequence[Place]) -> tuple[int, NDArray[np.float64]]:
        """The number of the best move by the network, and the value that it gives the position."""
        self.judge([each for each in after if each not in self.values])
        values = [self.values[each] for each in after]
        number = max(range(len(after)), key=lambda k: values[k][place.mover])
        over = after[number].outcome is not None
        return number, values[number] if over else _DISCOUNT * values[number]

    def revalue(self) -> None:
        """Recompute all values, after the network has changed."""
        if len(self.graph.places) < len(self.rows):  # the graph was cleared
            self.rows.clear()
        places = list(self.rows)
        self.values.clear()
        self.judge(places)

    def judge(self, places: Sequence[Place]) -> None:
        """Compute the values of places: exact ones where the match is over."""
        if not places:
            return
        values = self.learner.values(np.stack([self.row(place) for place in places]))
        for place, value in zip(places, values, strict=True):
            self.values[place] = value if place.outcome is None else exact(self.game, place.outcome)

    def row(self, place: Place) -> NDArray[np.float32]:
        """The features of a place."""
        row = self.rows.get(place)
        if row is None:
            row = self.rows[place] = self.encoder.rows(self.game, [self.graph.position(place)])[0]
        return row


def exact(game: Game, outcome: Outcome) -> NDArray[np.float64]:
    """The value of an end for each side."""
    if outcome.winner is None:
        return np.zeros(len(game.sides))
    return np.array([1.0 if side == outcome.winner else -1.0 for side in game.sides])
