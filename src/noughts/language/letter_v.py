"""The letter V: between two sentences it is *or*, and where only a name can stand it is a name."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from lark import Token

from noughts.language.brackets import BRACKETS, CLOSING, ENDS_OPERAND

_DEFINING = {"DEFINE", "IFF"}
BIG: Final = frozenset({"BIG_UNION", "BIG_SEC", "BIG_SUM", "BIG_PROD"})
"""The kinds of big operators."""


def with_v_as_name(words: Sequence[Token]) -> list[Token]:
    """The words, with V as a name before ``:=`` and ``iff``, and wherever no operand stands before it.

    One pass; whether a bar opens or closes follows from the word before it.
    """
    if not any(word.type == "OR" and word == "V" for word in words):
        return list(words)
    found: list[Token] = []
    bars: list[bool] = [False]  # for each open bracket, whether a bar is open within it
    conditions: list[bool] = []  # for each open bracket, whether a big operator's condition is in it
    after_operand = False
    for place, word in enumerate(words):
        following = words[place + 1] if place + 1 < len(words) else None
        if word.type == "OR" and word == "V" and (not after_operand or is_head(words, place, following)):
            word = Token.new_borrow_pos("NAME", "V", word)
        found.append(word)
        if word.type in BRACKETS:
            bars.append(False)
            conditions.append(place > 0 and words[place - 1].type in BIG)
        ends_condition = False
        if word.type in CLOSING and conditions:
            bars.pop()
            ends_condition = conditions.pop()
        if word.type == "VBAR":
            closes = after_operand and bars[-1]
            bars[-1] = not after_operand
            after_operand = closes
        else:
            after_operand = word.type in ENDS_OPERAND and not ends_condition
    return found


def is_head(words: Sequence[Token], place: int, following: Token | None) -> bool:
    """Whether ``V :=`` or ``V(x, y) :=`` begins a definition at a place."""
    if following is None or following.type in _DEFINING:
        return following is not None
    if following.type != "LPAR":
        return False
    end = place + 2
    while end < len(words) and words[end].type in ("NAME", "COMMA"):
        end += 1
    return end + 1 < len(words) and words[end].type == "RPAR" and words[end + 1].type in _DEFINING
