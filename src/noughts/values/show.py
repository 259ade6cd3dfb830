"""The printed form of a value, as ``pp`` returns it.

    12   -0.5   0.(3..)   true   a string as it is   `x   (1, "a string")   (1,)   {1, 2}   {}   Easel values

A string has quotes only inside a tuple or a set.  So the printed form of any other value reads back as that
value: ``("1", 1)`` and ``(1, "1")`` differ, and so do ``("a, b", 1)`` and ``("a", "b", 1)``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from itertools import chain

from noughts.values.limits import DIGITS, count_text, digits_text, require_elements, watch
from noughts.values.misuse import OutOfBudget
from noughts.values.scalars import Atom, Opaque, Truth
from noughts.values.sets import Set
from noughts.values.value import Value

# The most digits of the period of a fraction; with a longer one, it prints as a quotient, ``1/1000003``.
_LONGEST_PERIOD = 1000

# Pieces printed between two checks of the clock, each of which costs more than a piece.
_PIECES_BETWEEN_LOOKS = 1024
SHOWN = 1000
"""The most elements of a value that are shown on a terminal; more would scroll out of sight."""
# The most levels of a set that is shown in a message: listing a product or a power set takes as many nested
# calls.
_DEEPEST_SHOWN = 40


def show(value: Value) -> str:
    """The printed form; sets in order of insertion, without duplicates."""
    return "".join(pieces(value))


def abridged(value: Value, most: int = SHOWN) -> str:
    """The printed form with at most `most` elements, at all depths; the others are counted: `… 5 more`."""
    return "".join(pieces(value, quota=iter(range(most))))


def written_out(value: Value) -> str:
    """The printed form with images, points and colours as the builtins that make them:
    ``disc(point(1, 2), 3, color(0, 0, 0))``."""
    return "".join(pieces(value, opaque=False))


def pieces(
    value: Value,
    *,
    largest: int | None = None,
    opaque: bool = True,
    quota: Iterator[int] | None = None,
) -> Iterator[str]:
    """The printed form piece by piece, for any depth of nesting.

    A set of more than `largest` elements is shown by its size alone; values that are not `opaque` are
    written out.  A `quota` gives a number for each element that may be shown.
    """
    waiting: list[Iterator[Value]] = [iter((value,))]
    look, steps = watch.get(), 0
    while waiting:
        part = next(waiting[-1], None)
        steps += 1
        if steps % _PIECES_BETWEEN_LOOKS == 0:
            look()
        match part:
            case None:
                waiting.pop()
            case tuple():
                waiting.append(chain("(", separated(part, quota, len(part)), ",)" if len(part) == 1 else ")"))
            case Set() if largest is not None and (size := size_text(part, largest)):
                yield size
            case Set():
                require_elements(part.size)
                waiting.append(chain("{", separated(part, quota, part.size), "}"))
            case Opaque() if not opaque:
                waiting.append(chain(f"{part.maker}(", separated(made_of(part)), ")"))
            case _:
                yield plain(part)


def made_of(value: Opaque) -> Iterator[Value]:
    """The operands of the builtin that creates a value: its fields."""
    return (getattr(value, name) for name in value.__struct_fields__)


def separated(values: Iterable[Value], quota: Iterator[int] | None = None, size: int = 0) -> Iterator[Value]:
    """The values, separated by commas, with strings in quotes, and the number of those not shown of
    `size`."""
    for place, value in enumerate(values):
        if place:
            yield ", "
        if quota is not None and next(quota, None) is None:
            yield f"… {size - place:,} more"
            return
        yield f'"{value}"' if isinstance(value, str) else value


def plain(value: Value) -> str:
    """The printed form of a value that has no parts."""
    match value:
        case Truth():
            return value.value
        case int():
            return whole_text(value)
        case Fraction():
            return decimal_text(value)
        case Atom():
            return f"`{value.name}"
        case Opaque():
            return value.printed
        case _:
            return str(value)


def summary(value: Value, width: int = 60) -> str:
    """The printed form cut to `width` characters, for messages; never fails, and never lists a large set."""
    if isinstance(value, int | Fraction) and max(map(abs, value.as_integer_ratio())).bit_length() > 4 * width:
        return digits_text(max(map(abs, value.as_integer_ratio())))
    text = ""
    for piece in pieces(f'"{value}"' if isinstance(value, str) else value, largest=width):
        text += piece
        if len(text) > width:
            return text[: width - 1] + "…"
    return text


def size_text(value: Set, largest: int) -> str:
    """The number of elements of a set as text if they are more than `largest`, else empty."""
    try:
        if value.extent[1] > _DEEPEST_SHOWN:
            return "a set of deeply nested sets"
        return f"a set of {count_text(value.size)} elements" if value.size > largest else ""
    except OutOfBudget:
        return "a set of very many elements"


def decimal_text(number: Fraction, longest: int = _LONGEST_PERIOD) -> str:
    """Exact decimals, the repeating block in brackets: 1/6 is ``0.1(6..)``."""
    sign = "-" if number < 0 else ""
    whole, remainder = divmod(abs(number.numerator), number.denominator)
    digits, block = expansion(remainder, number.denominator, longest)
    if block is None:
        return f"{whole_text(number.numerator)}/{whole_text(number.denominator)}"
    repeating = f"({block}..)" if block else ""
    return f"{sign}{whole_text(whole)}.{digits}{repeating}"


def expansion(remainder: int, denominator: int, longest: int) -> tuple[str, str | None]:
    """Digits after the point of remainder/denominator, and the block that repeats.

    The block is empty if the decimals end, ``None`` if there are more than `longest` digits.
    """
    seen: dict[int, int] = {}
    digits: list[str] = []
    while remainder and remainder not in seen:
        if len(digits) > longest:
            return "", None
        seen[remainder] = len(digits)
        digit, remainder = divmod(remainder * 10, denominator)
        digits.append(str(digit))
    if not remainder:
        return "".join(digits), ""
    start = seen[remainder]
    return "".join(digits[:start]), "".join(digits[start:])


# The conversion of integers of any length to decimal digits and back.


LONGEST_NUMERAL = DIGITS + 1
"""Characters of one numeral: as many as the longest number prints with."""
# Digits converted at once; fewer than Python's own limit.
_PART = 4000

# The first number that is longer, computed once: that takes a thousand times as long as printing a small one.
_ONE_PART = 10**_PART


def whole_text(number: int) -> str:
    """The decimal digits of an integer; the time is quadratic, a quarter of a second for 100,000 digits.

    Python converts no more than 4300 digits at once.  Lifting that limit would lift it for every thread, so
    longer numbers are converted in parts.
    """
    if abs(number) < _ONE_PART:
        return str(number)
    parts: list[str] = []
    rest = abs(number)
    while rest:
        rest, part = divmod(rest, _ONE_PART)
        parts.append(str(part).zfill(_PART))
    return ("-" if number < 0 else "") + "".join(reversed(parts)).lstrip("0")


def whole_value(digits: str) -> int:
    """The integer with these decimal digits; 0 if there are none."""
    first = len(digits) % _PART
    value = int(digits[:first] or "0")
    for place in range(first, len(digits), _PART):
        value = value * _ONE_PART + int(digits[place : place + _PART])
    return value
