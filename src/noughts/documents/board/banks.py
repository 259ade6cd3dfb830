"""Two banks of a river: a set says who is on one of them, and a part of the state is the bank of the boat."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Final

from noughts.documents.board import quoted as q
from noughts.documents.board.drawing import filled
from noughts.documents.board.layers import Path, at
from noughts.documents.board.places import BoardPlan, moved
from noughts.documents.board.reading import BoardReading
from noughts.documents.board.sampled import Sampled
from noughts.easel import Color, Point, Triangle
from noughts.language import tree as t
from noughts.values.atom import Atom
from noughts.values.order import key

_WATER: Final = Color(196, 222, 244)
_WOOD: Final = Color(130, 85, 50)
_RIGHT: Final = frozenset({"right", "east"})
"""Banks on the right, by their names."""
_WIDE: Final = 5
"""The width of a row, in cells: a bank, the river, which is three wide, and the other bank."""


@dataclass(frozen=True, slots=True)
class Banks:
    """The path of the set of those who are on one bank, the path of the bank of the boat, and what it has if
    the boat is with them; `side` is -1 if they are on the left, 1 if on the right."""

    those: Path
    boat: Path
    name: Atom
    side: int

    def plan(self, plan: BoardPlan) -> BoardPlan:
        """The plan with a row for each who crosses, from one bank to the other."""
        cells = [place.cell for place in reversed(plan.places)]
        boxes = {
            cell: (Fraction(_WIDE, 2), Fraction(k), Fraction(_WIDE), Fraction(1))
            for k, cell in enumerate(cells)
        }
        return replace(moved(plan, boxes, "bank"), names_inside=False)

    def images(self, plan: BoardPlan) -> t.Expression:
        """The water, and the boat on its side of it."""
        unit, middle = plan.unit, plan.middle
        top = max(place.y for place in plan.places) + unit // 2
        water = filled(middle - unit * 3 // 2, plan.bottom, middle + unit * 3 // 2, top, _WATER)
        far, y, long, high = unit, (plan.bottom + top) // 2, unit * 2 // 5, unit // 5
        boats = [boat_at(middle + side * far, y, long, high) for side in (self.side, -self.side)]
        where = q.term("b = name", b=q.state_at(self.boat), name=self.name)
        return q.union([q.set_tree(water), q.cases([(boats[0], where)], boats[1])])

    def pieces(self, unit: int, **holes: q.Filling) -> t.Expression:
        """Each who crosses on the bank where he is, with his name beneath."""
        drawn = (
            "U[(c, n, x, y) in cells & {}] (piece(label, x {} far, y + up, r) U "
            "{{text(n, point(x {} far, y - down), height, dark)}})"
        )
        signs = ("-", "+") if self.side < 0 else ("+", "-")
        guards = ("c in those", "~(c in those)")
        both = [drawn.format(guard, sign, sign) for guard, sign in zip(guards, signs, strict=True)]
        return q.term(
            f"{both[0]} U {both[1]}",
            those=q.state_at(self.those),
            far=unit * 2,
            up=unit // 10,
            r=unit * 3 // 10,
            down=unit * 2 // 5,
            height=max(unit // 5, 14),
            **holes,
        )


def banks_of(reading: BoardReading, sample: Sampled, names: Mapping[Path, str]) -> Banks | None:
    """The banks, where a set of atoms has the name of one of the two values of another part of the state."""
    if len(reading.layers) != 1 or reading.grain != "single":
        return None
    (layer,) = reading.layers
    if layer.form != "set" or layer.labels or not all(isinstance(each, Atom) for each in reading.on_board):
        return None
    for path in reading.rest:
        values = sorted({at(state, path) for state in sample.states}, key=key)
        for value in values if len(values) == 2 else ():
            if isinstance(value, Atom) and value.name == names.get(layer.path):
                side = 1 if value.name.lower() in _RIGHT else -1
                return Banks(layer.path, path, value, side)
    return None


def boat_at(x: int, y: int, long: int, high: int) -> t.Expression:
    """A boat with its middle at a point, narrower at its keel."""
    keel = long * 2 // 3
    corners: Sequence[Point] = (
        Point(x - long, y + high),
        Point(x + long, y + high),
        Point(x + keel, y - high),
        Point(x - keel, y - high),
    )
    first, second, third, fourth = corners
    halves = (
        (first, second, third),
        (first, third, fourth),
        (first, second, fourth),
        (second, third, fourth),
    )
    return q.set_tree(Triangle(*half, _WOOD) for half in halves)  # twice: two triangles alone have a seam
