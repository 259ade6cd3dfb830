"""Players at a board, which choose a cell, make the step, and may record it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from random import Random

from noughts.framework.board import Board, Decision
from noughts.framework.rule_set import GameOver, InvalidStep, Surrender, Tied
from noughts.players.bots import classic_cells, mended_cells

# The most digits of a number: no board has so many cells, and `int` is slow on thousands of digits.
_LONGEST_NUMBER = 9


class Player(ABC):
    """A player with a name and a piece, which decides where the piece goes.

    Once `record` has been called, every decision that became a step is in `recorded_decisions`.
    """

    asks_again: bool = False
    """Whether to ask again after an invalid step; a program would only repeat it."""

    def __init__(self, name: str, p_index: int) -> None:
        self.name = name
        self.p_index = p_index
        self.recorded_decisions: list[Decision] = []
        self.save: Callable[[Sequence[Decision]], None] | None = None

    @abstractmethod
    def decide(self, board: Board) -> Decision:
        """The chosen cell; raises `Surrender` to give up."""

    def go(self, board: Board) -> None:
        """Decide on a copy of the board, and make the step, which is recorded even if it ends the match."""
        decision = self.decide(board.copy())
        try:
            board.go(*decision, self.p_index, False)
        except (Tied, GameOver):
            self.remember(decision)
            raise
        self.remember(decision)

    def record(self, save: Callable[[Sequence[Decision]], None] | None = None) -> None:
        """Record every decision from now on; after each, call `save` with all recorded ones."""
        self.save = save or forget

    def remember(self, decision: Decision) -> None:
        """Record a decision that has become a step."""
        if self.save is not None:
            self.recorded_decisions.append(decision)
            self.save(self.recorded_decisions)


def forget(decisions: Sequence[Decision]) -> None:
    """Save nothing, so only the player has the decisions."""


class HumanPlayer(Player):
    """A player that asks a person for the number of a cell."""

    asks_again = True

    def __init__(self, name: str, p_index: int, ask: Callable[[str], str] = input) -> None:
        super().__init__(name, p_index)
        self.ask = ask

    def decide(self, board: Board) -> Decision:
        """The cell with the number that is typed, from 1; the question is repeated until it is a number."""
        d, question = "", f"{self.name} ({board.get_piece_symbol(self.p_index)}), which cell"
        while not is_natural_number(d):
            d = self.ask(f"{question}? ").strip()
            question = f"A number from 1 to {board.size}"
        return board.revert_index(int(d) - 1)


def is_natural_number(text: str) -> bool:
    """Whether a text is a natural number of at most nine digits.

    >>> [is_natural_number(text) for text in ("12", "", "-1", "²", "1" * 5000)]
    [True, False, False, False, False]
    """
    return text.isascii() and text.isdecimal() and len(text) <= _LONGEST_NUMBER


class ProgramedPlayer(Player):
    """A player that repeats recorded decisions, then lets another player decide."""

    def __init__(self, player: Player, decisions: Sequence[Decision]) -> None:
        super().__init__(player.name, player.p_index)
        self.player = player
        self.decisions = tuple(decisions)
        self.i = -1
        self.asks_again = player.asks_again

    @property
    def repeats(self) -> bool:
        """Whether the last decision was a recorded one."""
        return self.i < len(self.decisions)

    def decide(self, board: Board) -> Decision:
        """The next recorded decision, or the decision of the other player.

        `UnfitDecision` if the rules do not allow a recorded decision, which must be of another match; it and
        those after it are dropped.
        """
        self.i += 1
        if not self.repeats:
            return self.player.decide(board)
        decision = self.decisions[self.i]
        try:
            board.go(*decision, self.p_index, False)
        except InvalidStep as error:
            self.decisions = self.decisions[: self.i]
            raise UnfitDecision(self.i + 1, decision, str(error)) from error
        except (Tied, GameOver):
            pass
        return decision


class UnfitDecision(InvalidStep):
    """A recorded decision, numbered from 1, is not allowed by the rules when its turn comes."""

    def __init__(self, number: int, decision: Decision, reason: str) -> None:
        self.number = number
        self.decision = decision
        super().__init__(f"decision {number}, `{decision[0]} {decision[1]}`, does not fit: {reason}")


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
