"""Boards of two rows: the banks of a river, and the pits of a sowing game.

A set says who is on one bank of a river, and a part of the state is the bank of the boat.  Pits lie in two
rows: south's are below from left to right, north's above from right to left, and stores are at the ends.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from noughts.documents.board import vocabulary as q
from noughts.documents.board.drawing import filled
from noughts.documents.board.layers import BoardLayer, Path, at
from noughts.documents.board.moves import is_mostly
from noughts.documents.board.places import BoardPlan, Box, moved
from noughts.documents.board.reading import BoardReading
from noughts.documents.board.sampled import Sampled
from noughts.easel import Color, Point, Triangle
from noughts.language import tree as t
from noughts.values.order import key
from noughts.values.scalars import Atom
from noughts.values.value import Value

# The colour between two banks.
_WATER: Final = Color(196, 222, 244)
# The colour of a boat.
_WOOD: Final = Color(130, 85, 50)
# Banks on the right, by their names.
_RIGHT: Final = frozenset({"right", "east"})
# The width of a row, in cells: a bank, the river, which is three wide, and the other bank.
_WIDE: Final = 5


class Banks(Struct, frozen=True):
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


_ONE, _TWO = Fraction(1), Fraction(2)


# Pits of a sowing game in two rows.


def pits_of(reading: BoardReading, sample: Sampled) -> Mapping[Value, Box]:
    """The places of the pits and stores of a sowing game of two sides; nothing of any other game.

    A move empties one of some numbered places around a circle, and most moves add to the next place.  Each
    side has the same number of pits, one after another; a place behind them that nobody empties is its store.
    """
    layer = reading.layers[0] if len(reading.layers) == 1 else None
    if layer is None or reading.grain != "single" or not layer.is_counted(sample.states):
        return {}
    count = len(places := held(layer, sample.states[0]))
    if places.keys() != {*range(1, count + 1)}:
        return {}
    owned: dict[Value | None, set[int]] = {}
    sown = 0
    for step in sample.steps:
        kinds = (kind for kind in reading.kinds if step.move in kind.part.values)
        match [cell for kind in kinds for cell in kind.cells(step.move)]:
            case [int() as pit] if pit in places:
                owned.setdefault(step.side, set()).add(pit)
                before, after = (held(layer, state) for state in (step.before, step.after))
                sown += all(before[each] != after[each] for each in (pit, pit % count + 1))
            case _:
                return {}
    if len(owned) != 2 or not is_mostly(sown / len(sample.steps)):
        return {}
    south, north = sorted(map(sorted, owned.values()))
    return in_rows(south, north, count)


def held(layer: BoardLayer, state: Value) -> Mapping[Value, Value]:
    """The number on each place."""
    return {cells[0]: label for cells, label in layer.put(state)}


def in_rows(south: Sequence[int], north: Sequence[int], count: int) -> Mapping[Value, Box]:
    """The places of the pits of two sides around a circle, each perhaps with a store; nothing if they are not
    alike."""
    many = len(south)
    stores = count // 2 - many
    first = many + stores + 1
    if south != [*range(1, many + 1)] or north != [*range(first, first + many)] or stores not in (0, 1):
        return {}
    boxes: dict[Value, Box] = {pit: (Fraction(pit), _ONE, _ONE, _ONE) for pit in south}
    boxes |= {pit: (Fraction(many - k), _TWO, _ONE, _ONE) for k, pit in enumerate(north)}
    if stores:
        boxes[first - 1] = Fraction(many + 1), Fraction(3, 2), _ONE, _TWO
        boxes[count] = Fraction(0), Fraction(3, 2), _ONE, _TWO
    return boxes
