"""The structure that some values have in common: tuples of parts, sets of parts, and what is neither."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from noughts.values.atom import Atom
from noughts.values.sets import Set, listable
from noughts.values.value import Value

Path: TypeAlias = tuple[int, ...]
"""The way to a part: the place in each tuple on the way, from 1."""

PartKind: TypeAlias = Literal["number", "atom", "tuple", "set", "other"]


@dataclass(frozen=True, slots=True)
class CommonPart:
    """What stands at one place of several values.

    The parts of a tuple are its elements; a set has one part, for all of its elements.  `values` are
    all that were seen here, without repetition.
    """

    path: Path
    kind: PartKind
    values: tuple[Value, ...]
    parts: tuple[CommonPart, ...] = ()

    @property
    def element(self) -> CommonPart:
        """What the elements of a set have in common."""
        return self.parts[0]

    def within(self) -> Iterator[CommonPart]:
        """The part, and those of tuples in it; not those of sets."""
        yield self
        if self.kind == "tuple":
            for part in self.parts:
                yield from part.within()


def common(values: Sequence[Value], path: Path = ()) -> CommonPart:
    """The structure of some values."""
    seen = tuple(dict.fromkeys(values))
    if seen and all(isinstance(value, int) for value in seen):
        return CommonPart(path, "number", seen)
    if seen and all(isinstance(value, Atom) for value in seen):
        return CommonPart(path, "atom", seen)
    tuples = [value for value in seen if isinstance(value, tuple)]
    if tuples and len(tuples) == len(seen) and len({len(value) for value in tuples}) == 1:
        columns = zip(*tuples, strict=True)
        parts = (common(column, (*path, place)) for place, column in enumerate(columns, start=1))
        return CommonPart(path, "tuple", seen, tuple(parts))
    sets = [value for value in seen if isinstance(value, Set)]
    if sets and len(sets) == len(seen):
        elements = [element for value in sets for element in listable(value)]
        return CommonPart(path, "set", seen, (common(elements),))
    return CommonPart(path, "other", seen)


def at(value: Value, path: Path) -> Value:
    """The part of a value at the end of a path."""
    for place in path:
        assert isinstance(value, tuple)
        value = value[place - 1]
    return value
