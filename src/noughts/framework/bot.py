"""The two bots at a board."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from noughts.framework.board import Board, Decision
from noughts.framework.player import Player
from noughts.framework.rule_set import Surrender
from noughts.players.bots import classic_cells, mended_cells


class Bot(Player):
    """`noughts.players.bots.classic_cells`; the same `seed` gives the same choices."""

    def __init__(self, name: str, p_index: int, seed: int | str | None = None) -> None:
        super().__init__(name, p_index)
        self.dice = Random(seed)

    def decide(self, board: Board) -> Decision:
        """One of its choices at random; only the blank board has several."""
        return self.dice.choice(self.choices(board))

    def choices(self, board: Board) -> Sequence[Decision]:
        """Every cell that it may choose; `Surrender` if there is none."""
        cells = classic_cells(board.pieces(), self.p_index)
        if not cells:
            raise Surrender(self.name)
        return cells


class MendedBot(Player):
    """`noughts.players.bots.mended_cells`."""

    def decide(self, board: Board) -> Decision:
        """The only cell that it may choose."""
        return mended_cells(board.pieces(), self.p_index)[0]
