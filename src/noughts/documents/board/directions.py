"""Directions as pairs of -1, 0 and 1: an arrow for each, and its name by the compass."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from itertools import product
from math import atan2, pi
from typing import Final

from noughts.documents.board.moves import MoveKind
from noughts.documents.board.parts import Path, at
from noughts.documents.board.places import BoardPlan
from noughts.values.value import Value

_ARROWS: Final = "→↗↑↖←↙↓↘"
_NAMES: Final = ("e", "ne", "n", "nw", "w", "sw", "s", "se")
"""Eight directions against the clock, from the right."""


@dataclass(frozen=True, slots=True)
class Direction:
    """A direction as it is drawn on a button, and typed."""

    arrow: str
    name: str


def directions_in(kind: MoveKind, path: Path, plan: BoardPlan) -> Mapping[Value, Direction]:
    """The directions that stand at a path of moves; none if something else does, or the board shows no arrow
    for some of them."""
    found = directions_of({at(move, path) for move in kind.part.values}, plan)
    return found if path in kind.directions else {}


def directions_of(pairs: Collection[Value], plan: BoardPlan) -> Mapping[Value, Direction]:
    """The arrow from a cell to the one that is a pair of numbers further, for each of some pairs; none if two
    have the same, or one has none."""
    place_of = {place.cell: place for place in plan.places}
    found: dict[Value, Direction] = {}
    for pair, place in product(pairs, plan.places):
        other = place_of.get(moved(place.cell, pair))
        if pair not in found and other is not None and other is not place:
            eighth = round(atan2(other.y - place.y, other.x - place.x) / (pi / 4)) % 8
            found[pair] = Direction(_ARROWS[eighth], _NAMES[eighth])
    is_clear = len(found) == len(pairs) == len({each.name for each in found.values()})
    return found if is_clear else {}


def moved(cell: Value, pair: Value) -> tuple[int, ...]:
    """The pair of numbers that is further than a cell by a pair; empty if one of them is no such pair."""
    match cell, pair:
        case (int() as x, int() as y), (int() as across, int() as up):
            return x + across, y + up
    return ()
