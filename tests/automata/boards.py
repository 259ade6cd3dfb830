"""Boards of m rows and n columns, k in a row: a small game for the tests, its positions sets of moves."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from functools import cached_property

from noughts.games.game import Outcome, Side

Made = tuple[Side, int]
Board = frozenset[Made]


@dataclass(frozen=True)
class InARow:
    """x and o take turns; who has k in a row, a column or a diagonal wins."""

    rows: int
    columns: int
    k: int

    sides: tuple[Side, ...] = ("x", "o")
    initial: Hashable = frozenset()

    @property
    def name(self) -> str:
        return f"{self.rows}×{self.columns}, {self.k} in a row"

    @cached_property
    def lines(self) -> list[frozenset[int]]:
        found = []
        for r in range(self.rows):
            for c in range(self.columns):
                for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
                    ends = r + down * (self.k - 1), c + right * (self.k - 1)
                    if 0 <= ends[0] < self.rows and 0 <= ends[1] < self.columns:
                        cells = ((r + down * i) * self.columns + c + right * i for i in range(self.k))
                        found.append(frozenset(1 + cell for cell in cells))
        return found

    def to_move(self, position: Hashable) -> Side:
        return self.sides[len(_board(position)) % 2]

    def moves(self, position: Hashable) -> Sequence[Made]:
        if self.outcome(position) is not None:
            return ()
        board, side = _board(position), self.to_move(position)
        taken = {cell for _, cell in board}
        return [(side, cell) for cell in range(1, self.rows * self.columns + 1) if cell not in taken]

    def after(self, position: Hashable, move: Hashable) -> Board:
        assert isinstance(move, tuple)
        return _board(position) | {move}

    def outcome(self, position: Hashable) -> Outcome | None:
        board = _board(position)
        for side in self.sides:
            cells = {cell for owner, cell in board if owner == side}
            if any(line <= cells for line in self.lines):
                return Outcome(side, f"{self.k} in a row")
        return Outcome(None, "board full") if len(board) == self.rows * self.columns else None

    def move_text(self, position: Hashable, move: Hashable) -> str:
        assert isinstance(move, tuple)
        return str(move[1])

    def position_text(self, position: Hashable) -> str:
        owners = {cell: side for side, cell in _board(position)}
        cells = [owners.get(cell, ".") for cell in range(1, self.rows * self.columns + 1)]
        return "/".join("".join(cells[i : i + self.columns]) for i in range(0, len(cells), self.columns))


def _board(position: Hashable) -> Board:
    assert isinstance(position, frozenset)
    return position
