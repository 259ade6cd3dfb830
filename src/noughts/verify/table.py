"""The check of tables of values, by one step of backward induction at each position."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from random import Random
from typing import Protocol

from msgspec import Struct
from msgspec.structs import replace

from noughts.games.game import Expansion, Position
from noughts.games.result import Value
from noughts.verify.checked import CheckResult, SampleSize, different, each_checked, value_fault
from noughts.verify.played import ProgressReport, Reference, asked, play_graph


class Table(Protocol):
    """A saved table about the positions of a game."""

    @property
    def positions(self) -> int:
        """The number of positions that the table declares."""

    def draw(self, dice: Random) -> Position | None:
        """A random position of the table; ``None`` if its rows do not contain positions."""

    def fault(self, position: Position, found: Expansion) -> str | None:
        """The fault of the row of a position that does not follow from the rows of its successors."""

    def miscounted(self, positions: Iterable[Position]) -> str | None:
        """The fault that its number of positions is not that of these, which are all."""


class Values(Struct, frozen=True):
    """A table of the value of each position; `value` raises `KeyError` for one that it does not have."""

    value: Callable[[Position], Value]
    positions: int
    counts: Mapping[str, int]
    """How many positions each side wins, and how many are drawn."""
    drawn: Callable[[Random], Position] | None = None

    def draw(self, dice: Random) -> Position | None:
        return None if self.drawn is None else self.drawn(dice)

    def fault(self, position: Position, found: Expansion) -> str | None:
        try:
            said = self.value(position)
        except KeyError:
            return "play reaches it, and the table does not have it"
        return value_fault(found, said, self.value)

    def miscounted(self, positions: Iterable[Position]) -> str | None:
        found = Counter(self.value(position).winner or "draw" for position in positions)
        for name, count in self.counts.items():
            if found[name] != count:
                return f"it counts {count:,} positions as `{name}`, and has {found[name]:,}"
        return None


class TableCheck(Struct, frozen=True):
    """The check of a table, from the first position of its game."""

    table: Table
    reference: Reference
    start: Position
    seed: str
    progress: ProgressReport = lambda done: None

    def checked(self, extent: SampleSize) -> CheckResult:
        """The result of the check: of all positions, or of some if they are too many."""
        of = self.table.positions
        if extent.has_all(of):
            return self.everything(of)
        return each_checked(self.some(extent.drawn), self.fault, of, self.progress)

    def everything(self, of: int) -> CheckResult:
        """The check of all positions that play reaches, and of their numbers."""
        whole = play_graph(self.reference, self.start, of, self.progress)
        if whole is None:
            return CheckResult(0, of, f"play reaches more than the {of:,} positions of the table")
        found = each_checked(whole.found, self.fault, of)
        if found.is_right and len(whole) != of:
            return replace(found, fault=f"play reaches {len(whole):,} positions, and the table counts {of:,}")
        return replace(found, fault=self.table.miscounted(whole.found)) if found.is_right else found

    def some(self, count: int) -> Iterator[Position]:
        """The first position, and others at random."""
        yield self.start
        walk = Walk(self.reference, self.start)
        yield from different(lambda dice: self.table.draw(dice) or walk.next(dice), count - 1, self.seed)

    def fault(self, position: Position) -> str | None:
        """The fault at a position; ``None`` if there is none."""
        return self.table.fault(position, asked(self.reference, position))


class Walk:
    """Random matches, one after another."""

    def __init__(self, reference: Reference, start: Position) -> None:
        self.reference, self.start, self.here = reference, start, start

    def next(self, dice: Random) -> Position:
        """The next position."""
        after = asked(self.reference, self.here).after
        self.here = dice.choice(after) if after else self.start
        return self.here
