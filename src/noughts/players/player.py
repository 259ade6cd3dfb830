"""The protocol of a player: given a match, choose a move."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, TypeAlias, runtime_checkable

from msgspec import Struct

from noughts.games.game import Move
from noughts.games.match import Match
from noughts.refusal import Refusal


class GivesUp(Refusal):
    """A player resigns: it chooses no move although there are some, so its side loses."""

    def __init__(self, player: str = "the player") -> None:
        super().__init__(f"{player} gives up")


class Player(Protocol):
    """A program that decides for a side."""

    @property
    def name(self) -> str:
        """The word that names the player."""

    def choose(self, match: Match) -> Move:
        """One of ``match.legal_moves``, of which there is at least one; or `GivesUp`."""


@runtime_checkable
class Positional(Player, Protocol):
    """A player whose choice depends only on the position, and that states the moves it may choose.

    It chooses one of them uniformly at random, so its behaviour can be audited exhaustively.
    """

    def choices(self, match: Match) -> Sequence[Move]:
        """The moves that it may choose, at least one; or `GivesUp`."""


@runtime_checkable
class Permissive(Protocol):
    """A player that follows a strategy and can list the moves that it permits."""

    def permitted(self, match: Match) -> tuple[Move, ...]:
        """The moves that the strategy permits in the position, in the game's order."""


class Person(Struct, frozen=True):
    """A person, who decides through a face."""

    name: str = "person"


Who: TypeAlias = Player | Person
