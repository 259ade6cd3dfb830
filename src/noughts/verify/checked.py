"""Results of checks: the number of positions checked, and the first fault."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from random import Random
from typing import Final

from msgspec import Struct

from noughts.games.game import Expansion, Position, Side
from noughts.games.result import Value

ALL: Final = 10_000
"""The most positions that are all checked by default, in some seconds for most games."""
SOME: Final = 1_000
"""The positions that are drawn if there are more."""


class CheckResult(Struct, frozen=True):
    """The number of positions checked, of the number that an answer has; and the first fault, at a position.

    `where` is ``None`` if the fault is not about a position.
    """

    positions: int
    of: int
    fault: str | None = None
    where: Position = None
    remark: str = ""
    """A note on parts that were not checked, or that are not claimed."""
    has_more: bool = False
    """Whether there is an unknown number of positions, more than `of`."""

    @property
    def is_right(self) -> bool:
        """Whether no fault was found."""
        return self.fault is None


class SampleSize(Struct, frozen=True):
    """The number of positions to be checked; by default all up to `ALL`, and `SOME` of more."""

    number: int | None = None
    everything: bool = False

    def has_all(self, of: int) -> bool:
        """Whether all of `of` positions are checked."""
        return self.everything or of <= (ALL if self.number is None else self.number)

    @property
    def limit(self) -> int | None:
        """The most positions that are all listed."""
        return None if self.everything else (self.number or ALL)

    @property
    def drawn(self) -> int:
        """The number of positions that are drawn if there are more."""
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
    """Up to `count` different positions drawn at random; fewer if draws repeat the same ones."""
    dice, drawn = Random(seed), set[Position]()
    for _ in range(10 * count):
        position = draw(dice)
        if position not in drawn:
            drawn.add(position)
            yield position
        if len(drawn) == count:
            return


# One step of backward induction: the value of a position that follows from those of its successors.
#
# If every position of a table passes this check, and every win has a distance, all values are right: a win
# has a successor that is nearer to the end, and no position that a side can win counts as a draw.


def value_fault(found: Expansion, said: Value, value_of: Callable[[Position], Value]) -> str | None:
    """The fault of a value that the rules and the values of the successors do not require.

    `value_of` raises `KeyError` for a position without a value.
    """
    try:
        wanted = required_value(found, [value_of(position) for position in found.after])
    except KeyError:
        return "a legal move leads to a position without a value"
    if said == wanted or (said.winner == wanted.winner and None in (said.distance, wanted.distance)):
        return None
    return f"the answer says `{said}`, and `{wanted}` follows from the values after its moves"


def required_value(found: Expansion, after: Sequence[Value], *, later: int = 1) -> Value:
    """The value of a position whose successors, `later` moves later, have these values."""
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
    """The fault of the safety of a position that the rules and the safety of its successors do not require.

    A position is safe for a side if no other side has won there, and either the side has a move to a safe
    position, or another side is to move and all its moves lead to safe positions.
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
