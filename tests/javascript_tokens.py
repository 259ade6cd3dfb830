"""The tokens of JavaScript, for tests that look for something in the scripts of the page."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

Kind: TypeAlias = Literal["space", "comment", "word", "string", "template", "regex", "sign"]

_TOKEN: Final = re.compile(
    r"""
    (?P<space>\s+)
  | (?P<comment>//[^\n]*|/\*.*?\*/)
  | (?P<word>[\w$#\u0080-\U0010ffff]+(?:(?<=\d)\.\d+)?)
  | (?P<string>"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')
  | (?P<sign>=>|\?\?=?|\?\.|\.\.\.|\+\+|--|&&|\|\||[^\w\s])
    """,
    re.VERBOSE | re.DOTALL,
)
_REGEX: Final = re.compile(r"/(?:[^/\\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+/[a-z]*")
_BEFORE_REGEX: Final = frozenset(
    [
        "(",
        ",",
        "=",
        ":",
        "[",
        "!",
        "&",
        "|",
        "?",
        "{",
        "}",
        ";",
        "+",
        "-",
        "*",
        "%",
        "<",
        ">",
        "~",
        "^",
        "=>",
        "&&",
        "||",
        "??",
        "...",
    ]
)
"""Signs behind which a slash begins a regular expression, because no operand stands before it.  A brace may
end an object, which could be divided; here it ends a block."""
_WORDS_BEFORE_REGEX: Final = frozenset(
    ["return", "typeof", "case", "in", "of", "do", "else", "void", "delete", "throw", "new", "yield", "await"]
)


class BadScript(ValueError):
    """A text is not JavaScript as it is written here."""


@dataclass(frozen=True, slots=True)
class Token:
    """A token as it is written."""

    kind: Kind
    text: str


def tokens(text: str) -> list[Token]:
    """All tokens; together they are the text."""
    return list(_tokens(text))


def _tokens(text: str) -> Iterator[Token]:
    at = 0
    last: Token | None = None
    while at < len(text):
        token = _token(text, at, last)
        at += len(token.text)
        if token.kind not in ("space", "comment"):
            last = token
        yield token


def _token(text: str, at: int, last: Token | None) -> Token:
    """The token that begins at a place, behind the `last` one that says something."""
    if text[at] == "`":
        return Token("template", text[at : _end_of_template(text, at)])
    if text[at] == "/" and text[at + 1 : at + 2] not in ("/", "*") and _begins_operand(last):
        if (regex := _REGEX.match(text, at)) is None:
            raise BadScript(f"a regular expression has no end: {text[at : at + 30]!r}")
        return Token("regex", regex[0])
    found = _TOKEN.match(text, at)
    if found is None:
        raise BadScript(f"this is no token: {text[at : at + 30]!r}")
    if found[0] in ("'", '"'):
        raise BadScript(f"a string has no end: {text[at : at + 30]!r}")
    kind: Kind = found.lastgroup  # type: ignore[assignment]
    return Token(kind, found[0])


def _begins_operand(last: Token | None) -> bool:
    if last is None:
        return True
    if last.kind == "word":
        return last.text in _WORDS_BEFORE_REGEX
    return last.kind == "sign" and last.text in _BEFORE_REGEX


def _end_of_template(text: str, start: int) -> int:
    """Where a template ends: behind the backquote that closes it, whatever stands in its ``${…}``."""
    at = start + 1
    while at < len(text):
        if text[at] == "\\":
            at += 2
        elif text[at] == "`":
            return at + 1
        elif text.startswith("${", at):
            at = _end_of_substitution(text, at + 2)
        else:
            at += 1
    raise BadScript(f"a template has no end: {text[start : start + 30]!r}")


def _end_of_substitution(text: str, start: int) -> int:
    """Where the expression in a template ends: behind its closing brace."""
    at, depth = start, 1
    last: Token | None = None
    while depth:
        if at >= len(text):
            raise BadScript(f"a template has no end: {text[start : start + 30]!r}")
        last = _token(text, at, last)
        at += len(last.text)
        depth += {"{": 1, "}": -1}.get(last.text, 0) if last.kind == "sign" else 0
    return at
