"""The player that moves by exact values, and leaves its opponent the most room for mistakes."""

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
    it takes one with the largest share of losing replies (`temptation`); ties are broken by `seed`.
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


def mistakes_after(oracle: Oracle, match: Match, move: Move) -> tuple[int, int]:
    """The number of mistakes among the opponent's replies to `move`, and the number of replies.

    A mistake worsens the value: it loses a drawn position, or does not win a won one.  There are no
    replies if the match is over, or the opponent is not to move.
    """
    game, position = match.game, match.game.after(match.position, move)
    replies = game.moves(position)
    if not replies or game.to_move(position) == match.to_move:
        return 0, 0
    winner = oracle.value(position).winner
    errors = sum(oracle.value(game.after(position, reply)).winner != winner for reply in replies)
    return errors, len(replies)
