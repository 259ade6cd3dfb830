"""Cells of which each has several places: its contents are tuples, or keys have something else as well."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from noughts.documents.board.layers import BoardLayer
from noughts.documents.board.looks import empty_label, is_placeholder
from noughts.documents.board.words import one
from noughts.values.atom import Atom
from noughts.values.order import key
from noughts.values.value import Value


@dataclass(frozen=True, slots=True)
class SharedCells:
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
        """What the pieces are called; numbers are only written."""
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
