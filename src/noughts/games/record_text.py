"""The records in a text: their borders, whether they are complete, and which of them count.

Noughts adds a comment below the first line of a record, with the minimal number of its lines and, if the
match may be saved again later, its identity:

    noughts match 1
    # 5 lines of match 9f86d081884c7d65

A record with fewer lines was cut short; then an earlier record of the match counts.  Of the complete records
of one match, the last one counts, in the place of the first one.  A line without a line end is incomplete,
too.  Records without such a comment count as complete.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from secrets import token_hex
from typing import Final

from msgspec import Struct

FIRST_LINE: Final = "noughts match 1"
_REMARK: Final = re.compile(r"# (\d{1,9}) lines(?: of match ([0-9a-f]{16}))?")

Numbered = tuple[int, str]
"""A line that is neither blank nor a remark, and its number in the text."""


class Mark(Struct, frozen=True):
    """The content of the comment: the least number of lines, and the match if it may be saved again."""

    lines: int = 0
    match: str = ""

    def __str__(self) -> str:
        return f"# {self.lines} lines{f' of match {self.match}' if self.match else ''}"


class Part(Struct, frozen=True):
    """The part of a text from one first line to the next: its mark, and the lines after it."""

    mark: Mark
    lines: tuple[Numbered, ...]

    @property
    def is_complete(self) -> bool:
        """Whether there are as many lines as the mark requires."""
        return len(self.lines) >= self.mark.lines


def new_identity() -> str:
    """A random identity for a match, unique across processes."""
    return token_hex(8)


def mark_in(line: str) -> Mark | None:
    """The mark in a line; ``None`` if it is another line."""
    found = _REMARK.fullmatch(line.strip())
    return Mark(int(found[1]), found[2] or "") if found else None


def says_something(line: str) -> bool:
    """Whether a line is neither blank nor a comment."""
    return bool(line.strip()) and not line.lstrip().startswith("#")


def record_parts(text: str) -> tuple[list[Numbered], list[Part]]:
    """The lines before the first record, and all records, including those that do not count."""
    before: list[Numbered] = []
    found: list[tuple[list[Mark], list[Numbered]]] = []
    for number, line in enumerate(text.splitlines(), start=1):
        if line.strip() == FIRST_LINE:
            found.append(([], []))
        elif says_something(line):
            (found[-1][1] if found else before).append((number, line.strip()))
        elif found and not found[-1][1] and (mark := mark_in(line)):
            found[-1][0].append(mark)
    return before, [Part(marks[0] if marks else Mark(), tuple(lines)) for marks, lines in found]


def counting(found: Sequence[Part]) -> list[Part]:
    """The records that count: the last complete one of each match, in the place of the first."""
    last = {part.mark.match: part for part in found if part.is_complete}
    done: set[str] = set()
    counted = []
    for part in found:
        match = part.mark.match
        if not match:
            counted.append(part)
        elif match not in done:
            done.add(match)
            counted.append(last.get(match, part))
    return counted


def complete_lines(text: str) -> str:
    """The text without an unfinished line at its end."""
    lines = text.splitlines(keepends=True)
    if lines and FIRST_LINE.startswith(lines[-1]):
        lines.pop()
    first = max((k for k, line in enumerate(lines) if line.strip() == FIRST_LINE), default=len(lines))
    record = lines[first + 1 :]
    mark = mark_in(record[0]) if record and is_ended(record[0]) else None
    if mark is None:
        unmarked = any(map(says_something, record)) or any(map(is_ended, record))
        return "".join(lines if unmarked else lines[:first])
    if not is_ended(record[-1]):
        record.pop()
    lines_left = [line for line in record if says_something(line)]
    if len(lines_left) < mark.lines and not is_a_match(lines_left):
        return "".join(lines[:first])
    return "".join([*lines[: first + 1], *record])


def is_ended(line: str) -> bool:
    """Whether a line has a line end, so nothing of it is missing."""
    return line.endswith(("\n", "\r"))


def is_a_match(lines: Iterable[str]) -> bool:
    """Whether these lines have a game and moves, so they can be read although others are missing."""
    return {"game", "moves"} <= {line.partition(":")[0].strip() for line in lines}
