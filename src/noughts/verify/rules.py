"""The game of a document by the reference evaluator, which evaluates the definitions directly.

Positions, moves and sides are values.  Nothing is compiled or grounded, and only the constants of the program
are cached from one position to the next.  So the answers of all other parts can be compared with this.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Final, TypeAlias

from msgspec import Struct

from noughts.easel import Input
from noughts.games.game import Expansion, Move, Outcome, Side
from noughts.language import core as c
from noughts.meaning.budget import Budget
from noughts.meaning.evaluate import Evaluator
from noughts.meaning.frame import Frame, frame_of
from noughts.meaning.run_error import RunError
from noughts.stop import processor_time
from noughts.values.misuse import OutOfBudget, TooDeep, TooManyElements
from noughts.values.scalars import Atom
from noughts.values.show import show
from noughts.values.value import Value

Pixel: TypeAlias = tuple[int, int]

ALONE: Final = "player"
"""The name of the only side of a document without ``playerToMove``."""
# Errors that say nothing about the rules: with more time there may be none.
_OUT_OF_BUDGET: Final = (OutOfBudget.code, TooDeep.code, TooManyElements.code)


class Situation(Struct, frozen=True):
    """The answers of the rules about one position.

    `after` has the legal moves, each with the position after it; it is empty if the match is over.
    `winners` are the sides for which ``wins(p)`` holds in a position without moves.
    """

    to_move: Value | None
    after: Mapping[Move, Value]
    winners: tuple[Value, ...]

    @property
    def is_over(self) -> bool:
        """Whether the match has ended."""
        return not self.after


class Rules:
    """The rules of a program; `RunError` in positions in which they have no value.

    `wins` is the name of the relation that tells who has won.  `sides` are the sides for which it is asked:
    by default those that ``playerToMove`` writes out, and the one that moves first.
    """

    def __init__(
        self,
        program: c.Program,
        wins: str | None = None,
        sides: Iterable[Value] = (),
        budget: Budget | None = None,
    ) -> None:
        self.program = program
        self.evaluator = Evaluator(program, budget)
        self.wins = wins or ("wins" if self.defines("wins", 1) else None)
        self.initial = self.evaluator.value("initialState")
        self.sides = tuple(dict.fromkeys(sides)) or tuple(self.sides_written())

    def __repr__(self) -> str:
        return f"Rules(sides={', '.join(map(show, self.sides))})"

    def defines(self, name: str, parameters: int = 0) -> bool:
        """Whether the program defines a name with that many parameters."""
        definition = self.program.definitions.get(name)
        return definition is not None and len(definition.parameters) == parameters

    def sides_written(self) -> list[Value]:
        """The side that moves first, and the others that ``playerToMove`` writes out."""
        if not self.defines("playerToMove"):
            return []
        first = self.evaluator.value("playerToMove", frame=frame_of(self.initial))
        terms = (clause.term for clause in self.program.definitions["playerToMove"].clauses)
        return list(dict.fromkeys([first, *(term.value for term in terms if isinstance(term, c.Constant))]))

    def situation(self, state: Value) -> Situation:
        """The answers of the rules about a position."""
        frame = frame_of(state)
        after = {} if self.is_over(frame) else dict(self.moves(frame))
        return Situation(
            self.to_move(frame) if after else None, after, () if after else tuple(self.winners(frame))
        )

    def expansion(self, state: Value) -> Expansion | None:
        """The expansion of a position; ``None`` if it exceeds the budget of an evaluation."""
        try:
            with self.evaluator.budget.running(processor_time):
                found = self.situation(state)
        except RunError as error:
            if error.diagnostic.code in _OUT_OF_BUDGET:
                return None
            raise
        if found.is_over:
            return Expansion(Outcome(" and ".join(map(side_name, found.winners)) or None, ""))
        side = ALONE if found.to_move is None else side_name(found.to_move)
        return Expansion(None, side, tuple(found.after), tuple(found.after.values()))

    def to_move(self, frame: Frame) -> Value | None:
        """The side that moves; ``None`` in a document without ``playerToMove``."""
        return self.evaluator.value("playerToMove", frame=frame) if self.defines("playerToMove") else None

    def is_over(self, frame: Frame) -> bool:
        """Whether `gameOver` holds."""
        return self.defines("gameOver") and self.evaluator.holds("gameOver", frame=frame)

    def moves(self, frame: Frame) -> Iterator[tuple[Move, Value]]:
        """The legal moves, in the order of ``moves``, each with the position after it."""
        every = self.evaluator.value(self.program.every_move, frame=frame)
        with self.evaluator.budget.running():
            candidates = tuple(self.evaluator.budget.each(every))
        for move in candidates:
            if self.evaluator.holds("legalMove", move, frame=frame):
                yield move, self.evaluator.value("outcome", move, frame=frame)

    def winners(self, frame: Frame) -> Iterator[Value]:
        """The sides for which the relation holds: one at most, if the rules are sound."""
        if self.wins is not None:
            yield from (side for side in self.sides if self.evaluator.holds(self.wins, side, frame=frame))

    def clicked(self, state: Value, x: int, y: int) -> Value:
        """The state after a click at a pixel."""
        return self.evaluator.value("newState", frame=frame_of(state, Input(clicked=True, x=x, y=y)))


class RulesByClicks(Rules):
    """The game of clicks on a document, at given pixels.

    `pixels` has at least one pixel in each region of the screen.  A click that changes nothing is no move,
    and neither is a click at a pixel of `restart`, which leads to the first position from everywhere.
    """

    def __init__(
        self,
        program: c.Program,
        pixels: Iterable[Pixel] = (),
        wins: str | None = None,
        sides: Iterable[Value] = (),
        budget: Budget | None = None,
        restart: Iterable[Pixel] = (),
    ) -> None:
        super().__init__(program, wins, sides, budget)
        self.pixels = tuple(pixels)
        self.restart = frozenset(restart)

    def moves(self, frame: Frame) -> Iterator[tuple[Move, Value]]:
        """The pixels at which a click changes the state, each the first that leads to its successor."""
        state = frame.given["currentState"]
        seen = {state}
        for pixel in self.pixels:
            after = self.clicked(state, *pixel)
            if after not in seen and not (after == self.initial and pixel in self.restart):
                seen.add(after)
                yield pixel, after


def side_name(value: Value) -> Side:
    """The printed name of a side: the atom `x is ``x``."""
    return value.name if isinstance(value, Atom) else show(value)
