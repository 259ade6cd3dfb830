"""Append-only files of matches that any number of processes may write at once.

A match in progress is saved repeatedly.  If its record is the last in the file and has only grown, the new
lines are appended; otherwise the whole record is appended with the same mark, and the last one counts
(`noughts.games.record_text`).  Nothing is ever overwritten, so wherever writing is cut short, a reader finds
each match in the state that was last reported as saved.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from noughts.games.record import Record, load_records, move_lines, outcome_lines, write_marked
from noughts.games.record_text import FIRST_LINE, complete_lines
from noughts.save import Unwritable, append, locked, refuse_growth, sync_folder

# The bytes before and at the start of every record but the first.
_BEGINNING: Final = f"\n{FIRST_LINE}".encode()


class Known(Struct, frozen=True):
    """The known state of a file: its identity, its length, whether its last line ends, and its last
    record."""

    file: tuple[int, int]
    end: int
    ended: bool
    last: int


class RecordFile:
    """A file of matches to which more can be appended.

    `BadRecord` if the file contains anything else, `Refusal` if it cannot be created.  A blank file has no
    matches.
    """

    def __init__(self, path: Path) -> None:
        refuse_growth(path)
        self.path = path
        self._lock = threading.Lock()
        self._known: Known | None = None
        self._latest: Record | None = None
        self._saved: set[str] = set()
        self.count = len(matches_in(path))
        """The number of matches found in it and appended by this object since."""

    def append(self, records: Iterable[Record]) -> None:
        """Append matches to the file; `Refusal` if that is impossible."""
        texts = [write_marked(replace(record, match="")) for record in records]
        if not texts:
            return
        with self._growing() as handle:
            self._write(handle, "\n".join(texts))
            self._latest = None
        self.count += len(texts)

    def save_match(self, record: Record) -> None:
        """Save the present state of a match, in place of the earlier record with the same `Record.match`.

        `Refusal` if that is impossible.
        """
        with self._growing() as handle:
            more = None if self._latest is None else growth(self._latest, record)
            if more is None:
                self._write(handle, write_marked(record))
            elif more:
                self._put(handle, more.encode())
            self._latest = record
        if record.match not in self._saved:
            self._saved.add(record.match)
            self.count += 1

    @contextmanager
    def _growing(self) -> Iterator[int]:
        """A context with the locked file, after reading what other processes have appended."""
        with self._lock, locked(self.path) as handle:
            if self._known is None or (identity(handle), size(handle)) != (self._known.file, self._known.end):
                self._latest = None
                self._known = examine(handle, self._known)
            try:
                yield handle
            except OSError as error:
                self._known = self._latest = None
                raise Unwritable(self.path, error) from error

    def _write(self, handle: int, text: str) -> None:
        """Append records, after a blank line unless the file is empty."""
        assert self._known is not None
        blank = b"" if not self._known.end else b"\n" if self._known.ended else b"\n\n"
        self._put(handle, blank + text.encode())

    def _put(self, handle: int, content: bytes) -> None:
        """Append content after the last complete record, cutting off an unfinished one."""
        known = self._known
        assert known is not None
        append(handle, content)
        if not known.end:
            sync_folder(self.path.parent)
        at = (b"\n" + content).rfind(_BEGINNING)  # any content before it ends with a line
        last = known.last if at < 0 else known.end + at
        self._known = Known(known.file, known.end + len(content), True, last)


def matches_in(path: Path) -> list[Record]:
    """The matches of a file; none if it is missing, blank, or its first record was cut short."""
    try:
        text = path.read_text("utf-8", errors="replace")
    except FileNotFoundError:
        return []
    return load_records(path) if complete_lines(text).strip() else []


def growth(before: Record, after: Record) -> str | None:
    """The text that extends one record to another; ``None`` if there is none."""
    done = len(before.moves)
    heads = [(each.match, each.game, each.rules, each.players) for each in (before, after)]
    if heads[0] != heads[1] or after.moves[:done] != before.moves:
        return None
    if before.outcome is not None:
        return "" if after.moves == before.moves and after.outcome == before.outcome else None
    moves = move_lines(after.moves[done:]) if after.moves[done:] else ()
    return "".join(f"{line}\n" for line in (*moves, *outcome_lines(after.outcome)))


def examine(handle: int, known: Known | None) -> Known:
    """The state of a locked file, after cutting off an unfinished record of another writer.

    Only new content is read, from the beginning of the record that was the last one before.
    """
    file = identity(handle)
    start = known.last if known is not None and known.file == file and known.end <= size(handle) else 0
    content = read_from(handle, start)
    if start and not content.startswith(_BEGINNING[1:]):  # the file was changed by other means
        start, content = 0, read_from(handle, 0)
    complete = complete_lines(content.decode("utf-8", "surrogateescape")).encode("utf-8", "surrogateescape")
    if len(complete) < len(content):
        os.ftruncate(handle, start + len(complete))
    last = start + complete.rfind(_BEGINNING) + 1
    return Known(file, start + len(complete), complete.endswith(b"\n"), last)


def read_from(handle: int, start: int) -> bytes:
    """The bytes of an open file from an offset on."""
    with open(handle, "rb", closefd=False) as file:
        file.seek(start)
        return file.read()


def identity(handle: int) -> tuple[int, int]:
    """The identity of an open file (device and inode), whatever its name."""
    state = os.fstat(handle)
    return state.st_dev, state.st_ino


def size(handle: int) -> int:
    """The size of an open file in bytes."""
    return os.fstat(handle).st_size
