"""The spot check: before an answer is given, some of its positions are evaluated by the reference evaluator.

An answer was found by formulas, kernels, tables, diagrams or a search.  The positions that it shows are
checked first, including a whole line of play; then others, drawn with a seed from the fingerprint of the
rules.  If the reference evaluator disagrees, the answer is refused, and the refusal shows the position.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from random import Random
from typing import Final, Protocol, runtime_checkable

from noughts.games.game import Expansion, Game, Position
from noughts.games.match import Match
from noughts.refusal import Refusal
from noughts.stop import Stopped, current, processor_time, stopped_after

# The share of the time of an answer that its check may take.
_SHARE_OF_TIME: Final = 0.05
# Seconds that the check may take in any case: a twentieth of the shortest call of a verb.
_LEAST_SECONDS: Final = 0.02
ELSEWHERE: Final = "a move of the answer leads elsewhere than by the rules"
# The most positions that are checked: if one position in a hundred is wrong, one check in 50 misses it.
_MOST_ASKED: Final = 400
# The most draws in a row of positions that were checked before; then no more are drawn.
#
# If a tenth of the positions had not been asked, that would happen once in 200 answers.  A game of a dozen
# positions would otherwise be drawn from until the time is over.
_MOST_KNOWN_IN_A_ROW: Final = 50


class Disagreement(Refusal):
    """An answer contradicts the reference evaluator at a position."""

    def __init__(self, game: Game, position: Position, fault: str) -> None:
        where = game.position_text(position)
        super().__init__(
            f"no answer about {game.name} is given, because it would be wrong: in {where} {fault}",
            "this is a fault of Noughts, not of the document: please report it with the document",
        )


@runtime_checkable
class Referenced(Protocol):
    """A game with a reference evaluator."""

    @property
    def fingerprint(self) -> str:
        """The fingerprint of its rules."""

    def by_reference(self, position: Position) -> Expansion | None:
        """The expansion of a position by the reference evaluator; ``None`` if that takes too long."""


class Answer(Protocol):
    """The answer that was found about the positions of a game."""

    def drawn(self, dice: Random) -> Position | None:
        """A position at random; ``None`` if the answer has no list of them."""

    def fault(self, position: Position, found: Expansion) -> str | None:
        """The contradiction between the answer and `found`, the expansion by the rules; ``None`` if none."""


def spot_check(
    game: Game, answer: Answer, began: float, start: Position | None = None, line: Sequence[Position] = ()
) -> None:
    """Check some positions of an answer; `Disagreement` if the rules contradict it.

    All positions of a `line` of play are checked.  While there is time, `start` follows, by default the first
    position of the game, then its successors, then others.  Work on the answer `began` at that
    `processor_time`.
    """
    if isinstance(game, Referenced):
        now = processor_time()
        check = _SpotCheck(game, game, answer, max(_LEAST_SECONDS, _SHARE_OF_TIME * (now - began)))
        check.finish(game.initial if start is None else start, line)


class _SpotCheck:
    """A spot check in progress."""

    def __init__(self, game: Game, reference: Referenced, answer: Answer, seconds: float) -> None:
        self.game, self.reference, self.answer, self.seconds = game, reference, answer, seconds
        self.dice = Random(reference.fingerprint)
        self.asked: set[Position] = set()
        self.found: dict[Position, Expansion | None] = {}

    def finish(self, start: Position, line: Sequence[Position]) -> None:
        """Check the positions of a line, and others while there is time."""
        for position in line:
            self.ask(position)
        with suppress_late(self.seconds):
            self.ask(start)
            found = self.expansion(start)
            for position in () if found is None else found.after:
                self.ask(position)
            self.ask_drawn(start)

    def ask_drawn(self, start: Position) -> None:
        """Check random positions: of the answer, or of random matches if the answer has no list."""
        walk, known = self.walk(start), 0
        while known < _MOST_KNOWN_IN_A_ROW and len(self.asked) < _MOST_ASKED:
            position = self.answer.drawn(self.dice)
            known += 1
            if self.ask(next(walk) if position is None else position):
                known = 0

    def walk(self, start: Position) -> Iterator[Position]:
        """The positions of random matches, by the moves of the rules."""
        position = start
        while True:
            found = self.expansion(position)
            position = self.dice.choice(found.after) if found is not None and found.after else start
            yield position

    def expansion(self, position: Position) -> Expansion | None:
        """The expansion of a position by the rules, which is computed once."""
        if position not in self.found:
            self.found[position] = self.reference.by_reference(position)
        return self.found[position]

    def ask(self, position: Position) -> bool:
        """Check a position; whether it is new.  `Disagreement` if the rules contradict the answer there."""
        if position in self.asked:
            return False
        self.asked.add(position)
        found = self.expansion(position)
        if found is not None and (fault := self.answer.fault(position, found)) is not None:
            raise Disagreement(self.game, position, fault)
        return True


@contextmanager
def suppress_late(seconds: float) -> Iterator[None]:
    """A context that ends its work after some seconds of processor time, without an error."""
    try:
        with stopped_after(seconds):
            yield
    except Stopped:
        current.get().look()  # the work around it may have been stopped, too


def transition_fault(said: Expansion, found: Expansion) -> str | None:
    """The difference between an answer's expansion of a position and that of the rules; ``None`` if none."""
    if said.outcome is not None or found.outcome is not None:
        return end_fault(said, found)
    if said.to_move != found.to_move:
        return f"the rules let `{found.to_move}` move, and the answer `{said.to_move}`"
    after, wanted = (dict(zip(each.moves, each.after, strict=True)) for each in (said, found))
    if missing := wanted.keys() - after.keys():
        return f"the answer lacks {len(missing)} of {len(wanted)} legal moves"
    if added := after.keys() - wanted.keys():
        return f"{len(added)} of the {len(after)} moves that the answer has are not legal"
    return ELSEWHERE if after != wanted else None


def end_fault(said: Expansion, found: Expansion) -> str | None:
    """The same for a position that is terminal by the answer or by the rules."""
    if said.outcome is None or found.outcome is None:
        goes_on = "the match goes on by the rules, and is over by the answer"
        return (
            goes_on if found.outcome is None else "the match is over by the rules, and goes on by the answer"
        )
    if said.outcome.winner == found.outcome.winner:
        return None
    return f"the rules say `{found.outcome}`, and the answer `{said.outcome}`"


def line_fault(line: Match | None, position: Position, found: Expansion) -> str | None:
    """The fault of a line of play that leaves a position by a move that the rules do not allow."""
    if line is None:
        return None
    after = dict(zip(found.moves, found.after, strict=True))
    steps = zip(line.positions, line.moves, line.positions[1:], strict=False)
    wrong = any(before == position and after.get(move) != reached for before, move, reached in steps)
    return "the line goes on by a move that is not legal, or leads elsewhere" if wrong else None
