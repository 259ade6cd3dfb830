"""Tic-tac-toe as a set of rules, for a board of any width and height."""

from __future__ import annotations

from noughts.framework.rule_set import GameOver, RuleSet, Tied


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
