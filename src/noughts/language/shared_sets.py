"""Names that share a set in a condition: ``{(x, y) | x, y in S & x /= y}``, ``Sum[x, y in S] x * y``.

A comma joins such names only where a set-builder or a big operator has its condition, and there nothing else
is a comma.  So these commas are words of their own, and the grammar needs no look ahead.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from lark import Token

from noughts.language.brackets import BRACKETS, CLOSING, ENDS_OPERAND
from noughts.language.letter_v import BIG


@dataclass(slots=True)
class Bracket:
    """An open bracket, or the whole text."""

    can_build: bool = False
    """Whether it is a brace, so that a bar in it may begin a condition."""
    is_condition: bool = False
    """Whether what stands here is a condition."""
    has_bar: bool = False
    """Whether a bar is open, as in the size of a set."""


def with_shared_sets(words: Sequence[Token]) -> list[Token]:
    """The words, with `SHARING` for each comma between names that share a set."""
    found = list(words)
    if not any(word.type == "COMMA" for word in words):
        return found
    open_brackets = [Bracket()]
    before = None  # the word before
    for place, word in enumerate(words):
        here = open_brackets[-1]
        begins = False  # a condition, or a part of one
        if word.type in BRACKETS:
            is_big = word.type == "LSQB" and before is not None and before.type in BIG
            open_brackets.append(Bracket(word.type == "LBRACE", is_big))
            begins = is_big
        elif word.type in CLOSING and len(open_brackets) > 1:
            open_brackets.pop()
        elif word.type == "VBAR":
            after_operand = before is not None and before.type in (*ENDS_OPERAND, "VBAR")
            if here.has_bar or not after_operand:
                here.has_bar = not here.has_bar
            elif here.can_build and not here.is_condition:
                begins = here.is_condition = True
        elif word.type == "AND":
            begins = here.is_condition and not here.has_bar
        if begins:
            for comma in shared_commas(words, place + 1):
                found[comma] = Token.new_borrow_pos("SHARING", ",", words[comma])
        before = word
    return found


def shared_commas(words: Sequence[Token], start: int) -> list[int]:
    """The places of the commas of ``x, y in`` at a place; none where something else stands there."""
    commas: list[int] = []
    for place in range(start, len(words), 2):
        if words[place].type != "NAME" or place + 1 == len(words):
            return []
        if words[place + 1].type == "IN":
            return commas
        if words[place + 1].type != "COMMA":
            return []
        commas.append(place + 1)
    return []
