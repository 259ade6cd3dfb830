"""Players between the strongest and chance: each plays its best, but errs with a given probability."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from random import Random
from typing import TYPE_CHECKING, ClassVar, Final

from msgspec import Struct

from noughts.games.game import Move
from noughts.games.match import Match
from noughts.games.result import Oracle, mistakes_after

if TYPE_CHECKING:
    from noughts.players.player import Player


class Level(Struct, frozen=True):
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


class RandomPlayer:
    """A player that chooses uniformly at random; the same `seed` gives the same choices."""

    name: ClassVar[str] = "random"

    def __init__(self, *, seed: int | str | None = None) -> None:
        self._dice = Random(seed)

    def choose(self, match: Match) -> Move:
        """Any of the legal moves."""
        return self._dice.choice(self.choices(match))

    def choices(self, match: Match) -> Sequence[Move]:
        """All of the legal moves."""
        return match.legal_moves


class PerfectPlayer:
    """A player that moves by the exact values of an oracle.

    It takes the quickest win or the longest loss, or preserves the draw.  Among equally good moves, it takes
    one with the largest share of losing replies (`temptation`); ties are broken by `seed`.
    """

    name: ClassVar[str] = "perfect"

    def __init__(self, oracle: Oracle, *, seed: int | str | None = None) -> None:
        self._oracle = oracle
        self._dice = Random(seed)

    def choose(self, match: Match) -> Move:
        """A best move of the greatest temptation."""
        return self._dice.choice(self.choices(match))

    def choices(self, match: Match) -> Sequence[Move]:
        """The best moves of the greatest temptation."""
        best = self._oracle.best(match.position)
        temptations = [temptation(self._oracle, match, move) for move in best]
        most = max(temptations)
        return [m for m, t in zip(best, temptations, strict=True) if t == most]


def temptation(oracle: Oracle, match: Match, move: Move) -> Fraction:
    """The share of losing replies among the opponent's replies to `move`; 0 if there are no replies."""
    errors, replies = mistakes_after(oracle, match, move)
    return Fraction(errors, replies or 1)
