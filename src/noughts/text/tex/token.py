"""Tokens of TeX: commands, braces, and runs of other characters."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Literal, NamedTuple, TypeAlias

from msgspec import Struct

from noughts.text.diagnostic import Diagnostic, DocumentError
from noughts.text.source import Source, Span

TokenKind: TypeAlias = Literal["command", "text", "open", "close", "align", "math", "parameter"]

_KINDS: dict[str, TokenKind] = {"{": "open", "}": "close", "&": "align", "$": "math", "#": "parameter"}
_TOKEN = re.compile(r"\\(?:[A-Za-z@]+|.|\n|\Z)|#\d?|[{}$&]|[^\\{}$&#%]+|%", re.DOTALL)
# A comment, with the end of its line and the indentation of the next.
_COMMENT = re.compile(r"%[^\n]*(?:\n[ \t]*(?!\n))?")


class Call(Struct, frozen=True):
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


# Feeds of tokens of TeX, which are read one by one, in groups or as arguments.


class Feed:
    """A stream of tokens: first those that were put back, then those of a lexer, if there is one."""

    def __init__(self, source: Source, tokens: Sequence[Token] = (), lexer: Lexer | None = None) -> None:
        self.source = source
        self.lexer = lexer
        self.pending: list[Token] = list(reversed(tokens))

    def raw(self) -> Token | None:
        """The next token, not expanded."""
        if self.pending:
            return self.pending.pop()
        return None if self.lexer is None else self.lexer.next()

    def back(self, *tokens: Token) -> None:
        """Put tokens back, to be read again."""
        self.pending.extend(reversed(tokens))

    def skip_space(self) -> Token | None:
        """The next token that is not blank."""
        while (token := self.raw()) is not None:
            if token.kind != "text":
                return token
            rest = token.text.lstrip()
            if rest:
                return cut(token, len(token.text) - len(rest), len(token.text))
        return None

    def argument(self) -> tuple[list[Token], int]:
        """The next argument, which is a group without its braces or one token; and its end."""
        token = self.skip_space()
        if token is None:
            return [], 0
        if token.kind == "open":
            return self.group(token)
        if token.kind == "text" and len(token.text) > 1:
            self.back(cut(token, 1, len(token.text)))
            token = cut(token, 0, 1)
        return [token], token.end

    def group(self, opening: Token) -> tuple[list[Token], int]:
        """The tokens up to the brace that closes a group, and the end of that brace."""
        depth, found = 1, list[Token]()
        while (token := self.raw()) is not None:
            depth += (token.kind == "open") - (token.kind == "close")
            if depth == 0:
                return found, token.end
            found.append(token)
        span = Span(self.source, opening.start, opening.end)
        raise DocumentError([Diagnostic("E102", "`{` is opened here and never closed", span, "add `}`")])

    def optional(self) -> list[Token] | None:
        """An argument in square brackets, if there is one."""
        token = self.skip_space()
        if token is None:
            return None
        if not token.text.startswith("["):
            self.back(token)
            return None
        depth, found = 0, list[Token]()
        self.back(cut(token, 1, len(token.text)))
        while (token := self.raw()) is not None:
            depth += (token.kind == "open") - (token.kind == "close")
            if token.kind == "text" and depth == 0 and (place := token.text.find("]")) >= 0:
                self.back(cut(token, place + 1, len(token.text)))
                return [*found, cut(token, 0, place)]
            found.append(token)
        return found


def cut(token: Token, start: int, end: int) -> Token:
    """A part of a run of characters."""
    if token.call is not None:
        return token._replace(text=token.text[start:end])
    return token._replace(text=token.text[start:end], start=token.start + start, end=token.start + end)


def text_of(tokens: Sequence[Token]) -> str:
    """The text of tokens, as written."""
    return "".join(token.text for token in tokens)
