"""The answer to *can this player lose?*: `noughts.Audit`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from msgspec import Struct

from noughts.api.game import Game
from noughts.api.match import Match
from noughts.games import laws
from noughts.games.game import Game as Rules
from noughts.games.game import Outcome, Side

if TYPE_CHECKING:
    from noughts.players.audit import Audit as Found


class Audit(Struct, frozen=True):
    """Whether a `player` can lose at its `side`: a shortest match that is `lost`, or ``None``, a proof.

    `positions` is the number of visited positions; `ends` counts the final ones by winner, ``None`` for a
    draw; `outcome` is that of the lost match.

    >>> import noughts
    >>> noughts.load("tictactoe").audit("mended", "o")
    <Audit: mended as o never loses, 503 positions>
    """

    player: str
    side: Side
    positions: int
    ends: Mapping[Side | None, int]
    lost: Match | None = None
    outcome: Outcome | None = None

    @classmethod
    def of(cls, game: Game, found: Found) -> Audit:
        """The result of an audit of a player of the game."""
        lost = None if found.lost is None else Match.of(game, found.lost)
        return cls(found.player, found.side, found.positions, found.ends, lost, found.outcome)

    @property
    def safe(self) -> bool:
        """Whether it never loses."""
        return self.lost is None

    def __repr__(self) -> str:
        who = f"{self.player} as {self.side}"
        if self.lost is None:
            return f"<Audit: {who} never loses, {self.positions:,} positions>"
        return f"<Audit: {who} can lose, {'; '.join(self.lost.moves)}>"

    def _repr_html_(self) -> str:
        from noughts.api.display.output import audit_html

        return audit_html(self)


def check_laws(
    game: Game | Rules, *, seed: int = 0, walks: int = 50, plies: int = 100
) -> Iterator[laws.Violation]:
    """The laws that the game breaks in these walks, each with its first example.

    `game` is what `noughts.load` returns, or an object with the methods of a game.  `walks` lines of play are
    tried, each up to `plies` moves long; the same `seed` tries the same ones.

    >>> import noughts
    >>> list(noughts.check_laws(noughts.load("nim")))
    []
    """
    asked = game if isinstance(game, Game) else Game(game)
    return laws.check_laws(asked.rules, seed=seed, walks=walks, plies=plies)
