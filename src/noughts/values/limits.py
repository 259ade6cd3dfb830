"""The extent of values, and its limits, beyond which the work on them is stopped.

    parts(scalar) = 1                          levels(scalar) = 0
    parts(tuple or set) = 1 + Σ parts          levels(tuple or set) = 1 + max levels

The sums are over the elements; for a product or a power set, over the sets from which it is made.  Every
operation on values (hashing, comparing, sorting, printing) takes as many nested calls as there are levels,
and as many steps as there are parts.  Both are limited when a value becomes part of another, so every
operation ends.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from contextvars import ContextVar
from fractions import Fraction
from itertools import chain
from typing import TYPE_CHECKING, TypeAlias, TypeVar

from noughts.values.misuse import TooDeep, TooLarge, TooManyElements
from noughts.values.scalars import Atom, Truth

if TYPE_CHECKING:
    from noughts.values.value import Value

_T = TypeVar("_T")

ELEMENTS = 1_000_000
"""The most elements of a set or tuple, unless a budget has another limit."""

UNQUESTIONED = 4096
"""The size up to which sets are not checked: looking up the limit would cost more than building the set."""

LEVELS = 200
"""The most levels of nested tuples and sets: with four Python calls per level, operations on them stay within
the default recursion limit of 1,000."""

PARTS_PER_ELEMENT = 8
"""The factor by which the parts of a value, at all depths, may exceed the elements allowed for one set."""

# Elements of a lazy set that are listed between two checks of the clock.
_ELEMENTS_BETWEEN_LOOKS = 64

DIGITS = 100_000
"""The most decimal digits of a number; arithmetic on longer ones takes seconds."""

BITS = 332_193
"""The same limit in bits."""

UNQUESTIONED_BITS = 8192
"""The length in bits up to which numbers are not checked, since looking up limits takes longer."""


def nothing() -> None:
    """The default watch: it does nothing."""


elements_allowed: ContextVar[int] = ContextVar("elements_allowed", default=ELEMENTS)
watch: ContextVar[Callable[[], None]] = ContextVar("watch", default=nothing)
"""Called by every operation on something large; it may stop the work."""


def require_elements(size: int, what: str = "set") -> None:
    """Refuse to list a set, or to build a tuple, of `size` elements if these are more than allowed."""
    if size > UNQUESTIONED:
        watch.get()()
        if size > (allowed := elements_allowed.get()):
            raise TooManyElements(
                f"this {what} would have {count_text(size)} elements, more than the {allowed:,} allowed",
                "make the sets it is built from smaller, or use only membership and size"
                if what != "tuple"
                else "make the tuples it is joined from shorter",
            )


def require_bits(length: int) -> None:
    """Refuse a number of `length` binary digits if that is more than allowed."""
    if length > UNQUESTIONED_BITS:
        watch.get()()
        if length > BITS:
            raise TooLarge(f"this number would have more than {DIGITS:,} digits")


def count_text(count: int) -> str:
    """The text of a count, which is short for every count."""
    return f"{count:,}" if count.bit_length() <= 64 else f"about 2^{count.bit_length() - 1}"


def digits_text(number: int) -> str:
    """The length of a number that is too long to be shown, as text."""
    return f"a number of about {number.bit_length() * 30103 // 100000 + 1:,} digits"


def require_extent(parts: int, levels: int) -> None:
    """Refuse a value with too many parts, counted with repetition, or too many levels."""
    if levels > LEVELS:
        raise TooDeep(
            f"this value would be nested more than {LEVELS} levels deep",
            "collect the parts in one tuple or set: `t + (x,)` and `S U {x}` do not nest",
        )
    if parts > UNQUESTIONED:
        watch.get()()
        if parts > (allowed := elements_allowed.get() * PARTS_PER_ELEMENT):
            raise TooManyElements(
                f"this value would have {count_text(parts)} parts, more than the {allowed:,} allowed",
                "make the tuples and sets it is built from smaller",
            )


def watched(elements: Iterable[_T]) -> Iterator[_T]:
    """The elements, with a check of the clock at intervals."""
    look = watch.get()
    for place, element in enumerate(elements):
        if place % _ELEMENTS_BETWEEN_LOOKS == 0:
            look()
        yield element


# The extent of a value: the number of its parts, with repetition, and the depth of their nesting.


Extent: TypeAlias = tuple[int, int]
"""The parts of a value and its levels."""

SCALARS = frozenset({int, Fraction, str, Atom, Truth})
_FLAT = SCALARS | {tuple}
# The most elements that are examined one by one; for more, it is faster to examine all of their types at
# once.
_MOST_LOOKED_AT_SINGLY = 4
# Parts visited between two checks of the clock, each of which costs more than a part.
_PARTS_BETWEEN_LOOKS = 4096


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
