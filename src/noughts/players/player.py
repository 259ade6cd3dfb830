"""The protocol of a player: given a match, choose a move."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol, TypeAlias, runtime_checkable

from noughts.games.game import Move
from noughts.games.match import Match
from noughts.refusal import Refusal


class GivesUp(Refusal):
    """A player chooses no move, though there are some: its side has lost."""

    def __init__(self, player: str = "the player") -> None:
        super().__init__(f"{player} gives up")


class Player(Protocol):
    """A program that decides for a side."""

    @property
    def name(self) -> str:
        """The word that the command line knows it by."""

    def choose(self, match: Match) -> Move:
        """One of ``match.legal_moves``, of which there is at least one; or `GivesUp`."""


@runtime_checkable
class Positional(Player, Protocol):
    """A player that looks at the position alone, and says which moves it may choose there.

    It chooses any of them, each with the same chance: so that what it may do can be worked out.
    """

    def choices(self, match: Match) -> Sequence[Move]:
        """Every move that it may choose, one or more; or `GivesUp`."""


@runtime_checkable
class Permissive(Protocol):
    """A player that keeps to a strategy and can say what it permits."""

    def permitted(self, match: Match) -> tuple[Move, ...]:
        """Every move that the strategy has where the match is, in the game's order."""


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody who decides through a face."""

    name: str = "person"


Who: TypeAlias = Player | Person
