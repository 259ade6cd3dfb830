"""Typed moves: the legal move that a text means."""

from __future__ import annotations

import re
from collections.abc import Sequence

from noughts.refusal import nearest

_NAMED = 12


class Unclear(ValueError):
    """A typed text is not exactly one legal move; the message says so, with a hint."""


class UnknownMove(Unclear):
    """The text is no legal move."""


class AmbiguousMove(Unclear):
    """The text is a part of several legal moves."""


def read_move(typed: str, moves: Sequence[str]) -> int:
    """The number of the move with this text, or with these whole words if no other move has them.

    Case, blanks and backquotes do not matter.  ``#3`` is the third move of the list.
    """
    if typed.strip() in moves:
        return moves.index(typed.strip())
    if numbered := re.fullmatch(r"\s*#\s*([0-9]{1,9})\s*", typed):
        return by_number(int(numbered[1]), moves)
    for likeness in (is_same, is_part):
        found = [number for number, move in enumerate(moves) if likeness(typed, move)]
        if len(found) == 1:
            return found[0]
        if found:
            meant = enumeration([moves[number] for number in found])
            raise AmbiguousMove(f"“{typed.strip()}” may be {meant}.")
    raise UnknownMove(f"There is no move “{typed.strip()}” here. {suggestion(typed, moves)}")


def by_number(number: int, moves: Sequence[str]) -> int:
    """The index of the move that is listed under `number`."""
    if not 1 <= number <= len(moves):
        raise UnknownMove(f"The list has no move #{number}: it goes from #1 to #{len(moves)}.")
    return number - 1


def signs_in(text: str) -> list[str]:
    """The names and numbers in a text, and the signs between them except blanks and backquotes."""
    return re.findall(r"[^\W\d_]+|\d+|[^\w\s`]", text.casefold())


def is_same(typed: str, move: str) -> bool:
    """Whether a text is the move, ignoring case, blanks and backquotes."""
    return signs_in(typed) == signs_in(move) != []


def is_part(typed: str, move: str) -> bool:
    """Whether the words of a text are consecutive words of the move: 1 is a part of take 1, but not of 10."""
    part, whole = signs_in(typed), signs_in(move)
    starts = range(len(whole) - len(part) + 1)
    return part != [] and any(whole[start : start + len(part)] == part for start in starts)


def suggestion(typed: str, moves: Sequence[str]) -> str:
    """The moves that may have been meant, else all moves."""
    near = nearest(typed.strip(), moves, most=3)
    return f"Did you mean {enumeration(near)}?" if near else f"You may play {enumeration(moves)}."


def enumeration(texts: Sequence[str]) -> str:
    """Texts in a sentence; only the first ones if there are many."""
    if len(texts) > _NAMED:
        return f"{', '.join(texts[:_NAMED])} or {len(texts) - _NAMED} more"
    head, tail = texts[:-1], texts[-1]
    return f"{', '.join(head)} or {tail}" if head else tail
