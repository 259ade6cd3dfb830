"""What was checked of an answer, and the first place where it is wrong."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from random import Random
from typing import Final

from noughts.games.game import Position

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
