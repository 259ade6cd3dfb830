"""Two programs for a board of three by three: one as it was once written down, and one mended.

`Bot` does what its description says, and can be beaten.  `MendedBot` asks the questions in another order
and one more, about forks; on three by three it never loses (``noughts audit mended``).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import TypeAlias

from noughts.framework.board import BLANK, Board, Decision
from noughts.framework.player import Player
from noughts.framework.signals import Surrender

Question: TypeAlias = Callable[[Sequence[int], int, int], bool]
"""Whether something is to be done about the pieces of a line, given one's own and the opponent's."""


def attack(pieces: Sequence[int], own: int, other: int) -> bool:
    """One piece more and the line is one's own."""
    return pieces.count(own) == len(pieces) - 1 and BLANK in pieces


def defend(pieces: Sequence[int], own: int, other: int) -> bool:
    """One piece more and the line is the opponent's."""
    return attack(pieces, other, own)


def for_each_line(board: Board, own: int, other: int, question: Question) -> Decision | None:
    """The blank of the first line for which the answer is yes: rows first, then columns, then diagonals."""
    return next(completions(board, own, other, question), None)


def completions(board: Board, own: int, other: int, question: Question) -> Iterator[Decision]:
    """The blank of each such line."""
    for cells in board.lines():
        pieces = [board.p_map[y][x] for x, y in cells]
        if question(pieces, own, other):
            yield cells[pieces.index(BLANK)]


class Bot(Player):
    """Defends, then takes the first free corner, and completes a line of its own only after all that.

    It begins in a corner thrown by dice, and gives up where none of its questions has an answer.
    """

    def __init__(self, name: str, p_index: int, seed: int | str | None = None) -> None:
        super().__init__(name, p_index)
        self.dice = Random(seed)

    def decide(self, board: Board) -> Decision:
        """The first of its choices but where it throws dice, once, on the blank board."""
        return self.dice.choice(self.choices(board))

    def choices(self, board: Board) -> list[Decision]:
        """Every cell it may go for; `Surrender` if there is none."""
        if board.get_round_counter() > 9:
            raise Surrender
        if board.get_round_counter() == 0:
            return [(x, y) for x in (0, 2) for y in (0, 2)]
        return [self.answer(board)]

    def answer(self, board: Board) -> Decision:
        """What it decides once a piece is on the board."""
        opi = 1 - self.p_index
        if board.get_round_counter() > 2:
            r = for_each_line(board, self.p_index, opi, defend)
            if r is not None:
                return r
        corners = (board[0][0], board[2][0], board[2][2], board[0][2])
        if corners.count(self.p_index) == 3 and board[1][1] == BLANK:
            return 1, 1
        if BLANK in corners:
            return ((0, 0), (2, 0), (2, 2), (0, 2))[corners.index(BLANK)]
        r = for_each_line(board, self.p_index, opi, attack)
        if r is None:
            raise Surrender
        return r


class MendedBot(Player):
    """Completes its line, else spoils the opponent's, else forks, else forestalls a fork, else takes the
    middle, a corner, anything."""

    def decide(self, board: Board) -> Decision:
        """The first answer to the questions above; ``Tied`` cannot be: the match would have been over."""
        own, other = self.p_index, 1 - self.p_index
        questions = (
            for_each_line(board, own, other, attack),
            for_each_line(board, own, other, defend),
            fork(board, own, other),
            forestall(board, own, other),
        )
        return next((answer for answer in questions if answer is not None), first_choice(board))


def threats(board: Board, own: int, other: int) -> set[Decision]:
    """The blanks that complete a line of one's own."""
    return set(completions(board, own, other, attack))


def after(board: Board, cell: Decision, p_index: int) -> Board:
    """The board with one piece more, whatever the rules say."""
    x, y = cell
    board = board.copy()
    board.p_map[y][x] = p_index
    return board


def fork(board: Board, own: int, other: int) -> Decision | None:
    """A blank that makes two threats at once."""
    return next((c for c in board.blanks() if len(threats(after(board, c, own), own, other)) > 1), None)


def forestall(board: Board, own: int, other: int) -> Decision | None:
    """A blank after which the opponent has no fork, or must answer a threat where it has none."""
    if fork(board, other, own) is None:
        return None
    return next((cell for cell in by_worth(board) if not can_fork_after(board, cell, own, other)), None)


def can_fork_after(board: Board, cell: Decision, own: int, other: int) -> bool:
    """Whether the opponent can fork, once one's own piece is in the cell, with what it must do there."""
    there = after(board, cell, own)
    forced = threats(there, own, other)
    answers = forced or set(there.blanks())
    return any(len(threats(after(there, answer, other), other, own)) > 1 for answer in answers)


def first_choice(board: Board) -> Decision:
    """The middle, else a corner, else any blank."""
    return by_worth(board)[0]


def by_worth(board: Board) -> list[Decision]:
    """The blanks, those in more lines first."""
    lines = list(board.lines())
    return sorted(board.blanks(), key=lambda cell: -sum(cell in line for line in lines))
