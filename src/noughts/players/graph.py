"""What has been asked about a game, kept as a graph of positions, so that it need not be asked again."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass, field
from typing import Final

from noughts.games.game import Game, Move, Outcome, Position
from noughts.games.match import Match

MOST_PLACES: Final = 200_000
"""Positions that are kept; then the graph is begun anew."""


@dataclass(slots=True, eq=False)
class Way:
    """A move, as such and as a person types it, and where it leads once that has been asked."""

    move: Move
    text: str
    place: Place | None = None


@dataclass(slots=True, eq=False)
class Place:
    """A position: how a match ended there or which side is to move, and the moves that were looked at.

    `choices` are what a player, known by any key, may choose there: an outcome if it chooses nothing and
    the match ends so.
    """

    position: Position
    outcome: Outcome | None
    mover: int
    ways: dict[Move, Way] = field(default_factory=dict)
    choices: dict[Hashable, Sequence[Way] | Outcome] = field(default_factory=dict)


class Graph:
    """Places of a game, each made when it is first come to."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.places: dict[Position, Place] = {}

    def start(self) -> Place:
        """Where every match begins; if there are too many places, they are forgotten here."""
        if len(self.places) > MOST_PLACES:
            self.places.clear()
        return self.place(self.game.initial)

    def place(self, position: Position) -> Place:
        """The place of a position."""
        place = self.places.get(position)
        if place is None:
            outcome = self.game.outcome(position)
            mover = -1 if outcome is not None else self.game.sides.index(self.game.to_move(position))
            place = self.places[position] = Place(position, outcome, mover)
        return place

    def way(self, place: Place, move: Move) -> Way:
        """A legal move from a place."""
        way = place.ways.get(move)
        if way is None:
            way = place.ways[move] = Way(move, self.game.move_text(place.position, move))
        return way

    def follow(self, place: Place, way: Way) -> Place:
        """Where a move leads."""
        if way.place is None:
            way.place = self.place(self.game.after(place.position, way.move))
        return way.place

    def match(self, line: Sequence[Way]) -> Match:
        """The match that these moves, all of them followed, make from the start."""
        positions = [self.game.initial, *(way.place.position for way in line if way.place is not None)]
        return Match(self.game, tuple(way.move for way in line), tuple(positions))
