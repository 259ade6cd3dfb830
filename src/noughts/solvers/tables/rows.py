"""Files of rows of numbers: any range can be read, and every block is checked when it is read.

the rows, little-endian, in blocks of `_BLOCK`
{"rows": …, "columns": …, "kind": …, "checks": …, "firsts": …}     the CRC-32 and first row of each block
the length of that line and its CRC-32, 4 bytes each
"""

from __future__ import annotations

import json
from bisect import bisect_left
from typing import TYPE_CHECKING, Any, Final, TypeAlias
from zlib import crc32

from msgspec import Struct

from noughts.refusal import Refusal
from noughts.solvers.tables.folder import Folder

if TYPE_CHECKING:
    from numpy.typing import NDArray


Rows: TypeAlias = "NDArray[Any]"
Code: TypeAlias = tuple[int, ...]
"""The words of a position, the first counting most."""

# The rows of a block: a search for a place reads one block, and 64 KB are read as fast as 4.
_BLOCK: Final = 1 << 13

# The bytes at the end that are read first: they hold the line of a file of about two million rows.
_TAIL: Final = 1 << 16


class CorruptFile(Refusal):
    """A file of a folder of tables is not as it was written."""

    def __init__(self, folder: Folder, name: str) -> None:
        super().__init__(
            f"`{name}` in `{folder}` is not as it was written: some of it is missing or changed",
            "remove the folder and solve again",
        )


def write_rows(folder: Folder, name: str, rows: Rows) -> int:
    """Write rows, (rows, columns) of any kind of number; returns the size of the file in bytes."""
    import numpy as np

    little = np.ascontiguousarray(rows, rows.dtype.newbyteorder("<"))
    blocks = [little[begin : begin + _BLOCK] for begin in range(0, len(rows), _BLOCK)]
    line = json.dumps(
        {
            "rows": len(rows),
            "columns": rows.shape[1],
            "kind": little.dtype.str,
            "checks": [crc32(block.data.cast("B")) for block in blocks],
            "firsts": [block[0].tolist() for block in blocks],
        }
    ).encode()
    end = len(line).to_bytes(4, "little") + crc32(line).to_bytes(4, "little")
    return folder.write(name, [*(block.data.cast("B") for block in blocks), line, end])


class RowFile(Struct, frozen=True):
    """An open file of rows."""

    folder: Folder
    name: str
    rows: int
    columns: int
    kind: str
    checks: list[int]
    firsts: list[list[int]]

    def read(self, begin: int = 0, end: int | None = None) -> Rows:
        """The rows from `begin` to `end`; `CorruptFile` if one of their blocks was changed."""
        import numpy as np

        end = self.rows if end is None else end
        if begin >= end:
            return np.empty((0, self.columns), np.dtype(self.kind).newbyteorder("="))
        first, last = begin // _BLOCK, -(-end // _BLOCK)
        size = self.columns * np.dtype(self.kind).itemsize
        with self.folder.open(self.name) as file:
            file.seek(first * _BLOCK * size)
            content = bytearray((min(last * _BLOCK, self.rows) - first * _BLOCK) * size)
            file.readinto(content)  # type: ignore[attr-defined]
        view = memoryview(content)  # a bytearray may be written: read-only arrays would be compiled for anew
        for block in range(first, last):
            place = (block - first) * _BLOCK * size
            if crc32(view[place : place + _BLOCK * size]) != self.checks[block]:
                raise CorruptFile(self.folder, self.name)
        found = np.frombuffer(content, self.kind).reshape(-1, self.columns)
        return found[begin - first * _BLOCK : end - first * _BLOCK]

    def place_of(self, code: Code) -> int:
        """The number of rows, which are in order, that are less than a code."""
        block = max(0, bisect_left(self.firsts, list(code)) - 1)
        rows = self.read(block * _BLOCK, min(self.rows, (block + 1) * _BLOCK))
        place = bisect_left(range(len(rows)), list(code), key=lambda number: rows[number].tolist())
        return block * _BLOCK + place

    def between(self, low: Code | None, high: Code | None) -> tuple[int, int]:
        """The rows that are at least `low` and less than `high`; ``None`` is without a bound."""
        return (
            0 if low is None else self.place_of(low),
            self.rows if high is None else self.place_of(high),
        )


def open_rows(folder: Folder, name: str) -> RowFile:
    """A file of rows; `CorruptFile` if it has none or is missing."""
    try:
        with folder.open(name) as file:
            size = file.seek(0, 2)
            tail = _at_end(file, size, min(size, _TAIL))
            length = int.from_bytes(tail[-8:-4], "little")
            if length + 8 > len(tail):
                tail = _at_end(file, size, min(size, length + 8))
    except FileNotFoundError:
        raise CorruptFile(folder, name) from None
    line = tail[-8 - length : -8]
    if len(tail) < 8 or length != len(line) or crc32(line) != int.from_bytes(tail[-4:], "little"):
        raise CorruptFile(folder, name)
    return RowFile(folder, name, **json.loads(line))


def _at_end(file: Any, size: int, wanted: int) -> bytes:
    """The last bytes of a file."""
    file.seek(size - wanted)
    content: bytes = file.read(wanted)
    return content


def read_rows(folder: Folder, name: str) -> Rows:
    """All rows of a file."""
    return open_rows(folder, name).read()


# Notes in a folder of tables: small files of JSON with a checksum.


MANIFEST: Final = "tables.json"
"""The file that identifies the game of a folder and, once the game is solved, lists the other files."""


def write_note(folder: Folder, name: str, content: Any) -> None:
    """Write a note: its content, and on a second line the CRC-32 of that."""
    line = json.dumps(content, ensure_ascii=False).encode()
    folder.write(name, [line, b"\n%08x\n" % crc32(line)])


def read_note(folder: Folder, name: str) -> Any:
    """The content of a note, ``None`` if there is none; `CorruptFile` if its checksum is wrong."""
    text = folder.read(name)
    if text is None:
        return None
    line, _, check = text.partition(b"\n")
    if check.strip() != b"%08x" % crc32(line):
        raise CorruptFile(folder, name)
    return json.loads(line)
