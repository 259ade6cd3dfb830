"""Players between the strongest and chance: each plays its best, but errs with a given probability."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from noughts.games.game import Move
    from noughts.games.match import Match
    from noughts.players.player import Player


@dataclass(frozen=True, slots=True)
class Level:
    """A level: its word, the probability with which it errs at a move, and a sentence that says so."""

    word: str
    errs: float
    summary: str


LEVELS: Final = (
    Level("beginner", 2 / 3, "plays its best, but makes two moves in three at random"),
    Level("middling", 1 / 3, "plays its best, but makes one move in three at random"),
    Level("strong", 1 / 8, "plays its best, but makes one move in eight at random"),
)
"""The levels between chance and the strongest player, from the weakest on."""


class LevelPlayer:
    """A player that makes a legal move at random with the probability of its level, else that of `best`.

    Such a move may happen to be a best one, so it errs a little more seldom than its level says.
    """

    def __init__(self, level: Level, best: Player, *, seed: int | str | None = None) -> None:
        self.level = level
        self._best = best
        self._dice = Random(seed)

    @property
    def name(self) -> str:
        """The word for its level."""
        return self.level.word

    def choose(self, match: Match) -> Move:
        """The move of the best player, or any legal move."""
        if self._dice.random() < self.level.errs:
            return self._dice.choice(match.legal_moves)
        return self._best.choose(match)
