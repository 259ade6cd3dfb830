"""The tokens of JavaScript, as far as they must be known to leave out what says nothing; CSS without that."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
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


def template_parts(text: str) -> Iterator[Token]:
    """A template as its text, up to and with each ``${``, and the script of what stands in its ``${…}``."""
    start = at = 0
    while at < len(text):
        if text.startswith("${", at):
            end = _end_of_substitution(text, at + 2) - 1
            yield Token("template", text[start : at + 2])
            yield Token("word", text[at + 2 : end])
            start = at = end
        else:
            at += 2 if text[at] == "\\" else 1
    yield Token("template", text[start:])


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


_OPENS: Final = frozenset(["{", "(", "[", ",", ";"])
_CLOSES: Final = frozenset(["}", ")", "]", ",", ";"])


def shortened(text: str) -> str:
    """The same script without comments and without blanks that say nothing.

    A line break stays wherever JavaScript might end a statement by it.
    """
    return "".join(token.text for token in without_gaps(tokens(text)))


def without_gaps(found: Iterable[Token]) -> Iterator[Token]:
    """The same tokens without comments and without blanks that say nothing."""
    before = Token("sign", ";")
    gap = ""
    for token in found:
        if token.kind in ("space", "comment"):
            gap += "\n" if "\n" in token.text else " "
            continue
        if kept := _between(before, gap, token):
            yield Token("space", kept)
        yield token
        before, gap = token, ""


def _between(before: Token, gap: str, after: Token) -> str:
    """What must stay of a gap between two tokens."""
    if not gap:
        return ""
    if "\n" in gap:
        return "" if _sign_of(before) in _OPENS or _sign_of(after) in _CLOSES else "\n"
    joined = {before.kind, after.kind} <= {"word", "regex"} or before.kind == "regex"
    doubled = before.text[-1] in "+-/" and after.text[0] in "+-/*"
    number = before.kind == "word" and before.text[0].isdigit()  # `1 .x` is no `1.x`
    return " " if joined or doubled or (number and after.text[0] == ".") else ""


def _sign_of(token: Token) -> str:
    return token.text if token.kind == "sign" else ""


_BETWEEN_RULES: Final = re.compile(
    r"""("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')|\s*([{};,])\s*|(:)\s+|(/\*!.*?\*/)|(?:\s|/\*(?!!).*?\*/)+""",
    re.DOTALL,
)
"""A string; a sign around which blanks say nothing; the one of a declaration; a comment that must stay;
blanks and comments."""


def shortened_style(text: str) -> str:
    """The same CSS without blanks that say nothing, and without comments but for `/*! … */`."""
    return _BETWEEN_RULES.sub(lambda found: found[found.lastindex] if found.lastindex else " ", text).strip()
