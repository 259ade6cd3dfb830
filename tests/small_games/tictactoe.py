"""Tic-tac-toe: a position is nine cells in a string, a move the number of a cell."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from noughts.games.game import Outcome

LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))


@dataclass(frozen=True)
class TicTacToe:
    name: str = "tic-tac-toe"
    sides: tuple[str, ...] = ("x", "o")
    initial: str = "." * 9

    def to_move(self, position: str) -> str:
        return "x" if position.count("x") == position.count("o") else "o"

    def moves(self, position: str) -> Sequence[int]:
        if self.outcome(position) is not None:
            return ()
        return [cell for cell in range(9) if position[cell] == "."]

    def after(self, position: str, move: int) -> str:
        return position[:move] + self.to_move(position) + position[move + 1 :]

    def outcome(self, position: str) -> Outcome | None:
        for a, b, c in LINES:
            if position[a] == position[b] == position[c] != ".":
                return Outcome(position[a], "three in a row")
        return None if "." in position else Outcome(None, "the board is full")

    def move_text(self, position: str, move: int) -> str:
        return str(move + 1)

    def position_text(self, position: str) -> str:
        return "/".join(position[row : row + 3] for row in (0, 3, 6))
