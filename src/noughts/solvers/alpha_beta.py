"""The exact value of one position, by alpha-beta in machine code: for games that no table holds.

    search = AlphaBeta(game, game.initial, memory=1 << 30)
    search.finish()
    search.value                       who wins with perfect play, and in how many moves
    search.first                       what is known of each first move

The search answers one question after another: whether some first move is worth at least `beta`.  A proved
bound stays true, so a search can be stopped after any node and resumed there, and the bounds of first moves
are right at any time.  The first questions are about who wins; the others, unless the search is *weak*, about
how soon.

D. E. Knuth and R. W. Moore, *An analysis of alpha-beta pruning*, 1975; J. Pearl, *Scout: a simple
game-searching algorithm*, 1980, for questions with a bound; A. Plaat and others, *Best-first fixed-depth
minimax algorithms*, 1996, for a search that is a sequence of them; J. Schaeffer and A. Plaat, *New advances
in alpha-beta searching*, 1996, for looking up all moves before one is searched.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from noughts.games.game import Expansion, Game, Move, Position
from noughts.games.result import Value
from noughts.grounding.formula import bits_in
from noughts.grounding.grounded import grounded_of
from noughts.kernels.answers import PlayedAnswer
from noughts.kernels.kernel import Kernel
from noughts.kernels.kernel_source import BOTH, NOBODY
from noughts.kernels.search_loops import further, nearer
from noughts.kernels.search_machine import CannotSearch, SearchMachine
from noughts.kernels.search_source import ALL, Shortcuts
from noughts.solvers.solved import DRAW
from noughts.stop import current, processor_time
from noughts.verify.checked import required_value
from noughts.verify.spot import Answer, spot_check

PACE: Final = 100_000
"""Nodes between two checks for cancellation and reports of progress: some hundredths of a second."""

SearchProgress = Callable[["AlphaBeta"], None]
"""Called at intervals with the search."""


class FirstMove(Struct):
    """A move of the position, the position after it, and the bounds of its value for its mover."""

    move: Move
    number: int
    reached: int
    mover: int
    """The side to move after it; `NOBODY` if the match is over there."""

    least: int
    largest: int

    @property
    def is_exact(self) -> bool:
        """Whether the value is known."""
        return self.least == self.largest


class Bounds(Struct, frozen=True):
    """The bounds of a value: for the mover it is at least as good as one, and at most as good as the
    other."""

    least: Value | None
    largest: Value | None
    exact: Value | None
    """The value, or its winner alone, if that is known."""


class AlphaBeta:
    """The search of one position."""

    def __init__(
        self,
        game: Game,
        position: Position | None = None,
        *,
        memory: int = 1 << 28,
        weak: bool = False,
        shortcuts: Shortcuts = ALL,
        workers: int = 1,
        machine: SearchMachine | None = None,
    ) -> None:
        self.game = game
        self.began = processor_time()
        self.weak = weak
        self.kernel = Kernel(grounded_of(game))
        self.machine = machine or SearchMachine(self.kernel.grounded, memory, shortcuts, workers)
        self.most = self.machine.source.most
        self.asked: tuple[int, int] | None = None
        start = game.initial if position is None else position
        self.code = self.kernel.grounded.encoded(start)
        self.first: list[FirstMove] = []
        if not self.kernel.over(self.code):
            self.mover = self.kernel.to_move(self.code)
            self.first = [self._first(number) for number in bits_in(self.kernel.legal(self.code))]
        if not self.first:
            self.mover = NOBODY

    def _first(self, number: int) -> FirstMove:
        """A first move with the bounds that its position shows without a search."""
        kernel = self.kernel
        reached = kernel.after(self.code, number)
        move = kernel.moves[number]
        if kernel.over(reached) or not kernel.legal(reached):
            winner = kernel.won(reached)
            if winner == BOTH:
                raise CannotSearch(f"{self.game.name} comes to a position in which both sides have won")
            value = 0 if winner == NOBODY else self.most - 1 if winner == self.mover else 1 - self.most
            return FirstMove(move, number, reached, NOBODY, value, value)
        return FirstMove(move, number, reached, kernel.to_move(reached), 2 - self.most, self.most - 2)

    # Bounds

    @property
    def least(self) -> int:
        """The lower bound of the value for the side to move."""
        return max(first.least for first in self.first)

    @property
    def largest(self) -> int:
        """The upper bound of the value for the side to move."""
        return max(first.largest for first in self.first)

    @property
    def value(self) -> Value | None:
        """The value of the position, or its winner, once that is decided."""
        if not self.first:
            winner = self.kernel.won(self.code)
            return DRAW if winner < 0 else Value(self.game.sides[winner], 0)
        return self.bounds(self.least, self.largest).exact

    def bounds(self, least: int, largest: int) -> Bounds:
        """Bounds as values of the game; ``None`` for a bound that says nothing."""
        exact = self._value(least) if least == largest else None
        if exact is None and (least > 0 or largest < 0):
            exact = replace(self._value(least if least > 0 else largest), distance=None)
        return Bounds(
            self._value(least) if least > 2 - self.most or least == largest else None,
            self._value(largest) if largest < self.most - 2 or least == largest else None,
            exact,
        )

    def _value(self, number: int) -> Value:
        """A number as a value of the game."""
        if number == 0:
            return DRAW
        winner = self.mover if number > 0 else 1 - self.mover
        return Value(self.game.sides[winner], self.most - abs(number))

    # Questions

    @property
    def is_done(self) -> bool:
        """Whether all questions are answered."""
        return not self.first or self.question() is None

    def question(self) -> int | None:
        """The bound of the next question; ``None`` if no question is left.

        The first two questions are whether the mover wins, and whether it does not lose.  Their answers bound
        the distance, and the next question is whether there is a quicker win, or a slower loss.  If there is
        none, one question is enough: in Connect Four that saves a quarter of the nodes of asking for
        each distance in growing order.
        """
        least, largest = self.least, self.largest
        if least <= 0 < largest:
            return 1
        if least < 0 <= largest:
            return 0
        if self.weak or least == largest:
            return None
        return least + 1 if least > 0 else largest

    def choice(self, beta: int) -> int:
        """The first move to search next: the one that looks best of those that may be worth `beta`."""
        return next(index for index in self.order() if self.first[index].largest >= beta)

    def order(self) -> list[int]:
        """The first moves, the most promising ones in front: by their bounds, then by their weights."""
        source = self.machine.source
        weights = source.weights()
        if source.lines is not None and self.first:
            cell_of = {number: cell for cell, number in enumerate(source.lines.moves[self.mover])}
            weights = [weights[cell_of[first.number]] for first in self.first]
        else:
            weights = [weights[first.number] for first in self.first]
        bounds = [first.largest for first in self.first]
        return sorted(range(len(self.first)), key=lambda k: (-bounds[k], -weights[k], k))

    def check(self) -> None:
        """Check some positions of the search by the reference evaluator, before its answer is given."""
        answer = SearchAnswer(self, PlayedAnswer(self.game, self.kernel.grounded))
        spot_check(self.game, answer, self.began, answer.start)

    def finish(self, progress: SearchProgress | None = None, limit: int | None = None) -> bool:
        """Search until all questions are answered, or for `limit` nodes; whether all are answered."""
        end = None if limit is None else self.machine.searched + limit
        while not self.is_done:
            current.get().look()
            left = PACE if end is None else min(PACE, end - self.machine.searched)
            if left <= 0:
                return False
            self.step(left)
            if progress is not None:
                progress(self)
        return True

    def step(self, limit: int) -> None:
        """Search some more nodes of the current question, or of the next one."""
        if self.asked is None:
            beta = self.question()
            assert beta is not None
            self.ask(beta, self.choice(beta))
        if self.machine.run(limit):
            self._note()
            self.asked = None

    def reaches(
        self, beta: int, index: int, progress: SearchProgress | None = None, pace: int = PACE
    ) -> bool:
        """Whether a first move is worth at least `beta`, searched if that is not known."""
        first = self.first[index]
        if first.least < beta <= first.largest:
            self.ask(beta, index)
            while self.asked is not None:
                current.get().look()
                self.step(pace)
                if progress is not None:
                    progress(self)
        return first.least >= beta

    def ask(self, beta: int, index: int) -> None:
        """Begin to search whether a first move is worth at least `beta`."""
        self.asked = beta, index
        first = self.first[index]
        beta = further(beta, 1)
        self.machine.ask(first.reached, first.mover, beta if first.mover == self.mover else 1 - beta)

    def _note(self) -> None:
        """Record the answer as a bound of the first move in question."""
        assert self.asked is not None
        beta, index = self.asked
        first = self.first[index]
        result = self.machine.result
        value = nearer(result if first.mover == self.mover else -result, 1)
        if value >= beta:
            first.least = max(first.least, value)
        else:
            first.largest = min(first.largest, value)


class SearchAnswer(Struct, frozen=True):
    """The values that a search has decided, of its position and of each move there."""

    search: AlphaBeta
    found: Answer

    @property
    def start(self) -> Position:
        """The position of the search."""
        return self.search.kernel.grounded.decoded(self.search.code)

    def drawn(self, dice: Random) -> Position | None:
        return None

    def fault(self, position: Position, found: Expansion) -> str | None:
        fault = self.found.fault(position, found)
        return fault or (self.root_fault if position == self.start else self.move_fault)(position, found)

    def move_fault(self, position: Position, found: Expansion) -> str | None:
        """The difference between the value of a move that ends the match and its winner, as a sentence."""
        code = self.search.kernel.grounded.encoded(position)
        first = next((first for first in self.search.first if first.reached == code), None)
        if first is None or found.outcome is None:
            return None
        said, wanted = self.search.bounds(first.least, first.largest).exact, required_value(found, [])
        return None if said is not None and said.winner == wanted.winner else words_apart(said, wanted)

    def root_fault(self, position: Position, found: Expansion) -> str | None:
        """The difference between the value of the position and that which follows from its moves, if all of
        them are decided."""
        values = [self.search.bounds(first.least, first.largest).exact for first in self.search.first]
        known = [value for value in values if value is not None]
        if found.outcome is None and len(known) < len(values):
            return None
        said, wanted = self.search.value, required_value(found, known, later=0)
        return None if said == wanted else words_apart(said, wanted)


def words_apart(said: Value | None, wanted: Value) -> str:
    """The sentence that the search has another value than follows."""
    return f"the search says `{said}`, and `{wanted}` follows from the rules and from its moves"
