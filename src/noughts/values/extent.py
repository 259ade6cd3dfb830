"""The extent of a value: its parts, each counted as often as it occurs, and the levels they are nested.

    parts(scalar) = 1                          levels(scalar) = 0
    parts(tuple or set) = 1 + Σ parts          levels(tuple or set) = 1 + max levels

of the elements; of a product or a power set, of the sets it is made of.  Every operation on values (to hash,
to compare, to sort, to print) takes as many nested calls as there are levels, and as many steps as there are
parts.  Both are limited when a value becomes part of another, so that no operation
runs away.
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
_FEW = 4
"""Elements that are looked at one by one, before it is quicker to look at all of their types at once."""
_PARTS_BETWEEN_LOOKS = 4096
"""Parts visited between two checks of the clock, each of which costs more than a part."""


def extent_of(elements: Collection[Value]) -> Extent:
    """The extent of a tuple or a set of these elements; `OutOfBudget` if it is refused.

    Tuples inside tuples are walked through; a set knows its own extent.
    """
    if len(elements) <= _FEW and (extent := extent_of_few(elements)) is not None:
        return extent
    parts, levels = 1 + len(elements), 1
    inside = elements
    while not SCALARS.issuperset(kinds := set(map(type, inside))):  # most values are tuples of few levels
        if not _FLAT.issuperset(kinds) or parts > _PARTS_BETWEEN_LOOKS or levels > LEVELS:
            return extent_of_many(elements)
        inside = [*chain.from_iterable([part for part in inside if type(part) is tuple])]
        parts += len(inside)
        levels += 1
    return parts, levels


def extent_of_few(elements: Collection[Value]) -> Extent | None:
    """The extent of a tuple or a set of some scalars, tuples of scalars, and sets; ``None`` if there is
    anything else, or so much that limits and clock must be looked at."""
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
    """The extent of a tuple or a set of any elements, with a look at limits and clock now and then."""
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
