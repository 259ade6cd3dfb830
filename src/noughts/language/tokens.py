"""Words of a text with their kinds and places, and the brackets among them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from msgspec import Struct, field


class Token(str):
    """A word with its kind and its place; it equals a text, and a word of its kind with the same text."""

    __slots__ = ("end_pos", "line", "start_pos", "type")
    type: str
    start_pos: int
    end_pos: int
    line: int
    """The line of the stretch that was read."""

    def __new__(cls, type: str, text: str, start_pos: int = 0, end_pos: int = 0, line: int = 0) -> Token:
        made = super().__new__(cls, text)
        made.type, made.start_pos, made.end_pos, made.line = type, start_pos, end_pos, line
        return made

    def of_kind(self, type: str, text: str | None = None) -> Token:
        """A word of another kind in the same place, with another text if one is given."""
        return Token(type, self if text is None else text, self.start_pos, self.end_pos, self.line)

    def __eq__(self, other: object) -> bool:
        return str.__eq__(self, other) and (not isinstance(other, Token) or self.type == other.type)

    __hash__ = str.__hash__


BRACKETS: Final[Mapping[str, str]] = {
    "LPAR": "RPAR",
    "LBRACE": "RBRACE",
    "LSQB": "RSQB",
    "LFLOOR": "RFLOOR",
    "LCEIL": "RCEIL",
}
"""The kind of each opening bracket, with that of the closing one; a bar may be either, so it is left out."""

CLOSING: Final[Mapping[str, str]] = {"RPAR": ")", "RBRACE": "}", "RSQB": "]", "RFLOOR": "⌋", "RCEIL": "⌉"}
"""The kind of each closing bracket, with its sign."""

ENDS_OPERAND: Final = frozenset({"NAME", "NUMERAL", "STRING", "ATOM", "TRUE", "FALSE", "EMPTY", *CLOSING})
"""The kinds of words that may end an operand; after one, a bar closes, a minus subtracts, and V is *or*."""

BIG: Final = frozenset({"BIG_UNION", "BIG_SEC", "BIG_SUM", "BIG_PROD"})
"""The kinds of big operators, each followed by its condition in square brackets."""

DEFINING: Final = frozenset({"DEFINE", "IFF"})
"""The kinds of the signs of a definition, between its head and its body."""


class Opened(Struct):
    """An open bracket or bar: its kind, and whether it contains a condition."""

    kind: str
    is_condition: bool = False


class Brackets(Struct):
    """The open brackets and bars while words are passed one by one.

    A bar opens unless an operand ends before it.  After an operand it closes an open bar, or else divides the
    term of a set-builder from its condition.  The condition of a big operator does not end an operand.
    """

    opened: list[Opened] = field(default_factory=list)
    after_operand: bool = False
    before: str = ""
    """The kind of the last word."""

    @classmethod
    def behind(cls, words: Iterable[Token]) -> Brackets:
        """The brackets and bars that are open after some words."""
        passed = cls()
        for word in words:
            passed.take(word.type)
        return passed

    @property
    def in_condition(self) -> bool:
        """Whether the innermost bracket holds a condition."""
        return bool(self.opened) and self.opened[-1].is_condition

    def take(self, kind: str) -> bool:
        """Pass a word; return whether a condition begins after it."""
        begins = False
        innermost = self.opened[-1].kind if self.opened else ""
        if kind in BRACKETS:
            begins = kind == "LSQB" and self.before in BIG
            self.opened.append(Opened(kind, begins))
            self.after_operand = False
        elif kind in CLOSING:
            self.after_operand = not self.close()
        elif kind != "VBAR":
            self.after_operand = kind in ENDS_OPERAND
        elif not self.after_operand:
            self.opened.append(Opened(kind))
        elif innermost == "VBAR":
            self.opened.pop()
        else:
            self.after_operand = False
            if begins := innermost == "LBRACE" and not self.in_condition:
                self.opened[-1].is_condition = True
        self.before = kind
        return begins

    def close(self) -> bool:
        """Close the innermost bracket and the bars in it; return whether it had the condition of a big
        operator."""
        while self.opened:
            last = self.opened.pop()
            if last.kind != "VBAR":
                return last.kind == "LSQB" and last.is_condition
        return False


# The letter V: *or* between two sentences, and a name in a place where only a name is possible.


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
    depth, end = 1, place + 2
    while depth > 0 and end < len(words):
        depth += (words[end].type == "LPAR") - (words[end].type == "RPAR")
        end += 1
    return end < len(words) and words[end].type in DEFINING
