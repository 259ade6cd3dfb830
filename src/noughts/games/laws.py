"""The laws of a game, checked on any game by random play.

    from noughts.games.laws import check_laws

    assert not list(check_laws(my_game))

Random walks from the initial position, determined by a seed, visit positions.  Each position is checked
against the laws.  When it is reached by another line, and again after all walks, every answer about it must
be the same as the first time; otherwise the game has hidden state.  Each broken law is reported once, with
the position and the line of play that led there.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from random import Random
from traceback import extract_tb
from typing import Final, TypeAlias

from msgspec import Struct

from noughts.games.game import Game, Move, Outcome, Position, Side
from noughts.games.line import is_move_name

Line: TypeAlias = tuple[str, ...]
"""The moves that led to a position, as a person types them."""


class Law(Struct, frozen=True):
    """A property that every position of every game must have."""

    name: str
    statement: str


class Violation(Struct, frozen=True):
    """A law that a game breaks, and the position in which it does."""

    game: str
    law: Law
    fault: str
    position: str
    line: Line

    def __str__(self) -> str:
        way = f"after {'; '.join(self.line)}" if self.line else "at the start"
        return f"{self.game}, {way}, in {self.position}: {self.fault}. The law: {self.law.statement}."


_SIDES: Final = Law("sides", "a game has at least one side, all with different names")
_DEFINED: Final = Law("defined", "every method has a value in every reachable position")
_CHANGELESS: Final = Law("changeless", "equal positions give equal answers, in the same order, at any time")
_MOVES: Final = Law("moves", "legal moves are hashable and distinct")
_AFTER: Final = Law("after", "a legal move leads to one position, which is hashable")
_OUTCOME: Final = Law("outcome", "a match is over if and only if there is no legal move")
_MOVER: Final = Law("mover", "while a match goes on, one of the sides is to move")
_WINNER: Final = Law("winner", "a match that is over is won by one of the sides or drawn")
_MOVE_TEXT: Final = Law(
    "move text", "legal moves have different texts, each words on one line without semicolons or tildes"
)
_POSITION_TEXT: Final = Law("position text", "different positions have different texts, each on one line")

LAWS: Final = (
    *(_SIDES, _DEFINED, _CHANGELESS, _MOVES, _AFTER, _OUTCOME),
    *(_MOVER, _WINNER, _MOVE_TEXT, _POSITION_TEXT),
)


def check_laws(game: Game, *, seed: int = 0, walks: int = 50, plies: int = 100) -> Iterator[Violation]:
    """The laws that the game breaks in these walks, each with its first example.

    `walks` lines of play are tried, each up to `plies` moves long; the same `seed` tries the same ones.

    >>> import noughts
    >>> list(check_laws(noughts.load("nim").rules))
    []
    """
    broken = set()
    for violation in _Inspection(game).violations(Random(seed), walks, plies):
        if violation.law not in broken:
            broken.add(violation.law)
            yield violation


class _Answers(Struct, frozen=True):
    """The answers of a game about a position."""

    hash: int
    outcome: Outcome | None
    to_move: Side | None
    moves: Sequence[Move]
    after: Sequence[Position]
    move_texts: Sequence[str]
    position_text: str

    @classmethod
    def of(cls, game: Game, position: Position) -> _Answers:
        outcome, moves = game.outcome(position), game.moves(position)
        if not isinstance(moves, Iterable):
            raise TypeError(f"`moves` gives {moves!r}, which is no sequence")
        moves = tuple(moves)
        return cls(
            hash=hash(position),
            outcome=outcome,
            to_move=None if outcome is not None else game.to_move(position),
            moves=moves,
            after=tuple(game.after(position, move) for move in moves),
            move_texts=tuple(game.move_text(position, move) for move in moves),
            position_text=game.position_text(position),
        )

    def difference(self, later: _Answers) -> str | None:
        """The first question with another answer `later`; ``None`` if there is none."""
        for name in self.__struct_fields__:
            first, second = getattr(self, name), getattr(later, name)
            if first != second:
                first, second = _unlike(first, second)
                question = name.replace("_", " ")
                return f"{question} was {first!r} when asked first and {second!r} later"
        return None


def _unlike(first: object, second: object) -> tuple[object, object]:
    """The first pair of different items in two sequences of equal length."""
    if isinstance(first, tuple) and isinstance(second, tuple) and len(first) == len(second):
        return next((a, b) for a, b in zip(first, second, strict=True) if a != b)
    return first, second


class _Inspection:
    """The positions of a game visited so far, and its answers about them."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.answers: dict[Position, tuple[_Answers, Line]] = {}
        self.written: dict[str, Position] = {}

    def violations(self, dice: Random, walks: int, plies: int) -> Iterator[Violation]:
        sides = self.game.sides
        if not sides or len(set(sides)) < len(sides):
            yield self._violation(_SIDES, f"the sides are {sides!r}", self.game.initial, ())
        for _ in range(walks):
            yield from self._walk(dice, plies)
        for position, (_, line) in list(self.answers.items()):
            yield from self._visit(position, line)

    def _walk(self, dice: Random, plies: int) -> Iterator[Violation]:
        position = self.game.initial
        line: Line = ()
        for _ in range(plies + 1):
            answers = yield from self._visit(position, line)
            if answers is None or not answers.moves:
                return
            chosen = dice.randrange(len(answers.moves))
            position, line = answers.after[chosen], (*line, answers.move_texts[chosen])

    def _visit(self, position: Position, line: Line) -> Generator[Violation, None, _Answers | None]:
        try:
            answers = _Answers.of(self.game, position)
        except Exception as error:  # whatever the author's code may raise
            calls = [call for call in extract_tb(error.__traceback__) if call.filename != __file__]
            place = f" in {calls[-1].name}, line {calls[-1].lineno}" if calls else ""
            fault = f"{type(error).__name__} is raised{place}: {error}"
            yield self._violation(_DEFINED, fault, position, line)
            return None
        if hash(position) != answers.hash:
            yield self._violation(_CHANGELESS, "questions about the position alter it", position, line)
        elif position in self.answers:
            difference = self.answers[position][0].difference(answers)
            if difference:
                yield self._violation(_CHANGELESS, difference, position, line)
        else:
            self.answers[position] = answers, line
            yield from self._first_visit(position, answers, line)
        return answers

    def _first_visit(self, position: Position, answers: _Answers, line: Line) -> Iterator[Violation]:
        for law, faults in _FAULTS.items():
            for fault in faults(self.game, answers):
                yield self._violation(law, fault, position, line)
        other = self.written.setdefault(answers.position_text, position)
        if other != position:
            fault = f"{position!r} and {other!r} have the same text"
            yield self._violation(_POSITION_TEXT, fault, position, line)

    def _violation(self, law: Law, fault: str, position: Position, line: Line) -> Violation:
        try:
            text = self.game.position_text(position)
        except Exception:  # the original fault is reported
            text = repr(position)
        return Violation(self.game.name, law, fault, text if _is_one_line(text) else repr(text), line)


def _is_one_line(text: str) -> bool:
    return len(text.splitlines()) == 1


def _faults_of_moves(game: Game, answers: _Answers) -> Iterator[str]:
    try:
        times_of = Counter(answers.moves)
    except TypeError as error:
        yield f"a move cannot be hashed ({error})"
        return
    for move, times in times_of.items():
        if times > 1:
            yield f"the move {move!r} occurs {times} times"


def _faults_of_after(game: Game, answers: _Answers) -> Iterator[str]:
    for move, after in zip(answers.moves, answers.after, strict=True):
        try:
            hash(after)
        except TypeError:
            yield f"the move {move!r} leads to {after!r}, which cannot be hashed"


def _faults_of_outcome(game: Game, answers: _Answers) -> Iterator[str]:
    if answers.outcome is None and not answers.moves:
        yield "there is no legal move, but no outcome"
    if answers.outcome is not None and answers.moves:
        yield f"the match is over ({answers.outcome}), but {answers.move_texts[0]!r} is legal"


def _faults_of_mover(game: Game, answers: _Answers) -> Iterator[str]:
    if answers.outcome is None and answers.to_move not in game.sides:
        yield f"{answers.to_move!r} is to move, but the sides are {', '.join(game.sides)}"


def _faults_of_winner(game: Game, answers: _Answers) -> Iterator[str]:
    winner = None if answers.outcome is None else answers.outcome.winner
    if winner is not None and winner not in game.sides:
        yield f"{winner!r} has won, but the sides are {', '.join(game.sides)}"


def _faults_of_move_text(game: Game, answers: _Answers) -> Iterator[str]:
    for text, times in Counter(answers.move_texts).items():
        if times > 1:
            yield f"{times} legal moves have the text {text!r}"
        if not is_move_name(text):
            yield f"a legal move has the text {text!r}"


def _faults_of_position_text(game: Game, answers: _Answers) -> Iterator[str]:
    if not _is_one_line(answers.position_text):
        yield f"the position has the text {answers.position_text!r}"


_FAULTS: Final[dict[Law, Callable[[Game, _Answers], Iterator[str]]]] = {
    _MOVES: _faults_of_moves,
    _AFTER: _faults_of_after,
    _OUTCOME: _faults_of_outcome,
    _MOVER: _faults_of_mover,
    _WINNER: _faults_of_winner,
    _MOVE_TEXT: _faults_of_move_text,
    _POSITION_TEXT: _faults_of_position_text,
}
