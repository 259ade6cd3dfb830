"""The brackets of the grammar, and kinds of words that several readers distinguish."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final

from noughts.language.token import Token

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


@dataclass(slots=True)
class Opened:
    """An open bracket or bar: its kind, and whether it contains a condition."""

    kind: str
    is_condition: bool = False


@dataclass(slots=True)
class Brackets:
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
