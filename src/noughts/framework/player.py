"""Players at a board: they decide for which cell to go, take the step, and may record it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence

from noughts.framework.board import Board, Decision
from noughts.framework.signals import GameOver, InvalidStep, Tied

LONGEST_NUMBER = 9
"""Digits of a number; no board has so many cells, and `int` is slow on thousands of digits."""


class Player(ABC):
    """Has a name and a piece, and decides where it goes.

    Once `record` has been called, every decision that became a step is kept in `recorded_decisions`.
    """

    asks_again: bool = False
    """Whether it is asked again after an invalid step; a program would only repeat it."""

    def __init__(self, name: str, p_index: int) -> None:
        self.name = name
        self.p_index = p_index
        self.recorded_decisions: list[Decision] = []
        self.keep: Callable[[Sequence[Decision]], None] | None = None

    @abstractmethod
    def decide(self, board: Board) -> Decision:
        """The cell to go for; `Surrender` to give up."""

    def go(self, board: Board) -> None:
        """Decide on a copy of the board, and take the step; one that ends the match is recorded too."""
        decision = self.decide(board.copy())
        try:
            board.go(*decision, self.p_index, False)
        except (Tied, GameOver):
            self.remember(decision)
            raise
        self.remember(decision)

    def record(self, keep: Callable[[Sequence[Decision]], None] | None = None) -> None:
        """Record every decision from now on; after each, call `keep` with all that are recorded."""
        self.keep = keep or forget

    def remember(self, decision: Decision) -> None:
        """Record a decision that has become a step."""
        if self.keep is not None:
            self.recorded_decisions.append(decision)
            self.keep(self.recorded_decisions)


def forget(decisions: Sequence[Decision]) -> None:
    """Keep the decisions nowhere but in the player."""


class HumanPlayer(Player):
    """Asks a person for the number of a cell."""

    asks_again = True

    def __init__(self, name: str, p_index: int, ask: Callable[[str], str] = input) -> None:
        super().__init__(name, p_index)
        self.ask = ask

    def decide(self, board: Board) -> Decision:
        """The cell of that number, from 1; asked again until it is a number."""
        d, question = "", f"{self.name} ({board.get_piece_symbol(self.p_index)}), which cell"
        while not is_number(d):
            d = self.ask(f"{question}? ").strip()
            question = f"A number from 1 to {board.size}"
        return board.revert_index(int(d) - 1)


def is_number(text: str) -> bool:
    """Whether a text is a natural number of at most nine digits.

    >>> is_number("12"), is_number(""), is_number("-1"), is_number("²"), is_number("1" * 5000)
    (True, False, False, False, False)
    """
    return text.isascii() and text.isdecimal() and len(text) <= LONGEST_NUMBER


class ProgramedPlayer(Player):
    """Repeats recorded decisions, then leaves it to another player."""

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
        """The next of the recorded decisions, or what the other player decides.

        `UnfitDecision` if the rules do not allow the recorded one, which belongs to another match: it and
        those after it are forgotten.
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
    """A recorded decision, counted from 1, is no step that the rules allow where it comes up."""

    def __init__(self, number: int, decision: Decision, reason: str) -> None:
        self.number = number
        self.decision = decision
        super().__init__(f"decision {number}, `{decision[0]} {decision[1]}`, does not fit: {reason}")
