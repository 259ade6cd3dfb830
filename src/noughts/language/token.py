"""Words: texts with a kind, a terminal of the grammar, and a place."""

from __future__ import annotations


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
