"""The player that never gives anything away, and invites its opponent to."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from random import Random
from typing import ClassVar

from noughts.games.game import Move
from noughts.games.match import Match
from noughts.games.value import Oracle


class PerfectPlayer:
    """Plays by the exact values of an oracle.

    It takes the quickest win or the longest loss, or keeps the draw.  Among moves as good as each other
    it takes one that leaves the opponent the most room to err (`temptation`), then any, by the `seed`.
    """

    name: ClassVar[str] = "perfect"

    def __init__(self, oracle: Oracle, *, seed: int | str | None = None) -> None:
        self._oracle = oracle
        self._dice = Random(seed)

    def choose(self, match: Match) -> Move:
        """A best move, the most tempting for the opponent to answer badly."""
        return self._dice.choice(self.choices(match))

    def choices(self, match: Match) -> Sequence[Move]:
        """The most tempting of the best moves."""
        best = self._oracle.best(match.position)
        temptations = [temptation(self._oracle, match, move) for move in best]
        most = max(temptations)
        return [m for m, t in zip(best, temptations, strict=True) if t == most]


def temptation(oracle: Oracle, match: Match, move: Move) -> Fraction:
    """The share of the opponent's replies to `move` that are errors; 0 if it has none to make."""
    errors, replies = replies_that_err(oracle, match, move)
    return Fraction(errors, replies or 1)


def replies_that_err(oracle: Oracle, match: Match, move: Move) -> tuple[int, int]:
    """How many of the opponent's replies to `move` throw away what it has, and how many there are.

    In a drawn position these are the replies that lose, in one it wins those that do not.  There are no
    replies if the match is over, or the opponent is not to move.
    """
    game, position = match.game, match.game.after(match.position, move)
    replies = game.moves(position)
    if not replies or game.to_move(position) == match.to_move:
        return 0, 0
    kept = oracle.value(position).winner
    errors = sum(oracle.value(game.after(position, reply)).winner != kept for reply in replies)
    return errors, len(replies)
