"""The protocol of a game: positions, moves, and the rules for them.

A game is finite, sequential, deterministic and of perfect information, for one side or more.  Nothing in this
module depends on how the rules are written.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol, TypeAlias, runtime_checkable

from noughts.games.wording import wins

Side: TypeAlias = str
"""The name of the owner of a move, as printed: ``"x"``, ``"o"``."""

Position: TypeAlias = Any
"""All that the rules depend on; immutable and hashable.  `Any`, so that a game may name its own type."""

Move: TypeAlias = Any
"""A move of a side in a position; immutable and hashable."""


class RulesError(Exception):
    """The rules have no value in some position; the message says where, and how to fix it."""

    def reached_by(self, line: str) -> RulesError:
        """The same error, with the moves that led to the position."""
        return RulesError(f"{self}, after {line}")


@dataclass(frozen=True, slots=True)
class Outcome:
    """Why a match ended and who won it; `winner` is ``None`` for a draw.

    >>> import noughts
    >>> outcome = noughts.Match(noughts.load("tictactoe"), "1 4 2 5 3").outcome
    >>> outcome.winner, str(outcome)
    ('x', 'x wins')
    """

    winner: Side | None
    termination: str

    def __str__(self) -> str:
        return "draw" if self.winner is None else wins(self.winner)


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
        """The name of the game, for people."""

    @property
    def sides(self) -> tuple[Side, ...]:
        """The sides, the one that moves first in front."""

    @property
    def initial(self) -> Position:
        """The position in which every match begins."""

    def to_move(self, position: Position) -> Side:
        """The side that owns the next move."""

    def moves(self, position: Position) -> Sequence[Move]:
        """The legal moves, in a fixed order."""

    def after(self, position: Position, move: Move) -> Position:
        """The position after the legal `move`."""

    def outcome(self, position: Position) -> Outcome | None:
        """How the match ended, or ``None`` while it goes on."""

    def move_text(self, position: Position, move: Move) -> str:
        """The text that a person types for `move`: short, and different for every legal move."""

    def position_text(self, position: Position) -> str:
        """The position printed on one line, exact and readable."""
