"""The result: Parquet files of positions and values, in the order of the codes, for any reader of Parquet.

    word_0, word_1, …   uint64; the bits of a position, 64 a word; the least of an orbit represents all
    ply                 uint16; moves from the first position, along a shortest line
    winner              text; the side that wins with perfect play, null for a draw
    distance            int32; moves to the end, null for a draw
    alike               uint8; the number of positions in the orbit
    moves               uint16; the number of legal moves, 0 if the game is over
    keeping             uint16; the number of moves that keep the winner, or the draw

Words and numbers are split into streams by byte and compressed by Zstandard.
"""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO, RawIOBase
from typing import Any, Final
from zlib import crc32

from msgspec import Struct

from noughts.refusal import Refusal
from noughts.solvers.tables.folder import Folder
from noughts.solvers.tables.rows import CorruptFile, Rows

# The rows of a group, all of which are read to find one: about a millisecond.  Larger groups are not
# compressed better.
_ROW_GROUP: Final = 1 << 16

# The bytes of a block with a checksum; a block is always read as a whole.
_BLOCK: Final = 1 << 16


class Columns(Struct, frozen=True, eq=False):
    """The columns of a table as arrays, all of one length; ``values`` in the numbers of
    `noughts.solvers.retrograde`."""

    codes: Rows
    ply: Rows
    values: Rows
    sizes: Rows
    branching: Rows
    keeping: Rows

    @classmethod
    def empty(cls, codes: Rows) -> Columns:
        """Columns for some codes, to be filled."""
        import numpy as np

        def new(kind: Any) -> Rows:
            return np.zeros(len(codes), kind)

        return cls(codes, new(np.uint16), new(np.int32), new(np.uint8), new(np.uint16), new(np.uint16))


def parquet_library() -> Any:
    """The modules `pyarrow` and `pyarrow.parquet`."""
    try:
        import pyarrow
        import pyarrow.parquet
    except ModuleNotFoundError:
        raise Refusal("pyarrow is not installed", "`pip install 'noughts[solve,tables]'`") from None
    return pyarrow


def write_table(folder: Folder, name: str, sides: tuple[str, ...], columns: Columns) -> list[int]:
    """Write a table; returns the CRC-32 of each block of the file."""
    import numpy as np

    arrow = parquet_library()
    values = columns.values
    drawn = values == 0
    side = arrow.array((values < 0).astype(np.int8), mask=drawn)
    words = {f"word_{k}": columns.codes[:, k] for k in range(columns.codes.shape[1])}
    table = arrow.table(
        {
            **words,
            "ply": columns.ply,
            "winner": arrow.DictionaryArray.from_arrays(side, arrow.array([*sides, ""][:2])),
            "distance": arrow.array(np.abs(values) - 1, mask=drawn),
            "alike": columns.sizes,
            "moves": columns.branching,
            "keeping": columns.keeping,
        }
    )
    return write_parquet(folder, name, table, repeated=["winner"], split=[*words, "distance"])


def write_parquet(
    folder: Folder, name: str, table: Any, *, repeated: Sequence[str], split: Sequence[str]
) -> list[int]:
    """Write a table of Arrow; returns the CRC-32 of each block of the file.

    Of the columns `repeated` each value is written once, and the bytes of `split` are put in streams.
    """
    content = BytesIO()
    parquet_library().parquet.write_table(
        table,
        content,
        row_group_size=_ROW_GROUP,
        compression="zstd",
        use_dictionary=[*repeated],
        use_byte_stream_split=[*split],
        store_schema=False,
    )
    whole = content.getbuffer()
    folder.write(name, [whole])
    return [crc32(whole[begin : begin + _BLOCK]) for begin in range(0, len(whole), _BLOCK)]


def read_parquet(folder: Folder, name: str, checks: Sequence[int]) -> Any:
    """A whole table of Arrow; `CorruptFile` if its file was changed."""
    with CheckedFile(folder, name, checks) as checked:
        content = bytearray(checked.size)
        checked.readinto(content)
    return parquet_file(BytesIO(content)).read(use_threads=False)


def parquet_file(file: Any) -> Any:
    """A Parquet file to read without threads; call its methods with ``use_threads=False``.

    Arrow's reader threads may abort a process that ends at the same moment.
    """
    return parquet_library().parquet.ParquetFile(file, pre_buffer=False)


class CheckedFile(RawIOBase):
    """A file whose blocks are checked when they are read; `CorruptFile` if one was changed."""

    def __init__(self, folder: Folder, name: str, checks: Sequence[int]) -> None:
        self.folder, self.checks = folder, checks
        try:
            self.file = folder.open(name)
        except FileNotFoundError:
            raise CorruptFile(folder, name) from None
        self.label = name
        self.place, self.size = 0, self.file.seek(0, 2)
        if -(-self.size // _BLOCK) != len(checks):
            self.close()
            raise CorruptFile(folder, name)

    def readable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return True

    def close(self) -> None:
        self.file.close()
        super().close()

    def seek(self, offset: int, whence: int = 0) -> int:
        self.place = offset + (0, self.place, self.size)[whence]
        return self.place

    def tell(self) -> int:
        return self.place

    def readinto(self, room: Any) -> int:
        view = memoryview(room).cast("B")
        wanted = max(0, min(len(view), self.size - self.place))
        first, last = self.place // _BLOCK, -(-(self.place + wanted) // _BLOCK)
        self.file.seek(first * _BLOCK)
        content = self.file.read((last - first) * _BLOCK)
        for block in range(first, last):
            begin = (block - first) * _BLOCK
            if block >= len(self.checks) or crc32(content[begin : begin + _BLOCK]) != self.checks[block]:
                raise CorruptFile(self.folder, self.label)
        begin = self.place - first * _BLOCK
        view[:wanted] = content[begin : begin + wanted]
        self.place += wanted
        return wanted
