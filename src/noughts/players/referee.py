"""A match between programs, one move after another."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from noughts.games.game import Move, Side
from noughts.games.match import IllegalMove, Match
from noughts.players.player import Player
from noughts.refusal import Refusal


@dataclass(frozen=True, slots=True)
class Turn:
    """One move of a match: the player, and the match after the move."""

    side: Side
    player: str
    text: str
    match: Match

    @property
    def move(self) -> Move:
        """The move itself."""
        return self.match.move

    def __str__(self) -> str:
        return f"{self.side} ({self.player}) plays {self.text}"


class NobodyPlays(Refusal):
    """A side of the game has no player."""

    def __init__(self, match: Match, missing: list[Side]) -> None:
        self.sides = missing
        super().__init__(
            f"there is no player for {' and '.join(f'`{side}`' for side in missing)} in {match.game.name}"
        )


def referee(match: Match, players: Mapping[Side, Player], *, plies: int | None = None) -> Iterator[Turn]:
    """Play `match` to its end, or for `plies` moves, and yield each move as it is made.

    If the game permits it, players may repeat positions forever; `plies` bounds such a match.  `IllegalMove`
    names a player that breaks the rules.
    """
    missing = [side for side in match.game.sides if side not in players]
    if missing:
        raise NobodyPlays(match, missing)
    return _turns(match, players, plies)


def _turns(match: Match, players: Mapping[Side, Player], plies: int | None) -> Iterator[Turn]:
    made = 0
    while match.outcome is None and made != plies:
        side, before = match.to_move, match
        player = players[side]
        move = player.choose(before)
        try:
            match = before.play(move)
        except IllegalMove as error:
            raise IllegalMove(f"{player.name}, who plays {side}: {error}") from error
        made += 1
        yield Turn(side, player.name, before.game.move_text(before.position, move), match)
