"""The contents of cells besides pieces that move.

Some things close cells for good, and some are marks beside men.  A cell may have several places: its contents
are tuples, or keys have something else as well.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from itertools import combinations
from typing import TypeAlias

from msgspec import Struct

from noughts.documents.board.layers import BoardLayer, one
from noughts.documents.board.looks import empty_label, is_placeholder
from noughts.documents.board.sampled import Sampled
from noughts.values.order import key
from noughts.values.scalars import Atom
from noughts.values.value import Value

Thing: TypeAlias = tuple[int, Value]
"""The number of a layer, from 0, and what it puts on cells."""
Lying: TypeAlias = Mapping[Thing, frozenset[Value]]
"""The cells of each thing in a state."""


class SharedCells(Struct, frozen=True):
    """The places that each cell has, in order, what may lie there, and what stands for nothing.

    A piece is called by what it is; where keys tell the places apart, by these as well.
    """

    places: tuple[Value, ...]
    contents: tuple[Value, ...]
    empty: Value | None
    is_keyed: bool

    @property
    def are_counts(self) -> bool:
        """Whether numbers lie in the places."""
        return all(isinstance(each, int) for each in self.contents)

    @property
    def have_names(self) -> bool:
        """Whether atoms tell the places apart."""
        return all(isinstance(each, Atom) for each in self.places)

    @property
    def labels(self) -> Iterator[Value]:
        """The labels of the pieces; numbers are only written."""
        for content in () if self.are_counts else self.contents:
            if not self.is_keyed:
                yield content
            else:
                for place in self.places:
                    yield (*place, content) if isinstance(place, tuple) else (place, content)


def shared_cells(layer: BoardLayer, states: Sequence[Value], sides: Sequence[Value]) -> SharedCells | None:
    """The places of the cells of a layer, if each cell has several."""
    if layer.is_keyed:
        return by_keys(layer, states, sides)
    return in_tuples(layer, states, sides) if layer.is_map(states) else None


def towers(layer: BoardLayer, states: Sequence[Value]) -> Sequence[Value]:
    """The pieces of a map to tuples that are towers, the top last: they are not all of one height."""
    seen = dict.fromkeys(one(label) for state in states for _, label in layer.put(state))
    tuples = [content for content in seen if isinstance(content, tuple)]
    if len(tuples) < len(seen) or len({*map(len, tuples)}) < 2 or not layer.is_map(states):
        return ()
    return sorted({piece for content in tuples for piece in content}, key=key)


def by_keys(layer: BoardLayer, states: Sequence[Value], sides: Sequence[Value]) -> SharedCells:
    """The places of a map whose keys are a cell and something else."""
    put = [label for state in states for _, label in layer.put(state) if isinstance(label, tuple)]
    places = sorted({one(label[:-1]) for label in put}, key=key)
    return of_contents(places, [label[-1] for label in put], sides, is_keyed=True)


def in_tuples(layer: BoardLayer, states: Sequence[Value], sides: Sequence[Value]) -> SharedCells | None:
    """The places of a map to tuples of one length in which the same may stand everywhere, also nothing.

    A tuple of a side and a rank is one piece.
    """
    seen = dict.fromkeys(one(label) for state in states for _, label in layer.put(state))
    tuples = [content for content in seen if isinstance(content, tuple)]
    if len({len(content) for content in tuples}) != 1 or len(tuples) < len(seen):
        return None
    columns = [set(column) for column in zip(*tuples, strict=True)]
    taken = [{each for each in column if not is_placeholder(each)} for column in columns]
    are_alike = all(one & two for one, two in combinations(taken, 2))
    if len(columns) < 2 or not are_alike or taken == columns:
        return None
    places = list(range(1, len(columns) + 1))
    return of_contents(places, [each for content in tuples for each in content], sides, is_keyed=False)


def of_contents(
    places: Sequence[Value], contents: Sequence[Value], sides: Sequence[Value], *, is_keyed: bool
) -> SharedCells:
    """The places with what lies in them, without what stands for nothing."""
    empty = empty_label(contents, sides, of_matrix=True)
    some = tuple(sorted({each for each in contents if each != empty}, key=key))
    return SharedCells(tuple(places), some, empty, is_keyed)


class Things(Struct, frozen=True, dict=True):
    """The things that layers put on cells in the positions of a sample, but for those that mean nothing."""

    layers: Sequence[BoardLayer]
    sample: Sampled
    sides: Sequence[Value]

    @cached_property
    def lying(self) -> Mapping[Value, Lying]:
        """Where everything lies in each state."""
        found = {state: cells_of_things(self.layers, state) for state in self.sample.states}
        things = {thing for lying in found.values() for thing in lying}
        nothing = {(k, label) for k, label in things if self.is_full(k) and label == self.empty(k, things)}
        return {
            state: {thing: cells for thing, cells in lying.items() if thing not in nothing}
            for state, lying in found.items()
        }

    def is_full(self, number: int) -> bool:
        """Whether a layer has something for each cell, be it nothing."""
        layer = self.layers[number]
        return layer.has_all or layer.is_map(self.sample.states)

    def empty(self, number: int, things: set[Thing]) -> tuple[Value | None]:
        """The label that stands for nothing in a layer, as it is put on cells."""
        labels = [one(label) for k, label in things if k == number]
        return (empty_label(labels, self.sides, of_matrix=self.layers[number].form != "row"),)

    @cached_property
    def changes(self) -> Mapping[Thing, Sequence[tuple[frozenset[Value], frozenset[Value], Value | None]]]:
        """The cells of each thing before and after each step, with the side that made it."""
        things = dict.fromkeys(thing for found in self.lying.values() for thing in found)
        nothing = frozenset[Value]()
        return {
            thing: [
                (
                    self.lying[each.before].get(thing, nothing),
                    self.lying[each.after].get(thing, nothing),
                    each.side,
                )
                for each in self.sample.steps
            ]
            for thing in things
        }

    @cached_property
    def moving(self) -> frozenset[Thing]:
        """The things that leave a cell and come to another one in some step."""
        found = self.changes.items()
        return frozenset(
            thing for thing, steps in found if any(one - two and two - one for one, two, _ in steps)
        )

    @cached_property
    def closed(self) -> Sequence[Thing]:
        """The things that close cells: every side puts them down, they stay for good and share their cells
        with nothing, or are the trail of what moves, while something else moves.

        Where nothing moves, as in a game of stones that both sides place, they are the pieces.
        """
        sides = {step.side for step in self.sample.steps}
        sharing = {thing for pair in self.sharing for thing in pair}
        found: list[Thing] = []
        for thing, steps in self.changes.items():
            stays = all(before <= after for before, after, _ in steps)
            put_by = {side for before, after, side in steps if before < after}
            is_closed = stays and put_by == sides and (thing not in sharing or self.is_trail(thing))
            if self.moving and is_closed and may_close(self.layers[thing[0]], thing[1]):
                found.append(thing)
        return found

    def is_trail(self, thing: Thing) -> bool:
        """Whether a thing comes only to cells that something that moves has just left or reached."""
        return all(
            after <= before.union(*(one ^ two for one, two, _ in steps))
            for (before, after, _), *steps in zip(
                self.changes[thing], *map(self.changes.__getitem__, self.moving), strict=True
            )
        )

    @cached_property
    def sharing(self) -> frozenset[tuple[Thing, Thing]]:
        """The things that lie on one cell in some state."""
        return frozenset(
            (one, two)
            for lying in self.lying.values()
            for one, two in combinations(lying, 2)
            if not lying[one].isdisjoint(lying[two])
        )

    @cached_property
    def crowd(self) -> Sequence[int]:
        """The layers of single men that may share a cell with other pieces: each has its own part of it."""
        men = {number for number, layer in enumerate(self.layers) if layer.form == "man"}
        beside = {*self.marks, *self.beneath}
        shared = [{one[0], two[0]} for one, two in self.sharing]
        return sorted({number for pair in shared if beside.isdisjoint(pair) for number in pair & men})

    @cached_property
    def marks(self) -> Sequence[int]:
        """The layers that are drawn small in a corner: those that share cells with men, or with other things
        that move, and do not move themselves."""
        moving = {number for number, _ in self.moving}
        shared = [{one[0], two[0]} for one, two in self.sharing if one[0] != two[0]]
        found = {number for pair in shared for number in pair if pair & moving}
        return sorted(found - moving - self.beneath)

    @cached_property
    def beneath(self) -> frozenset[int]:
        """The layers on which men stand as on the board itself: those that close cells, and links."""
        links = (number for number, layer in enumerate(self.layers) if layer.is_link)
        return frozenset([*links, *(number for number, _ in self.closed)])


def may_close(layer: BoardLayer, label: Value) -> bool:
    """Whether what lies on cells may close them: a man does not, nor a number of things."""
    is_number = isinstance(label, tuple) and any(isinstance(part, int) for part in label)
    return layer.form != "man" and not (layer.is_link or layer.is_keyed or is_number)


def cells_of_things(layers: Sequence[BoardLayer], state: Value) -> Lying:
    """The cells of each thing in a state."""
    found: dict[Thing, set[Value]] = {}
    for number, layer in enumerate(layers):
        for cells, label in layer.put(state):
            found.setdefault((number, label), set()).update(cells)
    return {thing: frozenset(cells) for thing, cells in found.items()}
