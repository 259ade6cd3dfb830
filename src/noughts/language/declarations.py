"""Signatures among the words of a region.

``f : K -> L`` begins a line, after the end of a definition, and has only words of kinds.  Anywhere else, and
with any other word, a colon or an arrow has no meaning, and is reported with a hint.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from noughts.language.brackets import BRACKETS, CLOSING, ENDS_OPERAND
from noughts.language.machine_words import Words, place_of
from noughts.language.token import Token

_ENDING = ENDS_OPERAND | {"OTHERWISE", "LED_GAME", "VBAR"}
"""Words that may stand before a signature, on the line above."""
_OF_KINDS = (
    ENDS_OPERAND
    | BRACKETS.keys()
    | {
        *("POW", "TIMES", "UNION", "SEC", "DIFFERENCE", "COMMA", "RANGE", "PLUS", "MINUS"),
        *("ARROW", "IMPLIES", "MORETHAN"),
    }
)
"""Words of kinds, and of sets of a document; the last ones are arrows."""


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
    return words[place - 1].type in _ENDING and ("\n" in between or "\\\\" in between)


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
