"""The conversion of integers of any length to decimal digits and back.

Python converts no more than 4300 digits at once.  Lifting that limit would lift it for every thread, so
longer numbers are converted in parts.
"""

from __future__ import annotations

from noughts.values.limits import DIGITS

LONGEST_NUMERAL = DIGITS + 1
"""Characters of one numeral: as many as the longest number prints with."""
_PART = 4000
"""Digits converted at once; fewer than Python's own limit."""

_ONE_PART = 10**_PART
"""The first number that is longer, computed once: that takes a thousand times as long as printing a small
one."""


def whole_text(number: int) -> str:
    """The decimal digits of an integer; the time is quadratic, a quarter of a second for 100,000 digits."""
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
