"""The rules of a game in quick code, once it is worth making it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, Final, TypeVar

from noughts.language import core as c
from noughts.meaning.compile import Compiled
from noughts.meaning.frame import Frame
from noughts.text.diagnostic import DocumentError

if TYPE_CHECKING:
    from noughts.meaning.speculative.speculative import Speculative
    from noughts.meaning.speculative.tables import PositionMemo

_T = TypeVar("_T")

_QUESTIONS_BEFORE: Final = 300
"""Questions before the code is made: they take about as long, and a match between people asks fewer."""
_MOST_FAILURES: Final = 3
"""Questions left open before the code is given up: it then was made in vain, and makes others slower."""

LEGAL_MOVES: Final = "every legal move"
"""The name of the question for the legal moves; no definition can have it."""


class QuickRules:
    """Answers to the questions of one game; ``None`` to those that must be asked of its definitions."""

    def __init__(self, meaning: Compiled, names: Iterable[str], legal_moves: Callable[[], c.Core]) -> None:
        self.meaning = meaning
        self.names = frozenset(names) & meaning.program.definitions.keys()
        self.legal_moves = legal_moves
        self.questions = 0
        self.failures = 0
        self.code: Speculative | None = None
        self.now: tuple[Frame, PositionMemo] | None = None

    def expect_many(self) -> None:
        """Make the code at the next question, as hundreds will follow."""
        self.questions = max(self.questions, _QUESTIONS_BEFORE)

    def value(self, name: str, arguments: tuple[Any, ...], frame: Frame) -> Any:
        """The value of a definition; that of a relation is a `bool`."""
        return self.ask(lambda code, moment: code.value(name, arguments, moment), frame)

    def ask(self, question: Callable[[Speculative, PositionMemo], _T], frame: Frame) -> _T | None:
        """The answer to a question in a frame."""
        code = self.code or self.made()
        if code is None:
            return None
        from noughts.meaning.speculative.speculative import FAILURES

        now = self.now
        if now is None or now[0] is not frame:
            self.now = now = (frame, code.moment(frame))
        with self.meaning.budget.running():
            try:
                return question(code, now[1])
            except FAILURES:
                self.failures += 1
                if self.failures >= _MOST_FAILURES:
                    self.code = self.now = None
                return None

    def made(self) -> Speculative | None:
        """The code, if it is time for it and if it can be made."""
        self.questions += 1
        if self.questions <= _QUESTIONS_BEFORE or self.failures >= _MOST_FAILURES:
            return None
        from noughts.meaning.speculative.speculative import FAILURES, Speculative

        try:
            self.code = Speculative(self.meaning, self.names, {LEGAL_MOVES: self.legal_moves()})
        except (*FAILURES, DocumentError):
            self.failures = _MOST_FAILURES
        return self.code
