"""Names that share a set in a condition: ``{(x, y) | x, y in S & x /= y}``, ``Sum[x, y in S] x * y``.

A comma joins such names only where a set-builder or a big operator has its condition, and there nothing else
is a comma.  So these commas are words of their own, and the grammar needs no look ahead.
"""

from __future__ import annotations

from collections.abc import Sequence

from lark import Token

from noughts.language.brackets import Brackets


def with_shared_sets(words: Sequence[Token]) -> list[Token]:
    """The words, with `SHARING` for each comma between names that share a set."""
    found = list(words)
    if not any(word.type == "COMMA" for word in words):
        return found
    brackets = Brackets()
    for place, word in enumerate(words):
        if brackets.take(word.type) or (word.type == "AND" and brackets.in_condition):
            for comma in shared_commas(words, place + 1):
                found[comma] = Token.new_borrow_pos("SHARING", ",", words[comma])
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
