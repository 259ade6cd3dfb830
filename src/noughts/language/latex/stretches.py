"""Stretches of the words of a formula: those outside brackets, and those before and after a sign."""

from __future__ import annotations

from collections.abc import Iterator

from lark import Token

from noughts.language.brackets import BRACKETS, CLOSING
from noughts.language.machine_words import Words, place_of

RANGES = {"IN", "SUBSET"}
"""Words between a name and its range."""


def sign_of(kind: str, text: str, word: Token) -> Token:
    """A word of another kind at the place of a word."""
    start, end = place_of(word)
    return Token(kind, text, start_pos=start, end_pos=end)


def defining(words: Words) -> list[Token]:
    """The sign after a head: ``=`` defines a term, ``⇔`` a relation."""
    kind, text = ("DEFINE", ":=") if words[0].type == "EQUAL" else ("IFF", "iff")
    return [sign_of(kind, text, words[0]), *words[1:]]


def defining_set(words: Words) -> list[Token]:
    """The words after the name of a set: ``: S``, or ``: S, T`` for the set of several."""
    sign, rest = sign_of("DEFINE", ":=", words[0]), list(words[1:])
    if any(kind == "COMMA" for _, kind in at_depth(rest)):
        rest = [sign_of("LBRACE", "{", rest[0]), *rest, sign_of("RBRACE", "}", rest[-1])]
    return [sign, *rest]


def without_ranges(head: Words) -> list[Token]:
    """``f(x ⊆ S, y)`` as ``f(x, y)``."""
    found: list[Token] = []
    depth = 0
    ranging = False
    for word in head:
        depth += (word.type in BRACKETS) - (word.type in CLOSING)
        if depth == 1 and word.type in RANGES:
            ranging = True
        elif (depth == 1 and word.type == "COMMA") or depth == 0:
            ranging = False
        if not ranging:
            found.append(word)
    return found


def at_depth(words: Words) -> Iterator[tuple[int, str]]:
    """The words outside all brackets: the place and the kind of each."""
    depth = 0
    for place, word in enumerate(words):
        depth += (word.type in BRACKETS) - (word.type in CLOSING)
        if depth == 0:
            yield place, word.type


def ungrouped(words: Words) -> Words:
    """The content of parentheses, if they enclose everything."""
    outside = [place for place, _ in at_depth(words)]
    return words[1:-1] if words and words[0].type == "LPAR" and outside == [len(words) - 1] else words


def equations_in(words: Words) -> Iterator[Words]:
    """The stretches between the signs of *and* that begin with ``x =``."""
    starts = [0]
    for place, kind in at_depth(words):
        if kind in ("AND", "COMMA") and [word.type for word in words[place + 1 : place + 3]] == [
            "NAME",
            "EQUAL",
        ]:
            starts.append(place + 1)
    for start, end in zip(starts, [*(start - 1 for start in starts[1:]), len(words)], strict=True):
        yield words[start:end]
