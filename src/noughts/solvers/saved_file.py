"""Files of arrays with a head that describes them: the format of solved games and of searches.

noughts KIND VERSION
{"game": …, "fingerprint": …, …}      one line of JSON, padded with blanks so that the arrays are aligned
the arrays, their numbers little-endian
the CRC-32 of all that, 4 bytes

A file is written as a whole or not at all, and mapped into memory to be read.  Tables on disk are Parquet,
which would need a library of more than a hundred megabytes wherever a game is solved.
"""

from __future__ import annotations

import json
import mmap
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import Any, Final
from zlib import crc32

from noughts.refusal import Refusal
from noughts.save import refuse_place, replacing

_CHECK: Final = 4
"""The bytes of the checksum at the end."""
_LONGEST: Final = 1 << 24
"""The most bytes of a head: a file with a longer line is of another kind."""


class UnreadableFile(Refusal):
    """A file is of another kind, or about something else."""


class ChangedFile(UnreadableFile):
    """A file is not as it was written."""


@dataclass(frozen=True)
class FileKind:
    """A kind of file: its first line, its name in messages, the verb that writes it, and the hint for a
    changed file."""

    name: str
    version: int
    what: str
    writer: str
    again: str

    @property
    def first_line(self) -> bytes:
        """The line with which each file of the kind begins."""
        return f"noughts {self.name} {self.version}\n".encode()

    def write(self, path: Path, head: Mapping[str, Any], arrays: Iterable[Any]) -> None:
        """Write a file, which is replaced as a whole or not at all."""
        refuse_place(path)
        line = self.first_line + json.dumps(head, ensure_ascii=False).encode()
        line += b" " * (-(len(line) + 1) % 8) + b"\n"
        check = 0
        with replacing(path) as file:
            for part in chain([line], arrays):
                check = crc32(part, check)
                file.write(part)
            file.write(check.to_bytes(_CHECK, "little"))

    def read_head(self, path: Path) -> dict[str, Any]:
        """The head of a file, without a check of the rest; `UnreadableFile` if it is of another kind."""
        with open(path, "rb") as file:
            first, line = file.readline(len(self.first_line)), file.readline(_LONGEST)
        if first != self.first_line:
            if first.startswith(f"noughts {self.name} ".encode()):
                fact = f"`{path}` was written by another version of Noughts, with entries of another form"
                raise UnreadableFile(fact, f"{self.again}, or name another file")
            raise UnreadableFile(f"`{path}` is not {self.what}", f"{self.writer} writes them")
        try:
            head: dict[str, Any] = json.loads(line)
        except (ValueError, RecursionError):
            raise self.changed(path) from None
        if not isinstance(head, dict):
            raise self.changed(path)
        return head

    def read(self, path: Path) -> tuple[dict[str, Any], memoryview]:
        """The head of a file and its arrays; `ChangedFile` if its checksum is wrong."""
        head = self.read_head(path)
        with open(path, "rb") as file:
            begin = len(file.readline()) + len(file.readline())
            content = memoryview(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ))
        if crc32(content[:-_CHECK]) != int.from_bytes(content[-_CHECK:], "little"):
            raise self.changed(path)
        return head, content[begin:-_CHECK]

    def changed(self, path: Path) -> ChangedFile:
        """The refusal of a file that was changed."""
        fact = f"`{path}` is not as it was written: some of it is missing or changed"
        return ChangedFile(fact, self.again)
