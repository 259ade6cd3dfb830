"""Hexapawn on 3 by 3: pawns step forward or capture diagonally; to reach the far side, or to leave the
other no move, is to win.  (M. Gardner, Mathematical Games, Scientific American, March 1962.)"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from noughts.games.game import Outcome

State = tuple[str, str]
"""Who is to move; the board row by row from white's side, w, b or a dot."""
Step = tuple[int, int]


@dataclass(frozen=True)
class Hexapawn:
    name: str = "hexapawn"
    sides: tuple[str, ...] = ("w", "b")
    initial: State = ("w", "www...bbb")

    def to_move(self, position: State) -> str:
        return position[0]

    def steps(self, position: State) -> list[Step]:
        side, board = position
        other, ahead = ("b", 3) if side == "w" else ("w", -3)
        found = []
        for cell in range(9):
            if board[cell] != side or not 0 <= cell + ahead < 9:
                continue
            if board[cell + ahead] == ".":
                found.append((cell, cell + ahead))
            column = cell % 3
            found += [
                (cell, cell + ahead + aside)
                for aside in (-1, 1)
                if 0 <= column + aside < 3 and board[cell + ahead + aside] == other
            ]
        return found

    def moves(self, position: State) -> Sequence[Step]:
        return () if self.outcome(position) else self.steps(position)

    def after(self, position: State, move: Step) -> State:
        side, board = position
        start, end = move
        cells = list(board)
        cells[start], cells[end] = ".", side
        return "b" if side == "w" else "w", "".join(cells)

    def outcome(self, position: State) -> Outcome | None:
        side, board = position
        if "w" in board[6:]:
            return Outcome("w", "a pawn is across")
        if "b" in board[:3]:
            return Outcome("b", "a pawn is across")
        if not self.steps(position):
            return Outcome("b" if side == "w" else "w", "no move is left")
        return None

    def move_text(self, position: State, move: Step) -> str:
        return "-".join("abc"[cell % 3] + "123"[cell // 3] for cell in move)

    def position_text(self, position: State) -> str:
        return f"{position[0]}: {position[1]}"
