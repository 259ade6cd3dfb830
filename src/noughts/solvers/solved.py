"""Solved and counted games, whatever the method."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any, Final

from msgspec import Struct

from noughts.games.game import Game, Move, Position
from noughts.games.result import Value
from noughts.kernels.state_graph import Counts, Explored

DRAW: Final = Value(None, None)


class Figures(Struct, frozen=True):
    """The figures of the game as a whole.

    `values` counts the positions that each side wins, and those that are drawn; `longest` is the greatest
    distance from any position to a win, ``None`` if all are drawn or it is not known.
    """

    positions: int
    transitions: int
    values: Mapping[str, int]
    longest: int | None


class Solved(Struct, frozen=True, eq=False):
    """The value of every position of a game; a `noughts.games.result.Oracle`."""

    @property
    @abstractmethod
    def game(self) -> Game:
        """The game."""

    @property
    @abstractmethod
    def figures(self) -> Figures:
        """The number of positions, in all and by value."""

    @abstractmethod
    def value(self, position: Position) -> Value:
        """The value of a position; `KeyError` if play does not reach it."""

    @abstractmethod
    def by_move(self, position: Position) -> dict[Move, Value]:
        """The value of each legal move; distances count the move itself."""

    def best(self, position: Position) -> tuple[Move, ...]:
        """The moves that keep the value: quickest wins, longest losses, or draws; in the game's order."""
        value = self.value(position)
        return tuple(move for move, reached in self.by_move(position).items() if reached == value)

    def __repr__(self) -> str:
        return f"<{self.game.name}: {self.value(self.game.initial)}>"


def value_from(number: int, game: Game, later: int = 0) -> Value:
    """The value that a number of `noughts.solvers.retrograde` encodes; distances count `later` moves more."""
    if not number:
        return DRAW
    return Value(game.sides[0 if number > 0 else 1], abs(int(number)) - 1 + later)


class Census(Explored, frozen=True):
    """All positions of a game, counted by distance from the first one; ends by winner, the last without."""

    plies: Sequence[int]
    made: int
    ends: Sequence[int]

    @property
    def positions(self) -> int:
        """The number of positions; ``len`` cannot return more than 2**63 - 1."""
        return sum(self.plies)

    def __len__(self) -> int:
        return self.positions

    @property
    def transitions(self) -> int:
        return self.made

    def terminal(self) -> dict[str, int]:
        return dict(zip((*self.game.sides, "draw"), self.ends, strict=True))

    def counts(self) -> Counts:
        return {"positions": self.positions, "transitions": self.made, "terminal": self.terminal()}

    def by_ply(self) -> list[int]:
        return list(self.plies)

    def noted(self) -> dict[str, Any]:
        """The same without the game, for the manifest of tables."""
        return {"plies": self.plies, "made": self.made, "ends": self.ends}
