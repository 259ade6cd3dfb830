"""The random player: it makes any legal move, each with the same probability."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import ClassVar

from noughts.games.game import Move
from noughts.games.match import Match


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
