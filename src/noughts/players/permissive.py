"""The players that cannot lose: each follows a most permissive strategy, and differs in how it is held."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from fractions import Fraction
from random import Random
from typing import ClassVar

from noughts.games.game import Move, Side
from noughts.games.match import Match
from noughts.refusal import Refusal


class NoStrategy(Refusal):
    """A side has no strategy that cannot lose, or is in a position that its strategy never reaches."""


class PermissivePlayer(ABC):
    """Chooses among the moves that its strategy permits those of greatest worth; ties go by the `seed`."""

    name: ClassVar[str] = "strategy"

    def __init__(self, side: Side, seed: int | str | None = None) -> None:
        self.side = side
        self._dice = Random(seed)

    @abstractmethod
    def permitted(self, match: Match) -> tuple[Move, ...]:
        """The moves that the strategy permits in the position; none if it does not contain the position."""

    @abstractmethod
    def worth(self, match: Match, move: Move) -> Fraction:
        """How much a permitted move is preferred to others."""

    def choose(self, match: Match) -> Move:
        """A preferred move, at random among equals."""
        return self._dice.choice(self.choices(match))

    def choices(self, match: Match) -> Sequence[Move]:
        """The permitted moves of greatest worth; `NoStrategy` if none is permitted."""
        moves = self.permitted(match)
        if not moves:
            where = match.game.position_text(match.position)
            fact = f"{self.side} has no safe move in {where}"
            raise NoStrategy(fact, "let it play from the start of the match")
        worth = [self.worth(match, move) for move in moves]
        return [move for move, its in zip(moves, worth, strict=True) if its == max(worth)]
