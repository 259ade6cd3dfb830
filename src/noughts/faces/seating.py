"""The protocol of seatings: words for the players of a table, and the players that they name."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol, Self

from noughts.games.game import Side
from noughts.players.player import Who


class Seater(Protocol):
    """Makes the players of one game from words."""

    @property
    def kinds(self) -> Mapping[Side, str]:
        """The word for the player of each side, such as ``person`` or ``search:2s``."""

    def seated(self, kinds: Mapping[Side, str]) -> Self:
        """The same for other players; `Refusal` if one of them cannot play the game."""

    def players(self) -> Mapping[Side, Who]:
        """New players for every side."""
