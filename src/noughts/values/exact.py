"""The exact text of a value, which is on one line and different from that of every other value.

12   "a string"   `x   (1, "a \\u{22}b\\u{22}")   {1, 2}   point(1, 2)

Equal sets have the same text, whatever the order of insertion of their elements.  The exact text is the name
of a move that has no shorter name (`noughts.games.move_name`).
"""

from __future__ import annotations

from itertools import pairwise

from noughts.values.opaque import Opaque
from noughts.values.order import key
from noughts.values.sets import Set, listable
from noughts.values.show import made_of, plain
from noughts.values.value import Value

_ESCAPED = '"\\;~'
"""The quote ends a string, the backslash escapes; the others stand between the moves of records and links."""


def exact_text(value: Value) -> str:
    """The text of a value that no other value has."""
    match value:
        case str():
            return f'"{"".join(escaped(*each) for each in pairwise("." + value))}"'
        case tuple():
            return f"({', '.join(map(exact_text, value))}{',)' if len(value) == 1 else ')'}"
        case Set():
            return f"{{{', '.join(map(exact_text, sorted(listable(value), key=key)))}}}"
        case Opaque():
            return f"{value.maker}({', '.join(map(exact_text, made_of(value)))})"
        case _:
            return plain(value)


def escaped(before: str, letter: str) -> str:
    """A letter of a string, by its code if it would not be visible on a line after the letter before it."""
    is_second_blank = letter == before == " "
    if letter.isprintable() and letter not in _ESCAPED and not is_second_blank:
        return letter
    return f"\\u{{{ord(letter):x}}}"
