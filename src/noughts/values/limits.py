"""Limits of the size of values, beyond which the work on them is stopped."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextvars import ContextVar
from typing import TypeVar

from noughts.values.misuse import TooDeep, TooLarge, TooManyElements

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

_ELEMENTS_BETWEEN_LOOKS = 64
"""Elements of a lazy set that are listed between two checks of the clock."""

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
