"""The common part of all games from documents: the program, its state, its screen."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache, wraps
from pathlib import Path
from typing import Any, Final, Self, TypeAlias, TypeVar, cast

from msgspec.structs import replace

from noughts.easel import Circle, Disc, Graphic, Image, Input, Segment, Text, Triangle, in_layers
from noughts.games.game import Move, Position, RulesError
from noughts.language import core as c
from noughts.meaning.compile import Compiled
from noughts.meaning.frame import Frame, frame_of
from noughts.meaning.run_error import RunError, state_text
from noughts.stop import Door
from noughts.text.diagnostic import Diagnostic, DocumentError, Note, report
from noughts.values.misuse import Misuse
from noughts.values.order import exact_text
from noughts.values.sets import Set
from noughts.values.show import summary
from noughts.values.value import Value, kind
from noughts.verify.rules import side_name as side_name

_T = TypeVar("_T")
# The types of images that a document can draw.
_IMAGES = (Segment, Circle, Disc, Triangle, Text, Graphic)


class BrokenRules(DocumentError, RulesError):
    """A document whose rules have no value where a game needs one, shown as a report."""

    def __str__(self) -> str:
        return report(self.diagnostics)

    def reached_by(self, line: str) -> BrokenRules:
        """The same error, with the moves that led to the position."""
        return BrokenRules([with_line(problem, [line]) for problem in self.diagnostics])


# Positions whose answers are remembered: tens of megabytes at most, enough for all of tic-tac-toe.
_REMEMBERED = 8192
_UNKNOWN: Final = object()

_Answer = TypeVar("_Answer", bound=Callable[..., Any])


class PositionAnswers:
    """The remembered answers about a position; `after` has its successors by their moves.

    Equal positions share their answers, but not their successors, whose sets are in the order of its own.
    """

    __slots__ = ("after", "answers", "position")

    def __init__(self, position: Position, answers: dict[Any, Any] | None = None) -> None:
        self.position = position
        self.answers: dict[Any, Any] = {} if answers is None else answers
        self.after: dict[Move, Position] = {}


def remembered(method: _Answer) -> _Answer:
    """The method, with the answers about the last positions remembered by each game.

    They must not depend on the order in which a position lists its sets.
    """

    @wraps(method)
    def answer(self: Documented, position: Position, *details: Any) -> Any:
        answers, question = self.known(position).answers, (method, *details) if details else method
        if (found := answers.get(question, _UNKNOWN)) is _UNKNOWN:
            found = answers[question] = method(self, position, *details)
        return found

    return cast(_Answer, answer)


class Documented:
    """A program read as a game: positions are the values of its state.

    Several threads may ask it: a program thinks while a face shows the match.  The meaning counts its work
    and caches results in a frame, so questions to it wait for each other.
    """

    def __init__(
        self, program: c.Program, *, name: str, folder: Path | None = None, meaning: Compiled | None = None
    ) -> None:
        self.program = program
        self.name = name
        self.folder = folder
        self.meaning = meaning or Compiled(program)
        self._door = Door()
        self._frame: tuple[Position, Frame] | None = None
        self._answers = lru_cache(_REMEMBERED)(PositionAnswers)
        self._known: PositionAnswers | None = None
        initial = self.ask(lambda: self.meaning.value("initialState"))
        self.initial: Position = self.listed(initial, "initialState")

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.name}>"

    def __reduce__(self) -> tuple[Callable[[_Parts], Documented], tuple[_Parts]]:
        """Pickle the program and its options; another process makes everything else anew."""
        options = {key: vars(self)[key] for key in _OPTIONS if key in vars(self)}
        return _made, ((type(self), self.program, options),)

    @property
    def shown_program(self) -> c.Program:
        """The program with all that draws it."""
        return self.program

    def twin(self) -> Self:
        """A copy of the game that another thread may ask at the same time."""
        twin = object.__new__(type(self))
        vars(twin).update(vars(self))
        twin.reset()
        return twin

    def reset(self) -> None:
        """Start with a meaning of its own and empty caches."""
        self.meaning = self.meaning.twin()
        self._door = Door()
        self._frame = None
        self._answers = lru_cache(_REMEMBERED)(PositionAnswers)
        self._known = None

    def defines(self, name: str, parameters: int) -> bool:
        """Whether the document defines a name with that many parameters."""
        return self.program.definitions.get(name) is not None and (
            len(self.program.definitions[name].parameters) == parameters
        )

    def ask(self, question: Callable[[], _T]) -> _T:
        """The answer to a question to the document; `BrokenRules` if it has none."""
        with self._door:
            try:
                return question()
            except RunError as error:
                raise BrokenRules(error.diagnostics) from None

    def quiet(self, position: Position) -> Frame:
        """The frame of a position without a click; what is evaluated in it is cached."""
        cached = self._frame
        if cached is None or cached[0] is not position:
            self._frame = cached = (position, frame_of(as_value(position)))
        return cached[1]

    def known(self, position: Position) -> PositionAnswers:
        """The memo of a position; a series of questions hashes and compares it once."""
        known = self._known
        if known is None or known.position is not position:
            known = self._answers(position)
            if known.position is not position:
                known = PositionAnswers(position, known.answers)
            self._known = known
        return known

    def value(self, name: str, *arguments: Value, at: Position) -> Value:
        """The value of a definition in a position."""
        return self.ask(lambda: self.meaning.value(name, *arguments, frame=self.quiet(at)))

    def holds(self, name: str, *arguments: Value, at: Position) -> bool:
        """Whether a relation holds in a position."""
        return self.ask(lambda: self.meaning.holds(name, *arguments, frame=self.quiet(at)))

    def next_state(self, position: Position, given: Input) -> Value:
        """``newState`` in a position and an input."""
        state = as_value(position)
        found = self.ask(lambda: self.meaning.value("newState", frame=frame_of(state, given)))
        return self.listed(found, "newState", position)

    def listed(self, value: Value, name: str, at: Position | None = None) -> Value:
        """The same value, given by a definition; `BrokenRules` if a set in it is too large to be listed."""
        try:
            hash(value)
        except Misuse as misuse:
            raise self.broken(misuse.code, misuse.fact, name, at, misuse.hint) from None
        return value

    def broken(self, code: str, fact: str, name: str, at: Position | None, help: str = "") -> BrokenRules:
        """An error about what a definition gives in a position."""
        notes = () if at is None else (Note(f"with {state_text(self.program, as_value(at))}"),)
        return BrokenRules([Diagnostic(code, fact, self.program.definitions[name].head, help, notes)])

    def images(self, position: Position) -> Sequence[Image]:
        """The images in drawing order: a set in layers, a tuple in its order."""
        drawn = self.value("images", at=position)
        found: list[Image] = []
        for image in drawn if isinstance(drawn, Set | tuple) else [drawn]:
            if not isinstance(image, _IMAGES):
                fact = f"`images` must be images, but holds {summary(image)}, {kind(image)}"
                raise self.broken("E503", fact, "images", position)
            found.append(image)
        return in_layers(found) if isinstance(drawn, Set) else tuple(found)

    def position_text(self, position: Position) -> str:
        """The exact text of the state: equal states are written alike, and others otherwise."""
        return exact_text(as_value(position))


# The attributes of a game that, besides its program, are arguments of its class.
_OPTIONS = ("name", "folder", "wins")
_Parts: TypeAlias = tuple[type[Documented], c.Program, dict[str, Any]]


def _made(parts: _Parts) -> Documented:
    """The game of a program, from what was pickled."""
    kind, program, options = parts
    return kind(program, **options)


def with_line(problem: Diagnostic, line: Sequence[str]) -> Diagnostic:
    """A diagnostic with the moves that lead to its position, if there are any."""
    notes = (*problem.notes, Note(f"after the moves {' '.join(line)}"))
    return replace(problem, notes=notes) if line else problem


def as_value(position: Position) -> Value:
    """A position of a document is a value; for the type checker."""
    return cast(Value, position)
