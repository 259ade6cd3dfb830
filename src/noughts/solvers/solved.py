"""What a solved game can be asked, however it was solved."""

from __future__ import annotations

from typing import Protocol

from noughts.games.game import Game, Move, Position
from noughts.games.value import Oracle, Value


class Solved(Oracle, Protocol):
    """The value of every position of a game."""

    @property
    def game(self) -> Game:
        """The game."""

    @property
    def size(self) -> int:
        """How many positions there are."""

    @property
    def transitions(self) -> int:
        """How many pairs of a position and a legal move."""

    def by_move(self, position: Position) -> dict[Move, Value]:
        """What each legal move makes of the position; distances count the move itself."""

    def counts(self) -> dict[str, int]:
        """How many positions each side wins, and how many are drawn."""

    def longest(self) -> int | None:
        """The greatest distance from any position to a win; ``None`` if all are drawn."""


class Explored(Protocol):
    """All positions of a game, counted."""

    @property
    def game(self) -> Game:
        """The game."""

    def __len__(self) -> int: ...

    @property
    def transitions(self) -> int:
        """How many pairs of a position and a legal move there are."""

    def terminal(self) -> dict[str, int]:
        """How many positions are over, by winner; ``draw`` counts those that nobody has won."""

    def counts(self) -> dict[str, int | dict[str, int]]:
        """The figures of a game: its positions, transitions and ends."""

    def by_ply(self) -> list[int]:
        """How many positions lie 0, 1, 2, … moves from the first one, along a shortest line."""
