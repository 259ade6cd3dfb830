"""Tokens of TeX: commands, braces, and runs of other characters."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple, TypeAlias

from noughts.text.source import Source, Span

TokenKind: TypeAlias = Literal["command", "text", "open", "close", "align", "math", "parameter"]

_KINDS: dict[str, TokenKind] = {"{": "open", "}": "close", "&": "align", "$": "math", "#": "parameter"}
_TOKEN = re.compile(r"\\(?:[A-Za-z@]+|.|\n|\Z)|#\d?|[{}$&]|[^\\{}$&#%]+|%", re.DOTALL)
_COMMENT = re.compile(r"%[^\n]*(?:\n[ \t]*(?!\n))?")


@dataclass(frozen=True, slots=True)
class Call:
    """The use of a macro: its name, its place, and the use in whose body it is, if any."""

    name: str
    span: Span
    within: Call | None = None
    depth: int = 1

    def chain(self) -> list[str]:
        """The names of the macros that led here, the outermost first."""
        names: list[str] = []
        call: Call | None = self
        while call is not None:
            names.append(call.name)
            call = call.within
        return names[::-1]

    def __str__(self) -> str:
        return " → ".join(f"`{name}`" for name in self.chain())


class Token(NamedTuple):
    """A token and its place; one from the body of a macro has the place of the macro's use, its `call`."""

    kind: TokenKind
    text: str
    start: int
    end: int
    call: Call | None = None

    @property
    def name(self) -> str:
        """The name of a command without its backslash; empty for all other tokens."""
        return self.text[1:] if self.kind == "command" else ""

    def is_space(self) -> bool:
        """Whether it is blank."""
        return self.kind == "text" and self.text.isspace()


class Lexer:
    """The tokens of some stretches of a source, one after another.

    In TeX a ``%`` begins a comment; in Markdown it is a character like any other.
    """

    def __init__(self, source: Source, stretches: Sequence[tuple[int, int]], *, comments: bool) -> None:
        self.source = source
        self.comments = comments
        self.waiting = list(reversed(stretches))
        self.place, self.end = self.waiting.pop() if self.waiting else (0, 0)

    def __iter__(self) -> Iterator[Token]:
        while (token := self.next()) is not None:
            yield token

    def next(self) -> Token | None:
        """The next token, ``None`` at the end."""
        while True:
            if self.place >= self.end:
                if not self.waiting:
                    return None
                self.place, self.end = self.waiting.pop()
                continue
            text = self.source.text
            if text[self.place] == "%" and self.comments:
                found = _COMMENT.match(text, self.place, self.end)
                assert found
                self.place = found.end()
                if "noughts: skip" in found.group():
                    return Token("command", "\\noughts: skip", found.start(), found.end())
                continue
            found = _TOKEN.match(text, self.place, self.end)
            assert found
            self.place = found.end()
            piece = found.group()
            kind = "command" if piece[0] == "\\" else _KINDS.get(piece[0], "text")
            return Token(kind, piece, found.start(), found.end())

    def skip_to(self, text: str) -> None:
        """Skip to the end of the next occurrence of a text in this stretch, or of the stretch."""
        found = self.source.text.find(text, self.place, self.end)
        self.place = self.end if found < 0 else found + len(text)

    def skip_delimited(self) -> None:
        """Skip the text between two equal characters, as in ``\\verb|…|``."""
        if self.place < self.end:
            self.place += 1
            self.skip_to(self.source.text[self.place - 1])

    @property
    def ahead(self) -> int:
        """The place of the next character."""
        return self.place
