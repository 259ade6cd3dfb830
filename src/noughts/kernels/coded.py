"""The same game with positions as numbers: its kernel is asked, and its rules no more.

    coded = coded_of(game)
    coded.initial                      the bits of the first position
    coded.position(code)               the position that has these bits
    Quick(coded)                       the same answers for positions as the game has them

Moves, sides and outcomes are those of the game, in its order, so that whoever walks along the moves walks
through the same matches either way.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Protocol, runtime_checkable

from noughts.games.game import Game, Move, Outcome, Position, Side
from noughts.grounding.grounded import OVER, STUCK, CannotGround, Groundable
from noughts.kernels.kernel import Kernel
from noughts.kernels.kernel_source import BOTH, NOBODY


@runtime_checkable
class Codable(Game, Groundable, Protocol):
    """A game that has formulas, and says without a position what a move is called."""

    def short_text(self, move: Move, side: Side) -> str:
        """The text of a move of a side where no other legal one has the same; empty if that must be asked."""


@dataclass(frozen=True, eq=False)
class Coded:
    """A game whose positions are the bits of its own; it keeps the laws of `Game`."""

    game: Codable
    kernel: Kernel

    @property
    def name(self) -> str:
        """That of the game."""
        return self.game.name

    @property
    def sides(self) -> tuple[Side, ...]:
        """Those of the game."""
        return self.game.sides

    @property
    def initial(self) -> int:
        """The bits of the first position."""
        return self.kernel.initial

    @cached_property
    def numbers(self) -> dict[Move, int]:
        """The moves by number in the kernel."""
        return {move: number for number, move in enumerate(self.kernel.moves)}

    def position(self, code: int) -> Position:
        """The position with these bits."""
        return self.kernel.grounded.decoded(code)

    def to_move(self, position: int) -> Side:
        """The side that owns the next move."""
        return self.sides[self.kernel.to_move(position)]

    def moves(self, position: int) -> Sequence[Move]:
        """The legal moves, in the order of the game."""
        if self.kernel.over(position):
            return ()
        left, found, every = self.kernel.legal(position), [], self.kernel.moves
        while left:
            found.append(every[(left & -left).bit_length() - 1])
            left &= left - 1
        return found

    def after(self, position: int, move: Move) -> int:
        """Where the legal `move` leads."""
        return self.kernel.after(position, self.numbers[move])

    def outcome(self, position: int) -> Outcome | None:
        """How the match ended, or ``None`` while it goes on; two winners are for the rules to explain."""
        over = self.kernel.over(position)
        if not over and self.kernel.legal(position):
            return None
        winner = self.kernel.won(position)
        if winner == BOTH:
            return self.game.outcome(self.position(position))
        return Outcome(None if winner == NOBODY else self.sides[winner], OVER if over else STUCK)

    def move_text(self, position: int, move: Move) -> str:
        """What a person types for `move`."""
        text, alike = self.texts[self.kernel.to_move(position)][self.numbers[move]]
        if not text or self.kernel.legal(position) & alike:
            return self.game.move_text(self.position(position), move)
        return text

    @cached_property
    def texts(self) -> list[list[tuple[str, int]]]:
        """By side and move its short text, and as bits the other moves that have the same."""
        moves = self.kernel.moves
        return [with_alike([self.game.short_text(move, side) for move in moves]) for side in self.sides]

    def position_text(self, position: int) -> str:
        """The position printed on one line."""
        return self.game.position_text(self.position(position))


@dataclass(frozen=True, eq=False)
class Quick:
    """A game with its own positions, those that play can reach, and the answers of its kernel."""

    coded: Coded

    @property
    def name(self) -> str:
        """That of the game."""
        return self.coded.name

    @property
    def sides(self) -> tuple[Side, ...]:
        """Those of the game."""
        return self.coded.sides

    @property
    def initial(self) -> Position:
        """That of the game."""
        return self.coded.game.initial

    def code(self, position: Position) -> int:
        """The bits of a position."""
        return self.coded.kernel.grounded.encoded(position)

    def to_move(self, position: Position) -> Side:
        """The side that owns the next move."""
        return self.coded.to_move(self.code(position))

    def moves(self, position: Position) -> Sequence[Move]:
        """The legal moves, in the order of the game."""
        return self.coded.moves(self.code(position))

    def after(self, position: Position, move: Move) -> Position:
        """Where the legal `move` leads."""
        return self.coded.position(self.coded.after(self.code(position), move))

    def outcome(self, position: Position) -> Outcome | None:
        """How the match ended, or ``None`` while it goes on."""
        return self.coded.outcome(self.code(position))

    def move_text(self, position: Position, move: Move) -> str:
        """What a person types for `move`."""
        return self.coded.move_text(self.code(position), move)

    def position_text(self, position: Position) -> str:
        """The position printed on one line."""
        return self.coded.game.position_text(position)


def with_alike(texts: Sequence[str]) -> list[tuple[str, int]]:
    """Each text with the places of its equals, but for its own, as bits."""
    places: dict[str, int] = {}
    for k, text in enumerate(texts):
        places[text] = places.get(text, 0) | 1 << k
    return [(text, places[text] ^ 1 << k) for k, text in enumerate(texts)]


def coded_of(game: Game) -> Coded | None:
    """The game by its kernel; ``None`` if it has none, or if that cannot answer for every position."""
    if not isinstance(game, Codable):
        return None
    try:
        kernel = Kernel(game.ground())
    except CannotGround:
        return None
    return Coded(game, kernel) if kernel.is_sure else None


def quick_of(game: Game) -> Game:
    """The game, answered by its kernel if it has one."""
    coded = coded_of(game)
    return game if coded is None else Quick(coded)
