"""The keywords of a machine, which are names anywhere else.

``variable``, ``initially``, ``action`` and ``automatic`` begin an item where a definition could begin, and
``when`` follows the head of an action.  No name is possible after the end of a term, so documents may use
these words as names.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final, TypeAlias

from noughts.language.brackets import BRACKETS, CLOSING, ENDS_OPERAND
from noughts.language.token import Token

Words: TypeAlias = Sequence[Token]

BEGINNING: Final = {
    "variable": "VARIABLE",
    "variables": "VARIABLE",
    "initially": "INITIALLY",
    "action": "ACTION",
    "automatic": "AUTOMATIC",
}
ITEMS: Final = frozenset(BEGINNING.values())
ACTIONS: Final = frozenset({"ACTION", "AUTOMATIC"})
_ENDING: Final = ENDS_OPERAND | {"PRIMED", "OTHERWISE", "LED_GAME", "COLON", "UNREADABLE", "DOTS"}
"""Words that may end a term, and so an item."""
_BETWEEN: Final = frozenset({"AND", "COMMA", "SEMICOLON"})
"""Words that may join two updates."""


def marked(words: Sequence[Token], heads: Sequence[int]) -> list[Token]:
    """The words of a region, those of a machine distinguished from names; `heads` begin definitions."""
    found: list[Token] = []
    known, depth, in_head = frozenset(heads), 0, False
    for place, word in enumerate(words):
        depth = depth + (word.type in BRACKETS) - (word.type in CLOSING)
        if word.type == "COLON":
            in_head = False
        elif word.type == "NAME" and place not in known:
            kind = BEGINNING.get(word)
            if kind is not None and place + 1 < len(words) and begins(found, words[place + 1], depth):
                word = word.of_kind(kind)
                depth, in_head = 0, kind in ACTIONS
            elif in_head and word == "when" and depth <= 0 and found[-1].type in ("NAME", "RPAR"):
                word = word.of_kind("WHEN")
                in_head = False
        found.append(word)
    return found


def begins(before: Sequence[Token], following: Token, depth: int) -> bool:
    """Whether an item may begin after some words; within brackets a bar closes nothing."""
    if not before:
        return True
    last = before[-1].type
    return last in _ENDING or (last == "VBAR" and depth <= 0 and following.type == "NAME")


def item_starts(words: Sequence[Token]) -> list[int]:
    """The places of the words that begin the items of a machine."""
    return [place for place, word in enumerate(words) if word.type in ITEMS]


def split_action(words: Sequence[Token]) -> tuple[Sequence[Token], list[Sequence[Token]], Token | None]:
    """The head of an action, its updates, and the first update if the colon before it is missing."""
    starts = [place for place in range(2, len(words)) if begins_update(words, place)]
    colon = next((place for place, word in enumerate(words) if word.type == "COLON"), None)
    if colon is None:
        end = starts[0] if starts else len(words)
        return words[:end], list(updates(words, starts)), words[end] if starts else None
    starts = [colon + 1, *(place for place in starts if place > colon + 1)]
    return words[:colon], list(updates(words, starts)), None


def begins_update(words: Sequence[Token], place: int) -> bool:
    """Whether an update ``x' =`` begins at a place, outside any term."""
    return (
        words[place].type == "PRIMED"
        and place + 1 < len(words)
        and words[place + 1].type == "EQUAL"
        and words[place - 1].type in _ENDING | _BETWEEN | {"VBAR"}
    )


def updates(words: Sequence[Token], starts: Sequence[int]) -> Iterator[Sequence[Token]]:
    """The stretches of words that begin at the given places, without the words that join them."""
    for start, end in pairwise([*starts, len(words)]):
        stretch = words[start:end]
        if end < len(words) and stretch and stretch[-1].type in _BETWEEN:
            stretch = stretch[:-1]
        yield stretch


def place_of(word: Token) -> tuple[int, int]:
    """The start and end offsets of a token."""
    return word.start_pos, word.end_pos
