"""Feeds of tokens of TeX, which are read one by one, in groups or as arguments."""

from __future__ import annotations

from collections.abc import Sequence

from noughts.text.diagnostic import Diagnostic, DocumentError
from noughts.text.source import Source, Span
from noughts.text.tex.token import Lexer, Token


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
