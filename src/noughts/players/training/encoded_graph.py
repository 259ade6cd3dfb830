"""The positions of a game that is learned, each encoded once, whichever network plays."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from noughts.games.game import Game
from noughts.players.graph import Graph, Place
from noughts.players.trained.features import Encoder

if TYPE_CHECKING:
    from numpy.typing import NDArray


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
