"""The lines of a ``.data`` file: their kinds and their syntax."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import IO

from noughts.automata.refusal import Malformed

_LONGEST = 1 << 24
"""Characters in a line at most: a state of a million principals is shorter, and a file that is no text may be
one endless line."""

GROUP = r"\[([^\[\]]*)\]"
TRANSITION = re.compile(rf"\s*(!U|!L|)\({GROUP},{GROUP},{GROUP}\)\s*")
_LISTS = re.compile(r"\[\s*((?:G(?:\s*,)?\s*)*?G)?\s*\]".replace("G", GROUP.replace("(", "(?:", 1)))

_HEAD = re.compile(r"(?:Rank|Initial state|Final states|Committed states)\s*:")
_LOOKS_MEANT = re.compile(r"\(\s*\[|\[\s*\[|\]\s*,?\s*\[")
"""The signs of transitions and lists of states, which prose does not have."""

_REMARK = "#"
"""What a remark may begin with that would look like a part of the automaton otherwise."""


def bounded(file: IO[str], source: str) -> Iterator[str]:
    """The lines of the file; `Malformed` if one is longer than any line of an automaton."""
    number = 0
    while line := file.readline(_LONGEST + 1):
        number += 1
        if len(line) > _LONGEST:
            where = f"{source}:{number}:{_LONGEST + 1}"
            raise Malformed(
                f"the line is longer than {_LONGEST:,} characters", where=where, hint="is it a text?"
            )
        yield line


def line_kind(text: str) -> str:
    """What the line is, by its first character: one of ``R I F C ( !``, or nothing if it is a remark.

    Blanks in front do not hide what is meant.  ``?`` is a line that looks like a part of the automaton and
    begins like none: it may not be passed over.
    """
    if text[:1] in "(!RIFC":
        return text[:1]
    body = text.lstrip()
    looks_meant = _LOOKS_MEANT.search(body)
    if (looks_meant and body[0] in "(!") or _HEAD.match(body):
        return body[0]
    return "?" if looks_meant and not body.startswith(_REMARK) else ""


def lists(text: str) -> list[list[str]] | None:
    """The names in ``[[a, b][c]]``, which may have blanks and commas between its lists; ``None`` if it is of
    another form."""
    if not _LISTS.fullmatch(text):
        return None
    groups = re.findall(GROUP, text[text.index("[") + 1 :])
    return [[name.strip() for name in group.split(",") if name.strip()] for group in groups]


_PIECES = (
    (re.compile(r"!U|!L|(?=\()"), "!U, !L or ("),
    (re.compile(r"\("), "("),
    *[
        piece
        for last in (",", ",", ")")
        for piece in (
            (re.compile(r"\["), "["),
            (re.compile(r"[^\[\]]*(?=\])"), "]"),
            (re.compile(r"\]"), "]"),
            (re.compile(re.escape(last)), last),
        )
    ],
    (re.compile(r"\s*$"), "the end of the line"),
)


def first_difference(text: str) -> tuple[int, str]:
    """Where `text` stops being a transition, and what should be there."""
    at = len(text) - len(text.lstrip())
    for pattern, expected in _PIECES:
        found = pattern.match(text, at)
        if found is None:
            stray = re.compile(r"[^\[\]]*").match(text, at) if expected == "]" else None
            return (at if stray is None else stray.end()), expected
        at = found.end()
    return at, "the end of the line"
