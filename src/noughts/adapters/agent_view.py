"""An agent's view of a position: bits in which its own side comes first, in planes if cells are a grid.

*The view of an agent.*  The names of the sides in a position are rotated, so that the agent's own side has
the name of the first one: the bit of (`x, 5) in the view of o is that of (`o, 5) in the position.

*Planes.*  If the cells on the board of a document fill rows of equal length, bits of cells are arranged as
(planes, rows, columns), the top row first: one plane for each side or kind of piece, and one that is all
zeros or all ones for each bit that belongs to no cell.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TypeAlias

import numpy as np
from msgspec import Struct
from msgspec.structs import replace
from numpy.typing import NDArray

from noughts.documents.board.derived import derivation_of
from noughts.documents.by_rules import GameByRules
from noughts.games.game import Game, Side
from noughts.grounding.state_layout import (
    Digit,
    Element,
    Enumeration,
    MapLayout,
    Meaning,
    SetBits,
    StateLayout,
    TupleLayout,
    meanings,
)
from noughts.values.scalars import Atom
from noughts.values.sets import FiniteSet, Set
from noughts.values.show import summary
from noughts.values.value import Value

Bits: TypeAlias = NDArray[np.int8]
"""Zeros and ones."""

GridCell: TypeAlias = tuple[int, int]
"""A row, counted from the top, and a column, both from 0."""


# The view of an agent.


class Rotation(Struct, frozen=True):
    """A view of bits: ``order[k]`` is the place of bit k of the view in the position.

    `numbers` are enumerations of which the values change: their first bits in the position and in the view,
    their width, and the new bits of each number, (numbers, width) int8.
    """

    order: NDArray[np.int64]
    numbers: tuple[tuple[int, int, int, Bits], ...]

    def seen(self, bits: Bits, code: int) -> Bits:
        """The bits of a position in this view."""
        found = bits[self.order]
        for first, target, width, seen in self.numbers:
            found[target : target + width] = seen[code >> first & (1 << width) - 1]
        return found


def rotations(layout: StateLayout, sides: Sequence[Side]) -> tuple[Rotation | None, ...]:
    """The view of each side; ``None`` where it is the position itself, or does not fit into the layout."""
    return tuple(rotation(layout, sides, own) for own in range(len(sides)))


def rotation(layout: StateLayout, sides: Sequence[Side], own: int) -> Rotation | None:
    """The view of one side."""
    names: Mapping[Value, Value] = {
        kind(side): kind(sides[number - own]) for number, side in enumerate(sides) for kind in (Atom, str)
    }
    order, numbers = np.arange(layout.width), []
    fields = {place: (first, leaf) for place, first, leaf in fields_of(layout)}
    try:
        for (path, key), (first, leaf) in fields.items():
            target = fields[path, renamed(key, names)][0]
            if isinstance(leaf, SetBits):
                places = {element: number for number, element in enumerate(leaf.elements)}
                for number, element in enumerate(leaf.elements):
                    order[target + places[renamed(element, names)]] = first + number
                continue
            order[target : target + leaf.width] = np.arange(first, first + leaf.width)
            seen = [leaf.number_of[renamed(value, names)] for value in leaf.values]
            if seen != list(range(len(seen))):
                numbers.append((first, target, leaf.width, digits(seen, leaf.width)))
    except KeyError:
        return None
    return Rotation(order, tuple(numbers)) if numbers or list(order) != list(range(len(order))) else None


def fields_of(
    layout: StateLayout, path: tuple[int, ...] = (), first: int = 0, keys: tuple[Value, ...] = ()
) -> Iterator[tuple[tuple[tuple[int, ...], Value], int, SetBits | Enumeration]]:
    """The sets and enumerations of a layout, by their path in the state and the keys of maps, each with its
    first bit."""
    match layout:
        case MapLayout(own, parts):
            for key, part in zip(own, parts, strict=True):
                yield from fields_of(part, path, first + layout.first_of[key], (*keys, key))
        case TupleLayout(parts):
            for place, part in enumerate(parts):
                yield from fields_of(part, (*path, place), first, keys)
                first += part.width
        case SetBits() | Enumeration():
            yield (path, keys), first, layout


def renamed(value: Value, names: Mapping[Value, Value]) -> Value:
    """A value with other names of sides."""
    if isinstance(value, tuple):
        return tuple(renamed(part, names) for part in value)
    if isinstance(value, Set):
        return FiniteSet(renamed(part, names) for part in value)
    return names.get(value, value)


def digits(numbers: Sequence[int], width: int) -> Bits:
    """The binary digits of numbers, the lowest first, (numbers, width)."""
    return np.array([[number >> place & 1 for place in range(width)] for number in numbers], np.int8)


# Planes.


class Planes(Struct, frozen=True):
    """The arrangement of bits in planes, (planes, rows, columns)."""

    shape: tuple[int, int, int]
    texts: tuple[str, ...]
    """The meaning of a one in each plane."""
    places: tuple[tuple[int, GridCell | None], ...]
    """The plane of each bit, and its cell; ``None`` if it fills the plane."""

    def arranged(self, bits: Bits) -> Bits:
        """The planes of some bits."""
        found: Bits = np.zeros(self.shape, np.int8)
        for number in np.flatnonzero(bits):
            plane, cell = self.places[number]
            found[(plane, *(cell or ()))] = 1
        return found


def planes_of(layout: StateLayout, cells: Mapping[Value, GridCell], others: Sequence[str]) -> Planes | None:
    """The planes of a layout and of further bits, `others`; ``None`` if no bit belongs to a cell."""
    numbers: dict[object, int] = {}
    texts, places = list[str](), list[tuple[int, GridCell | None]]()
    for meaning in (*meanings(layout), *others):
        cell, plane, text = plane_and_cell(meaning, cells)
        if plane not in numbers:
            numbers[plane] = len(numbers)
            texts.append(text)
        places.append((numbers[plane], None if cell is None else cells[cell]))
    if len(set(places)) < len(places) or all(cell is None for _, cell in places):
        return None
    rows, columns = (max(place) + 1 for place in zip(*cells.values(), strict=True))
    return Planes((len(numbers), rows, columns), tuple(texts), tuple(places))


def plane_and_cell(
    meaning: Meaning | str, cells: Mapping[Value, GridCell]
) -> tuple[Value | None, object, str]:
    """The cell of a bit, the plane without it, and what a one there means."""
    if isinstance(meaning, Digit) and (named := [key for key in meaning.keys if key in cells]):
        others = tuple(key for key in meaning.keys if key != named[0])
        shown = str(meaning).replace(f"[{summary(named[0])}]", "[cell]", 1)
        return named[0], (meaning.path, others, meaning.values, meaning.place), shown
    if isinstance(meaning, Element):
        value = meaning.value
        if value in cells:
            text = str(replace(meaning, value=Atom("cell"))).replace("`cell", "cell")
            return value, (meaning.path, meaning.keys), text
        if isinstance(value, tuple) and len(at := [k for k, part in enumerate(value) if part in cells]) == 1:
            rest: tuple[Value, ...] = tuple(Atom("cell") if k == at[0] else v for k, v in enumerate(value))
            text = str(replace(meaning, value=rest)).replace("`cell", "cell")
            return value[at[0]], (meaning.path, meaning.keys, rest), text
    return None, meaning, str(meaning)


def cells_of(game: Game) -> Mapping[Value, GridCell]:
    """The cells on the board of a document, if they fill rows of equal length; else none."""
    if not isinstance(game, GameByRules):
        return {}
    rows: dict[int, list[tuple[int, Value]]] = {}
    for place in derivation_of(game).plan.places:
        rows.setdefault(-place.y, []).append((place.x, place.cell))
    if len({len(row) for row in rows.values()}) != 1:
        return {}
    return {
        cell: (row, column)
        for row, (_, cells) in enumerate(sorted(rows.items()))
        for column, (_, cell) in enumerate(sorted(cells, key=lambda each: each[0]))
    }


# Actions.


def actions_of(
    moves: Sequence[object],
    owners: Sequence[int | None],
    sides: Sequence[Side],
    cells: Mapping[Value, GridCell],
) -> tuple[Sequence[object], Sequence[int]]:
    """The actions, and the action of each move: the move without the name of its owner, the only side that
    may make it.  Actions that are the cells of a grid are in its order."""
    named = [without_owner(move, owner, sides) for move, owner in zip(moves, owners, strict=True)]
    for side in range(len(sides)):
        own = [action for action, owner in zip(named, owners, strict=True) if owner in (None, side)]
        if len(set(own)) < len(own):
            named = list(moves)  # a side has two moves of one name
            break
    actions = list(dict.fromkeys(named))
    if cells and all(action in cells for action in actions):
        actions.sort(key=lambda action: cells[action])  # type: ignore[index]
    number_of = {action: number for number, action in enumerate(actions)}
    return actions, [number_of[action] for action in named]


def without_owner(move: object, owner: int | None, sides: Sequence[Side]) -> object:
    """A move without its first part, if that names the only side that may make it."""
    if (
        owner is None
        or not isinstance(move, tuple)
        or move[:1] not in ((Atom(sides[owner]),), (sides[owner],))
    ):
        return move
    return move[1] if len(move) == 2 else move[1:]
