"""The words of a region that are keywords only in some places: those of machines and of signatures.

``variable``, ``initially``, ``action`` and ``automatic`` begin an item where a definition could begin, and
``when`` follows the head of an action.  No name is possible after the end of a term, so documents may use
these words as names.

A signature ``f : K -> L`` begins a line, after the end of a definition, and has only words of kinds.
Anywhere else, and with any other word, a colon or an arrow has no meaning, and is reported with a hint.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final, TypeAlias

from noughts.language.tokens import BRACKETS, CLOSING, ENDS_OPERAND, Token

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
# Signatures among the words of a region.


# Words that may end a term, and so an item.
_ENDING: Final = ENDS_OPERAND | {"PRIMED", "OTHERWISE", "LED_GAME", "COLON", "UNREADABLE", "DOTS"}
# Words that may join two updates.
_BETWEEN: Final = frozenset({"AND", "COMMA", "SEMICOLON"})


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


# Words that may stand before a signature, on the line above.
_ENDS_DEFINITION = ENDS_OPERAND | {"OTHERWISE", "LED_GAME", "VBAR"}
# Words of kinds, and of sets of a document; the last ones are arrows.
_OF_KINDS = (
    ENDS_OPERAND
    | BRACKETS.keys()
    | {
        *("POW", "TIMES", "UNION", "SEC", "DIFFERENCE", "COMMA", "RANGE", "PLUS", "MINUS"),
        *("ARROW", "IMPLIES", "MORETHAN"),
    }
)


def declared_at(text: str, words: Words, others: Sequence[int]) -> list[int]:
    """The places of the words that begin a signature; `others` are those of definitions and items."""
    found = [place for place in range(len(words)) if begins_signature(text, words, place)]
    ends = sorted({*found, *others, len(words)})
    until = dict(pairwise(ends))
    return [place for place in found if place not in others and is_of_kinds(words[place + 2 : until[place]])]


def begins_signature(text: str, words: Words, place: int) -> bool:
    """Whether ``name :`` stands at a place, on a line of its own."""
    if words[place].type != "NAME" or place + 1 == len(words) or words[place + 1].type != "COLON":
        return False
    if place == 0:
        return True
    between = text[place_of(words[place - 1])[1] : place_of(words[place])[0]]
    return words[place - 1].type in _ENDS_DEFINITION and ("\n" in between or "\\\\" in between)


def is_of_kinds(words: Words) -> bool:
    """Whether some words may be the kinds of a signature, with at most one arrow among them."""
    return bool(words) and all(
        word.type in _OF_KINDS and (word.type != "MORETHAN" or is_arrow(words, place - 1))
        for place, word in enumerate(words)
        if word.type != "LED_GAME"
    )


def is_arrow(words: Words, place: int) -> bool:
    """Whether ``->`` stands at a place."""
    if not 0 <= place < len(words) - 1:
        return False
    first, second = words[place : place + 2]
    return (first.type, second.type, first.end_pos) == ("MINUS", "MORETHAN", second.start_pos)


def with_arrow(words: Words) -> list[Token]:
    """The words of a signature with its arrow as one word; in LaTeX the sign also implies."""
    found: list[Token] = []
    depth = 0
    for place, word in enumerate(words):
        depth += (word.type in BRACKETS) - (word.type in CLOSING)
        if is_arrow(words, place) or (depth == 0 and word.type == "IMPLIES"):
            end = words[place + 1] if word.type == "MINUS" else word
            found.append(Token("ARROW", "->", start_pos=word.start_pos, end_pos=end.end_pos))
        elif not (word.type == "MORETHAN" and is_arrow(words, place - 1)):
            found.append(word)
    return found
