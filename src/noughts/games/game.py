"""The protocol of a game: two nouns, a position and a move, and what may be done with them.

A game here is finite, of perfect information and without chance, played by one side or more
that move one at a time.  Nothing in this module knows how the rules are written.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol, TypeAlias, runtime_checkable

Side: TypeAlias = str
"""The name of who owns a move, as printed: ``"x"``, ``"o"``."""

Position: TypeAlias = Any
"""Everything the rules look at; immutable and hashable.  `Any`, so that a game may name its own type."""

Move: TypeAlias = Any
"""What a side may do in a position; immutable and hashable."""


class RulesError(Exception):
    """The rules themselves broke down in some position; the text says where, and what would help."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """Why a match ended and who won it; nobody if `winner` is ``None``.

    >>> import noughts
    >>> outcome = noughts.Match(noughts.load("tictactoe"), "1 4 2 5 3").outcome
    >>> outcome.winner, str(outcome)
    ('x', 'x wins')
    """

    winner: Side | None
    termination: str

    def __str__(self) -> str:
        return "draw" if self.winner is None else f"{self.winner} wins"


@runtime_checkable
class Game(Protocol):
    """The rules of a game.

    Laws (`noughts.games.laws` checks them on any game):

    * ``moves(p)`` is in the same order whenever it is asked, and without repetition;
    * ``after(p, m)`` is defined for every m in ``moves(p)``;
    * ``outcome(p)`` is not ``None`` exactly if ``moves(p)`` is empty.
    """

    @property
    def name(self) -> str:
        """What people call the game."""

    @property
    def sides(self) -> tuple[Side, ...]:
        """Who plays, the one who moves first in front."""

    @property
    def initial(self) -> Position:
        """Where every match begins."""

    def to_move(self, position: Position) -> Side:
        """The side that owns the next move."""

    def moves(self, position: Position) -> Sequence[Move]:
        """The legal moves, in a fixed order."""

    def after(self, position: Position, move: Move) -> Position:
        """Where the legal `move` leads."""

    def outcome(self, position: Position) -> Outcome | None:
        """How the match ended, or ``None`` while it goes on."""

    def move_text(self, position: Position, move: Move) -> str:
        """What a person types for `move`: short, and unlike the text of every other legal move."""

    def position_text(self, position: Position) -> str:
        """The position printed on one line, exact and readable."""
