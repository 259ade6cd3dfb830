"""What was checked of an answer, and the first place where it is wrong."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import Final

from noughts.games.game import Expansion, Position, Side
from noughts.games.value import Value

ALL: Final = 10_000
"""Positions that are all checked: some seconds, for most games."""
SOME: Final = 1_000
"""Positions that are drawn where there are more."""


@dataclass(frozen=True)
class CheckResult:
    """How many positions of an answer were checked, of how many it has; and the first fault, at a position.

    Where a fault is not about a position, `where` is ``None``.
    """

    positions: int
    of: int
    fault: str | None = None
    where: Position = None
    remark: str = ""
    """What was not checked, or is not claimed."""
    has_more: bool = False
    """Whether there are more than `of` positions, nobody knows how many."""

    @property
    def is_right(self) -> bool:
        """Whether no fault was found."""
        return self.fault is None


@dataclass(frozen=True)
class SampleSize:
    """How many positions are to be checked: so many, or by default all of few and `SOME` of many."""

    number: int | None = None
    everything: bool = False

    def has_all(self, of: int) -> bool:
        """Whether so many positions are all checked."""
        return self.everything or of <= (ALL if self.number is None else self.number)

    @property
    def limit(self) -> int | None:
        """Positions up to which all are listed."""
        return None if self.everything else (self.number or ALL)

    @property
    def drawn(self) -> int:
        """Positions that are drawn, where there are more."""
        return self.number or SOME


def each_checked(
    positions: Iterable[Position],
    fault_at: Callable[[Position], str | None],
    of: int,
    progress: Callable[[int], None] = lambda done: None,
) -> CheckResult:
    """The check of some positions, up to the first fault."""
    done = 0
    for position in positions:
        done += 1
        if (fault := fault_at(position)) is not None:
            return CheckResult(done, of, fault, position)
        progress(done)
    return CheckResult(done, of)


def different(draw: Callable[[Random], Position], count: int, seed: str) -> Iterator[Position]:
    """So many different positions drawn at random, or fewer if the same come again and again."""
    dice, drawn = Random(seed), set[Position]()
    for _ in range(10 * count):
        position = draw(dice)
        if position not in drawn:
            drawn.add(position)
            yield position
        if len(drawn) == count:
            return


# What a value must be, given the values of the positions that follow: one step of backward induction.
#
# Where every position of a table passes this, and every win has its distance, all values are right: a win
# leads to one that is nearer to the end, and no position that somebody can win is called a draw.


def value_fault(found: Expansion, said: Value, value_of: Callable[[Position], Value]) -> str | None:
    """How the value of a position differs from what the rules say of it and the values after it require.

    A `KeyError` of `value_of` says that a position has no value.
    """
    try:
        wanted = required_value(found, [value_of(position) for position in found.after])
    except KeyError:
        return "a legal move leads to a position without a value"
    if said == wanted or (said.winner == wanted.winner and None in (said.distance, wanted.distance)):
        return None
    return f"the answer says `{said}`, and `{wanted}` follows from the values after its moves"


def required_value(found: Expansion, after: Sequence[Value], *, later: int = 1) -> Value:
    """The value of a position whose successors have these values, which are so many moves later."""
    if found.outcome is not None:
        winner = found.outcome.winner
        return Value(winner, None if winner is None else 0)
    winners = {value.winner for value in after}
    if found.to_move in winners:
        return Value(found.to_move, distance(after, found.to_move, later, min))
    if None in winners:
        return Value(None, None)
    [winner] = winners
    return Value(winner, distance(after, winner, later, max))


def distance(
    after: Sequence[Value], winner: Side | None, later: int, best: Callable[[Sequence[int]], int]
) -> int | None:
    """The distance of a position that a side wins; ``None`` if that of a successor is not known."""
    distances = [value.distance for value in after if value.winner == winner]
    known = [distance for distance in distances if distance is not None]
    return later + best(known) if len(known) == len(distances) else None


def safety_fault(
    side: Side, position: Position, found: Expansion, is_safe: Callable[[Position], bool]
) -> str | None:
    """How the safety of a position differs from what the rules say of it and the safety after its moves.

    A position is safe for a side if no other has won there, and the side has a move to a safe one, or all
    moves of another side lead to such.
    """
    if found.outcome is not None:
        wanted = found.outcome.winner in (None, side)
    else:
        wanted = (any if found.to_move == side else all)(map(is_safe, found.after))
    if is_safe(position) == wanted:
        return None
    said, right = safety_text(not wanted), safety_text(wanted)
    return f"the answer calls it {said} for {side}, and by the rules it is {right}"


def safety_text(is_safe: bool) -> str:
    """Whether a position is safe, in words."""
    return "safe" if is_safe else "lost"
