"""Pits of a sowing game in two rows.

South's are below from left to right, north's above from right to left, and stores are at the ends.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from noughts.documents.board.layers import BoardLayer
from noughts.documents.board.moves import is_mostly
from noughts.documents.board.places import Box
from noughts.documents.board.reading import BoardReading
from noughts.documents.board.sampled import Sampled
from noughts.values.value import Value

_ONE, _TWO = Fraction(1), Fraction(2)


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
