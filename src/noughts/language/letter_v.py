"""The letter V: *or* between two sentences, and a name in a place where only a name is possible."""

from __future__ import annotations

from collections.abc import Sequence

from noughts.language.brackets import DEFINING, Brackets
from noughts.language.token import Token


def with_v_as_name(words: Sequence[Token]) -> list[Token]:
    """The words, with V as a name before ``:=`` and ``iff``, and after any word that ends no operand."""
    if not any(word.type == "OR" and word == "V" for word in words):
        return list(words)
    found: list[Token] = []
    brackets = Brackets()
    for place, word in enumerate(words):
        following = words[place + 1] if place + 1 < len(words) else None
        is_v = word.type == "OR" and word == "V"
        if is_v and (not brackets.after_operand or is_head(words, place, following)):
            word = word.of_kind("NAME", "V")
        found.append(word)
        brackets.take(word.type)
    return found


def is_head(words: Sequence[Token], place: int, following: Token | None) -> bool:
    """Whether ``V :=`` or ``V(x, y) :=`` begins a definition at a place."""
    if following is None or following.type in DEFINING:
        return following is not None
    if following.type != "LPAR":
        return False
    end = place + 2
    while end < len(words) and words[end].type in ("NAME", "COMMA"):
        end += 1
    return end + 1 < len(words) and words[end].type == "RPAR" and words[end + 1].type in DEFINING
