"""Sets of rules for a board, called before and after a piece is placed, and those of tic-tac-toe."""

from __future__ import annotations

import copy
from collections.abc import Hashable
from typing import TYPE_CHECKING, Self

from noughts.games.match import IllegalMove
from noughts.players.player import GivesUp

if TYPE_CHECKING:
    from noughts.framework.board import Board


class RuleSet:
    """Rules that allow any piece on any blank and never end the match; subclasses restrict that.

    `on_piece_down` forbids a step by raising `InvalidStep`; `post_piece_down` ends the match by raising
    `Tied` or `GameOver`.  Both look at ``self.board``.  Rules with a state of their own override
    `state` and `restore`.  The class attributes are the size and pieces of its usual board.
    """

    name: str = "a board"
    width: int = 3
    height: int = 3
    symbols: tuple[str, ...] = ("x", "o")
    board: Board

    def on_piece_down(self, x: int, y: int, p_index: int) -> None:
        """Called before the piece is placed on a blank; may raise `InvalidStep`."""

    def post_piece_down(self, x: int, y: int, p_index: int) -> None:
        """Called after the piece was placed; may raise `Tied` or `GameOver`."""

    def next_piece(self) -> int:
        """The index of the piece to be placed next; by default, each in turn."""
        return self.board.get_round_counter() % len(self.symbols)

    def state(self) -> Hashable:
        """The state of the rules, apart from the pieces; it is hashable."""
        return None

    def restore(self, state: Hashable) -> None:
        """Restore a value of `state`."""

    def copy(self) -> Self:
        """A copy of the rules, to be given another board."""
        return copy.copy(self)


# Exceptions by which a board, its rules or a player end a step or a match.


class Tied(Exception):
    """The match is over and drawn."""


class GameOver(Exception):
    """The match is over and won by the piece `winner`, by default the one placed last."""

    def __init__(self, winner: int | None = None) -> None:
        super().__init__()
        self.winner = winner


class InvalidStep(IllegalMove):
    """The rules do not allow the step; the board is unchanged, and another step may be tried."""


Surrender = GivesUp
"""A player chooses no cell: the name of `GivesUp` on boards."""


# Tic-tac-toe as a set of rules, for a board of any width and height.


class TicTacToeRS(RuleSet):
    """Rules in which a full line of one piece wins: a row, a column, or a diagonal of a square board."""

    name = "tic-tac-toe"

    def post_piece_down(self, x: int, y: int, p_index: int) -> None:
        """Check the lines through the cell first, because the last piece may complete one."""
        board = self.board
        lines = [board.row(y), board.column(x)]
        lines += [board.diagonal(k) for k in (1, 2) if board.is_square and (x, y) in board.diagonal_cells(k)]
        if any(line.count(p_index) == len(line) for line in lines):
            raise GameOver(p_index)
        if board.get_round_counter() == board.size:
            raise Tied
