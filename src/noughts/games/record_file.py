"""Files of matches: what is in one stays as it is, and new matches come behind it."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from noughts.games.record import Record, load_records, write_records
from noughts.refusal import Refusal
from noughts.save import refuse_place, save


class RecordFile:
    """A file of matches as it was when it was opened, and a place for more behind them.

    `BadRecord` if the file holds anything but matches, `Refusal` if there can be no file.  One that is
    blank holds none.
    """

    def __init__(self, path: Path) -> None:
        refuse_place(path)
        self.path = path
        self._before = path.read_bytes().rstrip() if path.exists() else b""
        self.count = len(load_records(path)) if self._before else 0
        """How many matches were in it."""

    def write(self, records: Iterable[Record]) -> None:
        """Put these behind what was there, in place of all that was written here since; `Refusal` if that
        cannot be.  The file is whole at any time."""
        text = write_records(records).encode()
        try:
            save(self.path, self._before + b"\n\n" + text if self._before else text)
        except OSError as error:
            raise Refusal(f"{self.path} cannot be written: {error.strerror}", "name another file") from error
