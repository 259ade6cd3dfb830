"""The layout of text with optional breaks, which become line ends if it does not fit on a line.

This is the layout of Oppen ("Prettyprinting", 1980) in the form of Lindig ("Strictly Pretty", 2000): a group
stays on one line if it fits there, else all its own breaks become line ends.  The time is linear in the text,
except for a lookahead of at most one line in each group.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

from msgspec import Struct


class Break(Struct, frozen=True):
    """A place where a line may end; `flat` is the text there if it does not."""

    flat: str = " "


class Group(Struct, frozen=True):
    """Text that stays on one line or ends lines at all its own breaks; lines after the first are indented."""

    parts: Sequence[Text]
    indent: int = 0


Text: TypeAlias = str | Break | Group


def flat(text: Text) -> str:
    """The text on one line."""
    pieces: list[str] = []
    waiting = [text]
    while waiting:
        match waiting.pop():
            case str(piece):
                pieces.append(piece)
            case Break(piece):
                pieces.append(piece)
            case Group(parts):
                waiting.extend(reversed(parts))
    return "".join(pieces)


def lines(
    text: Text,
    width: int,
    *,
    measure: Callable[[str], int] = len,
    newline: Callable[[int], str] = lambda indent: "\n" + " " * indent,
) -> str:
    """The text in lines no wider than `width`, if its breaks allow that."""
    pieces: list[str] = []
    column = 0
    waiting: list[tuple[int, bool, Text]] = [(0, False, text)]
    while waiting:
        indent, is_flat, part = waiting.pop()
        match part:
            case str():
                pieces.append(part)
                column += measure(part)
            case Break():
                if is_flat:
                    pieces.append(part.flat)
                    column += measure(part.flat)
                else:
                    pieces.append(newline(indent))
                    column = indent
            case Group():
                inner = indent + part.indent
                stays = is_flat or fits_line(width - column, part, waiting, measure)
                waiting.extend((inner, stays, each) for each in reversed(part.parts))
    return "".join(pieces)


def fits_line(
    room: int, group: Group, behind: Sequence[tuple[int, bool, Text]], measure: Callable[[str], int]
) -> bool:
    """Whether a group fits on the rest of the line, with the text after it up to the next break."""
    waiting: list[tuple[bool, Text]] = [(True, group)]
    place = len(behind)
    while room >= 0:
        if not waiting:
            if place == 0:
                return True
            place -= 1
            waiting.append(behind[place][1:])
        is_flat, part = waiting.pop()
        match part:
            case str():
                room -= measure(part)
            case Break():
                if not is_flat:
                    return True
                room -= measure(part.flat)
            case Group():
                waiting.extend((is_flat, each) for each in reversed(part.parts))
    return False
