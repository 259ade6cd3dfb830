"""A game by its clicks: the document needs only ``newState`` and ``images``.

A move is a click that changes the state; two clicks that lead to the same state are one move.  A click
that leads back to the initial state from everywhere is a restart, not a move.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from noughts.documents.clicks import Clicks
from noughts.documents.documented import as_value
from noughts.documents.sided import SAMPLE, Sided
from noughts.easel import HEIGHT, WIDTH, Input
from noughts.games.game import CannotGround, Expansion, Move, Position
from noughts.games.picture import Area, Restart
from noughts.language.core import Program
from noughts.meaning.compile import Compiled
from noughts.values.value import Value
from noughts.verify.rules import RulesByClicks

if TYPE_CHECKING:
    from noughts.grounding.grounded import Grounded


class Click(Struct, frozen=True, order=True):
    """A press of the left button."""

    x: int
    y: int

    def __str__(self) -> str:
        return f"{self.x},{self.y}"


# Pixels all over the screen, none of which should do what no move does.
_LATTICE = tuple(Click(x, y) for x in range(150, WIDTH, 331) for y in range(150, HEIGHT, 331))


class ClickMove(Struct, frozen=True):
    """A move: its successor, and the areas of the screen where it is made."""

    click: Click
    after: Value
    areas: tuple[Area, ...]


class GameByClicks(Sided):
    """The game of the clicks on a document."""

    RULES = (*Sided.RULES, "newState")

    def __init__(
        self,
        program: Program,
        *,
        name: str,
        folder: Path | None = None,
        wins: str | None = None,
        meaning: Compiled | None = None,
    ) -> None:
        super().__init__(program, name=name, folder=folder, wins=wins, meaning=meaning)
        self.clicks = Clicks(self.meaning)
        self.restart = self.find_restart()
        self._choices: tuple[Position, tuple[ClickMove, ...]] | None = None

    def reset(self) -> None:
        """Reset the cache of the last position and what is known about the mouse."""
        super().reset()
        self.clicks = Clicks(self.meaning)
        self._choices = None

    def ground(self, *, soon: bool = False) -> Grounded:
        """Always refused: moves by clicks are found during play."""
        raise CannotGround("its moves are clicks, which are found during play")

    def successors(self, position: Position) -> dict[Value, tuple[Area, ...]]:
        """The successors by clicks, without those that change nothing."""
        found = self.ask(lambda: self.clicks.successors(as_value(position)))
        found.pop(as_value(position), None)
        return found

    def find_restart(self) -> tuple[Area, ...]:
        """The part of the screen that leads back to the initial state from everywhere.

        Everywhere is the first positions, breadth first; a position further on from which that part
        leads elsewhere has a move there.  What leads somewhere from the initial state itself is a move.
        """
        common: tuple[Area, ...] | None = None
        found_states = {self.initial}
        for position in (waiting := [self.initial]):
            successors = self.successors(position)
            if position != self.initial:
                back = successors.get(as_value(self.initial), ())
                common = back if common is None else overlaps(common, back)
                if not common:
                    return ()
            for after in successors:
                if after not in found_states and len(found_states) < SAMPLE:
                    found_states.add(after)
                    waiting.append(after)
        begun = (area for areas in self.successors(self.initial).values() for area in areas)
        return areas_without(common or (), tuple(begun))

    def choices(self, position: Position) -> tuple[ClickMove, ...]:
        """The moves of a position, from the top of the screen down and from left to right."""
        cached = self._choices
        if cached is None or cached[0] is not position:
            self._choices = cached = (position, () if self.is_over(position) else self.find_choices(position))
        return cached[1]

    def find_choices(self, position: Position) -> tuple[ClickMove, ...]:
        """The moves of a position that is not over."""
        found: list[ClickMove] = []
        for after, areas in self.successors(position).items():
            if after == self.initial:
                areas = areas_without(areas, self.restart)
            if areas:
                found.append(ClickMove(place_to_click(areas), after, areas))
        return tuple(sorted(found, key=lambda choice: (-choice.click.y, choice.click.x)))

    def moves(self, position: Position) -> Sequence[Move]:
        """One click for each state that can follow."""
        return tuple(choice.click for choice in self.choices(position))

    def after(self, position: Position, move: Move) -> Position:
        """The state after the click."""
        for choice in self.choices(position):
            if choice.click == move:
                return choice.after
        assert isinstance(move, Click)
        return self.next_state(position, Input(clicked=True, x=move.x, y=move.y))

    def move_text(self, position: Position, move: Move) -> str:
        """The pixel, such as ``150,650``."""
        return str(move)

    def clicked(self, position: Position, x: int, y: int) -> Move | Restart | None:
        """The move of which the pixel is a part."""
        for choice in self.choices(position):
            if any((x, y) in area for area in choice.areas):
                return choice.click
        return Restart() if any((x, y) in area for area in self.restart) else None

    def areas(self, position: Position) -> Mapping[Move, tuple[Area, ...]]:
        """Where to click for each move."""
        return {choice.click: choice.areas for choice in self.choices(position)}

    @cached_property
    def written_rules(self) -> RulesByClicks:
        """The rules by the reference evaluator."""
        return RulesByClicks(self.program, (), self.wins, self.side_values)

    def by_reference(self, position: Position) -> Expansion | None:
        """The reference evaluator's expansion of a position, by its clicks and some all over the screen."""
        rules, parts = self.written_rules, self.successors(position).values()
        rules.pixels = tuple((click.x, click.y) for click in (*map(place_to_click, parts), *_LATTICE))
        rules.restart = frozenset(
            pixel for pixel in rules.pixels if any(pixel in area for area in self.restart)
        )
        found = super().by_reference(position)
        return found and replace(found, moves=[Click(x, y) for x, y in found.moves])


def place_to_click(areas: Sequence[Area]) -> Click:
    """A pixel of the areas, determined by the set of their pixels alone.

    The middle of the box around them if it is one of them, else the leftmost of the topmost.
    """
    left, bottom = min(area.left for area in areas), min(area.bottom for area in areas)
    right, top = max(area.right for area in areas), max(area.top for area in areas)
    middle = ((left + right) // 2, (bottom + top) // 2)
    if any(middle in area for area in areas):
        return Click(*middle)
    return Click(min(area.left for area in areas if area.top == top), top)


def overlaps(first: Sequence[Area], second: Sequence[Area]) -> tuple[Area, ...]:
    """The pixels in both areas."""
    found = []
    for a in first:
        for b in second:
            both = Area(
                max(a.left, b.left), max(a.bottom, b.bottom), min(a.right, b.right), min(a.top, b.top)
            )
            if both.left <= both.right and both.bottom <= both.top:
                found.append(both)
    return tuple(found)


def areas_without(areas: Sequence[Area], taken: Sequence[Area]) -> tuple[Area, ...]:
    """The pixels of `areas` that none of `taken` has, as rectangles that do not overlap if `areas` do not."""
    left = tuple(areas)
    for hole in taken:
        left = tuple(part for area in left for part in rest(area, hole))
    return left


def rest(area: Area, hole: Area) -> tuple[Area, ...]:
    """The rest of a rectangle around a hole: above it, beneath it, and to either side."""
    (both,) = overlaps([area], [hole]) or (None,)
    if both is None:
        return (area,)
    parts = (
        (area.left, both.top + 1, area.right, area.top),
        (area.left, area.bottom, area.right, both.bottom - 1),
        (area.left, both.bottom, both.left - 1, both.top),
        (both.right + 1, both.bottom, area.right, both.top),
    )
    return tuple(Area(*part) for part in parts if part[0] <= part[2] and part[1] <= part[3])
