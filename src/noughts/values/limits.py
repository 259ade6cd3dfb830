"""How large a value may become before the work on it is stopped."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextvars import ContextVar
from typing import TypeVar

from noughts.values.misuse import TooDeep, TooLarge, TooManyElements

T = TypeVar("T")

ELEMENTS = 1_000_000
"""Elements of one set or tuple, unless a budget says otherwise."""

UNQUESTIONED = 4096
"""Sets up to this size are never asked about: looking up the limit would cost more than it saves."""

LEVELS = 200
"""Tuples and sets inside one another: what Python has room for without being asked, four calls for each."""

PARTS_PER_ELEMENT = 8
"""How many parts a value may have, at all depths together, for each element that a set may have."""

BETWEEN_LOOKS = 64
"""Elements of a lazy set that are listed between two looks at the clock."""

DIGITS = 100_000
"""Decimal digits of one number; arithmetic on longer ones takes seconds."""

BITS = 332_193
"""As many binary digits."""

UNQUESTIONED_BITS = 8192
"""Numbers up to this length are never asked about."""


def nothing() -> None:
    """What is done where nobody watches."""


elements_allowed: ContextVar[int] = ContextVar("elements_allowed", default=ELEMENTS)
watch: ContextVar[Callable[[], None]] = ContextVar("watch", default=nothing)
"""Called by every operation on something large; it may stop the work."""


def require_elements(size: int, what: str = "set") -> None:
    """Refuse to list a set, or to build a tuple, of `size` elements if that is more than allowed."""
    if size > UNQUESTIONED:
        watch.get()()
        if size > (allowed := elements_allowed.get()):
            raise TooManyElements(
                f"this {what} would have {count_text(size)} elements, more than the {allowed:,} allowed",
                "make the sets it is built from smaller, or ask only for membership or size"
                if what != "tuple"
                else "make the tuples it is joined from shorter",
            )


def require_bits(length: int) -> None:
    """Refuse a number of so many binary digits if that is more than allowed."""
    if length > UNQUESTIONED_BITS:
        watch.get()()
        if length > BITS:
            raise TooLarge(f"this number would have more than {DIGITS:,} digits")


def count_text(count: int) -> str:
    """A count that stays short however large it is."""
    return f"{count:,}" if count.bit_length() <= 64 else f"about 2^{count.bit_length() - 1}"


def digits_text(number: int) -> str:
    """How long a number is, for one that is too long to be shown."""
    return f"a number of about {number.bit_length() * 30103 // 100000 + 1:,} digits"


def require_extent(parts: int, levels: int) -> None:
    """Refuse a value of so many parts, all that stand in it counted as often as they do, or so deep."""
    if levels > LEVELS:
        raise TooDeep(
            f"this value would be nested more than {LEVELS} levels deep",
            "keep what belongs together in one tuple or set: `t + (x,)` and `S U {x}` nest nothing",
        )
    if parts > UNQUESTIONED:
        watch.get()()
        if parts > (allowed := elements_allowed.get() * PARTS_PER_ELEMENT):
            raise TooManyElements(
                f"this value would have {count_text(parts)} parts, more than the {allowed:,} allowed",
                "make the tuples and sets it is built from smaller",
            )


def watched(elements: Iterable[T]) -> Iterator[T]:
    """The elements, with a look at the clock now and then."""
    look = watch.get()
    for place, element in enumerate(elements):
        if place % BETWEEN_LOOKS == 0:
            look()
        yield element
