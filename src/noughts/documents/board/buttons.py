"""Choices that are no cells, as buttons beneath the board; those that are directions have arrows."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from math import atan2, pi
from typing import Final

from noughts.documents.board.drawing import TEXT, rectangle
from noughts.documents.board.looks import DARK, spelled
from noughts.documents.board.moves import MoveKind
from noughts.documents.board.parts import Path, at
from noughts.documents.board.places import LEFT, BoardPlan, name_in_words
from noughts.easel import Image, Point, Text
from noughts.values.exact import exact_text
from noughts.values.order import key
from noughts.values.sets import Set, listable
from noughts.values.value import Value

_ARROWS: Final = "→↗↑↖←↙↓↘"
_NAMES: Final = ("e", "ne", "n", "nw", "w", "sw", "s", "se")
"""Eight directions against the clock, from the right."""
_MOST: Final = 24
"""Buttons that are drawn; where there would be more, a face lists the moves."""
_HIGH: Final = 48
_GAP: Final = 12
_LETTER: Final = 14
"""Pixels: the height of a button, the room between two, and what a letter on one takes up."""


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


@dataclass(frozen=True, slots=True)
class Button:
    """A choice and its rectangle; it may stand where most moves have a cell."""

    value: Value
    text: str
    left: int
    bottom: int
    in_place_of_a_cell: bool

    @property
    def right(self) -> int:
        """Its right edge."""
        return self.left + width_of_button(self.text)

    @property
    def box(self) -> tuple[Value, int, int, int, int]:
        """The value, and left, bottom, right and top of the rectangle."""
        return self.value, self.left, self.bottom, self.right, self.bottom + _HIGH

    @property
    def images(self) -> Iterator[Image]:
        """The rectangle and the text in it."""
        _, left, bottom, right, top = self.box
        yield from rectangle(left, bottom, right, top, DARK)
        middle = Point((left + right) // 2, bottom + _HIGH // 2)
        yield Text(self.text, middle, TEXT, DARK)


def width_of_button(text: str) -> int:
    """How wide the button with a text is."""
    return max(_LETTER * len(text) + 24, _HIGH)


def buttons_of(kinds: Sequence[MoveKind], cells: Sequence[Value], layout: BoardPlan) -> Sequence[Button]:
    """The buttons for what moves name and is no cell, in rows beneath the board; none if they were many."""
    known = frozenset(cells)
    named = dict.fromkeys(cell for kind in kinds for move in kind.part.values for cell in kind.cells(move))
    strays = [cell for cell in named if cell not in known]
    words = dict.fromkeys(
        word
        for kind in kinds
        for move in kind.part.values
        for path in kind.words
        if (word := at(move, path)) not in known or path not in kind.targets
    )
    arrows = {
        value: each.arrow
        for kind in kinds
        for path in kind.words
        for value, each in directions_in(kind, path, layout).items()
    }
    choices = [(value, False) for value in sorted(words, key=key)]
    choices += [(value, True) for value in sorted(strays, key=key)]
    return list(placed(choices, layout, arrows)) if len(choices) <= _MOST else []


def placed(
    choices: Sequence[tuple[Value, bool]], layout: BoardPlan, arrows: Mapping[Value, str]
) -> Iterator[Button]:
    """The buttons, one beside the other for as long as there is room; those of directions have arrows."""
    left, bottom = LEFT, layout.bottom - (60 if layout.places else _GAP) - _HIGH
    texts = [arrows.get(value) or button_text(value) for value, _ in choices]
    for (value, is_stray), short in zip(choices, texts, strict=True):
        text = short if texts.count(short) == 1 else spelled(exact_text(value))
        if left > LEFT and left + width_of_button(text) > layout.right:
            left, bottom = LEFT, bottom - _HIGH - _GAP
        yield Button(value, text, left, bottom, is_stray)
        left += width_of_button(text) + _GAP


def button_text(value: Value) -> str:
    """A choice as a person types it."""
    if isinstance(value, tuple):
        return "-".join(map(button_text, value))
    if isinstance(value, Set):
        return ",".join(map(button_text, sorted(listable(value), key=key))) or "nothing"
    return name_in_words(value)
