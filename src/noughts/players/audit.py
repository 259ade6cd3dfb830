"""Can a player lose?  Every choice that it may make is followed, and every reply to it.

Positions are found breadth-first, so the first match that is lost is a shortest one.  If none is, the
positions that were walked are the proof: from none of them does a choice of the player, or a move of the
others, lead to an end that another side has won.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from noughts.games.game import Game, Move, Outcome, Side
from noughts.games.match import Match
from noughts.games.refusal import Refusal
from noughts.players.player import GivesUp, Person, Positional, Who
from noughts.solvers.explore import LIMIT, PACE, Progress, TooManyPositions


class NothingToAudit(Refusal):
    """A player does not say what it may choose."""


@dataclass(frozen=True, slots=True)
class Audit:
    """What was found: a shortest match that the player loses, or that there is none.

    `positions` were walked, and `ends` counts those that are over, by winner; ``None`` is nobody.
    """

    player: str
    side: Side
    positions: int
    ends: Counter[Side | None]
    lost: Match | None = None
    outcome: Outcome | None = None

    @property
    def safe(self) -> bool:
        """Whether it never loses."""
        return self.lost is None


def audit(
    player: Who, game: Game, side: Side, *, limit: int = LIMIT, progress: Progress | None = None
) -> Audit:
    """Follow all that `player` may do as `side`; `TooManyPositions` if that is more than `limit`."""
    if isinstance(player, Person) or not isinstance(player, Positional):
        raise NothingToAudit(
            f"nothing can be proved about `{player.name}`: it does not say which moves it may choose",
            "audit a player that goes by the position alone",
        )
    return _Walk(player, game, side).finish(limit, progress)


class _Lost(Exception):
    """A match that the player loses, and how."""

    def __init__(self, match: Match, winner: Side | None, how: str) -> None:
        self.match = match
        self.outcome = Outcome(winner, how)


class _Walk:
    """An audit under way: all positions seen, and a shortest match that leads to each."""

    def __init__(self, player: Positional, game: Game, side: Side) -> None:
        self.player = player
        self.game = game
        self.side = side
        self.ends: Counter[Side | None] = Counter()
        self.seen = {game.initial}
        self.matches = [Match(game)]

    def finish(self, limit: int, progress: Progress | None) -> Audit:
        """Go on until something is lost, or nothing is left."""
        try:
            for number, match in enumerate(self.matches):
                self.visit(match)
                if len(self.matches) > limit:
                    raise TooManyPositions(f"{self.game.name} against `{self.player.name}`", limit)
                if progress is not None and number % PACE == 0:
                    progress(len(self.matches), len(self.matches) - number - 1)
        except _Lost as lost:
            return self.result(lost.match, lost.outcome)
        return self.result()

    def visit(self, match: Match) -> None:
        """Look at the end of a match, or at every way on."""
        outcome = match.outcome
        if outcome is None:
            for move in self.ways(match):
                self.follow(match, move)
            return
        self.ends[outcome.winner] += 1
        if outcome.winner not in (None, self.side):
            raise _Lost(match, outcome.winner, outcome.termination)

    def ways(self, match: Match) -> Sequence[Move]:
        """What the player may choose, or all that another may."""
        if match.to_move != self.side:
            return match.legal_moves
        try:
            choices = self.player.choices(match)
        except GivesUp as error:
            raise _Lost(match, self.opponent, error.fact) from error
        for move in choices:
            if move not in match.legal_moves:
                raise _Lost(match, self.opponent, f"{self.player.name} chooses {move}, which is not legal")
        return choices

    def follow(self, match: Match, move: Move) -> None:
        """A move from a position; where it leads is walked once."""
        after = self.game.after(match.position, move)
        if after not in self.seen:
            self.seen.add(after)
            self.matches.append(Match(self.game, (*match.moves, move), (*match.positions, after)))

    @property
    def opponent(self) -> Side | None:
        """Who wins where the player does not go on, if there is one side more."""
        others = [side for side in self.game.sides if side != self.side]
        return others[0] if len(others) == 1 else None

    def result(self, lost: Match | None = None, outcome: Outcome | None = None) -> Audit:
        """What is known now."""
        return Audit(self.player.name, self.side, len(self.seen), self.ends, lost, outcome)
