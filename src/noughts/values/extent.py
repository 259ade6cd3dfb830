"""The extent of a value: the number of its parts, with repetition, and the depth of their nesting.

    parts(scalar) = 1                          levels(scalar) = 0
    parts(tuple or set) = 1 + Σ parts          levels(tuple or set) = 1 + max levels

The sums are over the elements; for a product or a power set, over the sets from which it is made.  Every
operation on values (hashing, comparing, sorting, printing) takes as many nested calls as there are levels,
and as many steps as there are parts.  Both are limited when a value becomes part of another, so every
operation ends.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from fractions import Fraction
from itertools import chain
from typing import TYPE_CHECKING, TypeAlias

from noughts.values.atom import Atom
from noughts.values.limits import LEVELS, require_extent
from noughts.values.truth import Truth

if TYPE_CHECKING:
    from noughts.values.value import Value

Extent: TypeAlias = tuple[int, int]
"""The parts of a value and its levels."""

SCALARS = frozenset({int, Fraction, str, Atom, Truth})
_FLAT = SCALARS | {tuple}
_MOST_LOOKED_AT_SINGLY = 4
"""The most elements that are examined one by one; for more, it is faster to examine all of their types at
once."""
_PARTS_BETWEEN_LOOKS = 4096
"""Parts visited between two checks of the clock, each of which costs more than a part."""


def extent_of(elements: Collection[Value]) -> Extent:
    """The extent of a tuple or a set with these elements; `OutOfBudget` if it exceeds the limits.

    Nested tuples are traversed; a set knows its own extent.
    """
    if len(elements) <= _MOST_LOOKED_AT_SINGLY and (extent := extent_of_few(elements)) is not None:
        return extent
    parts, levels = 1 + len(elements), 1
    inside = elements
    # most values are tuples of few levels, so whole levels are examined by operations in C
    while not SCALARS.issuperset(kinds := set(map(type, inside))):
        if not _FLAT.issuperset(kinds) or parts > _PARTS_BETWEEN_LOOKS or levels > LEVELS:
            return extent_of_many(elements)
        inside = [*chain.from_iterable([part for part in inside if type(part) is tuple])]
        parts += len(inside)
        levels += 1
    return parts, levels


def extent_of_few(elements: Collection[Value]) -> Extent | None:
    """The extent of a tuple or a set of scalars, tuples of scalars, and sets.

    ``None`` if there are other elements, or so many parts that limits and clock must be checked.
    """
    parts, levels = 1 + len(elements), 1
    for element in elements:
        kind = type(element)
        if kind in SCALARS:
            continue
        if kind is tuple:
            if not SCALARS.issuperset(map(type, element)):  # type: ignore[arg-type]
                return None
            inside, level = 1 + len(element), 1  # type: ignore[arg-type]
        elif (extent := getattr(element, "extent", None)) is None:
            return None
        else:
            inside, level = extent
        parts += inside - 1
        if level >= levels:
            levels = level + 1
    return (parts, levels) if parts <= _PARTS_BETWEEN_LOOKS and levels <= LEVELS else None


def extent_of_many(elements: Collection[Value]) -> Extent:
    """The extent of a tuple or a set of any elements, with regular checks of limits and clock."""
    parts, levels = 1 + len(elements), 1
    looked_at = 0
    waiting: list[tuple[Iterable[Value], int]] = [(elements, 1)]
    while waiting:
        inside, level = waiting.pop()
        for element in inside:
            if isinstance(element, tuple):
                parts += len(element)
                levels = max(levels, level + 1)
                if not SCALARS.issuperset(map(type, element)):
                    waiting.append((element, level + 1))
            elif (extent := getattr(element, "extent", None)) is not None:
                parts += extent[0] - 1
                levels = max(levels, level + extent[1])
        if parts > looked_at + _PARTS_BETWEEN_LOOKS or levels > LEVELS:
            require_extent(parts, levels)
            looked_at = parts
    return parts, levels
