"""The borders of a board that a side has to join, by the relation that says who has won."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, TypeAlias

from noughts.documents.board.layers import Path, at, fields_by_name
from noughts.documents.board.places import BoardPlan
from noughts.documents.board.reading import BoardReading
from noughts.documents.board.sampled import Sampled, are_pairs
from noughts.games.game import RulesError
from noughts.values.sets import FiniteSet, Set
from noughts.values.value import Value

if TYPE_CHECKING:
    from noughts.documents.by_rules import GameByRules

Border: TypeAlias = frozenset[Value]
"""The cells of the first or last row or column."""


def with_borders(game: GameByRules, reading: BoardReading, sample: Sampled, plan: BoardPlan) -> BoardPlan:
    """A board of squares or hexagons with the borders that each side has to join."""
    if plan.outline == "point":
        return plan
    place_of = {place.cell: place for place in plan.places}
    found = joined_borders(game, reading, sample, tuple(place_of))
    borders = [(path, border) for path, pair in found.items() for border in pair]
    return replace(
        plan, borders=tuple((path, tuple(place_of[cell] for cell in each)) for path, each in borders)
    )


def joined_borders(
    game: GameByRules, reading: BoardReading, sample: Sampled, cells: Sequence[Value]
) -> Mapping[Path, tuple[Border, Border]]:
    """For the stones of each side, a part of the state, the two opposite borders that they have to join.

    A side has to reach a border if it wins with stones on all cells, but not if all others have stones on
    that border instead.  Nothing is said unless each side has just one pair of borders, and one of its own:
    on a small board other aims need all borders, too.
    """
    stones = stones_of(reading, sample)
    if game.wins is None or len(stones) < 2 or not are_pairs(tuple(cells)):
        return {}
    filled = Filled(game, sample.states[0], stones, frozenset(cells))
    found: dict[Path, tuple[Border, Border]] = {}
    with suppress(RulesError):
        for side, path in stones.items():
            pairs = [pair for pair in opposite(filled.cells) if filled.needs(side, pair)]
            if len(pairs) != 1:
                return {}
            found[path] = pairs[0]
    return found if len(found) == len(stones) == len(set(found.values())) else {}


@dataclass(frozen=True, slots=True)
class Filled:
    """States of a game with a stone on every cell; those of a side are the part of the state at a path."""

    game: GameByRules
    state: Value
    stones: Mapping[Value, Path]
    cells: frozenset[Value]

    def needs(self, side: Value, borders: tuple[Border, Border]) -> bool:
        """Whether a side with all cells wins, and no longer without one of the borders."""
        return self.is_won(side, frozenset()) and not any(self.is_won(side, each) for each in borders)

    def is_won(self, side: Value, without: Border) -> bool:
        """Whether a side wins with stones on all cells but some, on which all others have theirs."""
        state = self.state
        for other, path in self.stones.items():
            state = with_part(state, path, FiniteSet(self.cells - without if other == side else without))
        assert self.game.wins is not None
        return self.game.holds(self.game.wins, side, at=state)


def stones_of(reading: BoardReading, sample: Sampled) -> Mapping[Value, Path]:
    """The part of the state that has the stones of each side: the set of cells, in pairs of numbers, that its
    moves add one to; nothing if some side moves in another way, or two sides have one set."""
    paths = [layer.path for layer in reading.layers if layer.form == "set" and layer.spots[0].path == ()]
    plain = reading.grain == "pair" and not any(layer.labels or layer.is_link for layer in reading.layers)
    found: dict[Value, Path] = {}
    for step in sample.steps:
        changed = [path for path in paths if at(step.before, path) != at(step.after, path)]
        if not plain or step.side is None or len(changed) != 1 or len(paths) != len(reading.layers):
            return {}
        if found.setdefault(step.side, changed[0]) != changed[0] or step.move not in set(
            members_of(at(step.after, changed[0]))
        ):
            return {}
    return found if len(set(found.values())) == len(found) else {}


def members_of(value: Value) -> Iterator[Value]:
    """The elements of a set."""
    assert isinstance(value, Set)
    return iter(value)


def with_part(value: Value, path: Path, part: Value) -> Value:
    """A value with another part at a path."""
    if not path:
        return part
    place, *rest = path
    if not isinstance(place, int):
        record = fields_by_name(value)
        return FiniteSet({**record, place: with_part(record[place], tuple(rest), part)}.items())
    assert isinstance(value, tuple)
    return (*value[: place - 1], with_part(value[place - 1], tuple(rest), part), *value[place:])


def opposite(cells: frozenset[Value]) -> Iterator[tuple[Border, Border]]:
    """The first and the last row, then the first and the last column."""
    for place in (1, 2):
        numbers = [number for cell in cells if isinstance(number := at(cell, (place,)), int)]
        first, last = min(numbers), max(numbers)
        if first < last:
            yield (
                frozenset(cell for cell in cells if at(cell, (place,)) == first),
                frozenset(cell for cell in cells if at(cell, (place,)) == last),
            )
