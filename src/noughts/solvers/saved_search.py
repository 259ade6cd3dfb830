"""A search as a file, from which it goes on exactly where it was.

noughts search 2
{"game": …, "fingerprint": …, …}      one line: what is searched, and what is known of the first moves
the stack of each thread: for each array its bytes
the table in parts of some entries: which of them are occupied, as bits, and those entries
the CRC-32 of all that, 4 bytes

It may go on with any number of threads: stacks beyond that are left out, since each of them answers the whole
question, and new ones begin with it.
"""

from __future__ import annotations

import json
from dataclasses import asdict
from hashlib import sha256
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, Final
from zlib import crc32

from noughts.grounding.fingerprint import fingerprint
from noughts.kernels.search_loops import ENTRIES
from noughts.kernels.search_machine import ENTRY, aligned
from noughts.refusal import Refusal
from noughts.save import cannot, refuse_place, replacing

if TYPE_CHECKING:
    from noughts.solvers.alpha_beta import AlphaBeta

_FIRST_LINE: Final = b"noughts search 2\n"
_PART: Final = 1 << 16
"""Entries that are written together: a megabyte."""
_CHECK: Final = 4
"""Bytes of the checksum."""
_BOUNDS: Final = ("number", "least", "largest")
"""What is kept of a first move; all else of it follows from the rules."""


class NoSearch(Refusal):
    """A file is no saved search, or that of another game."""


class _Checked:
    """A file and the checksum of what was read from it or written to it."""

    def __init__(self, file: IO[bytes]) -> None:
        self.file = file
        self.check = 0

    def write(self, content: bytes) -> None:
        self.check = crc32(content, self.check)
        self.file.write(content)

    def read(self, size: int) -> bytes:
        content = self.file.read(size)
        if len(content) < size:
            raise ValueError("it is not complete")
        self.check = crc32(content, self.check)
        return content

    def line(self) -> bytes:
        content = self.file.readline(1 << 20)
        self.check = crc32(content, self.check)
        return content


def save_search(search: AlphaBeta, path: Path) -> None:
    """Write a search to a file; what stood there before stays until all is written."""
    import numpy

    refuse_place(path)
    head = {
        **_subject(search),
        "entries": len(search.machine.table),
        "room": search.machine.room,
        "asked": search.asked,
        "stacks": len(search.machine.stacks),
        "searched": search.machine.searched,
        "first": [{name: asdict(first)[name] for name in _BOUNDS} for first in search.first],
    }
    with replacing(path) as file:
        out = _Checked(file)
        out.write(_FIRST_LINE)
        out.write(json.dumps(head, ensure_ascii=False).encode() + b"\n")
        for stack in search.machine.stacks:
            for array in stack.arrays:
                out.write(little(array).tobytes())
        table = search.machine.table
        for begin in range(0, len(table), _PART):
            part = table[begin : begin + _PART]
            occupied = part[:, 1] != 0
            out.write(numpy.packbits(occupied).tobytes())
            out.write(little(part[occupied]).tobytes())
        file.write(out.check.to_bytes(_CHECK, "little"))


def resume_search(search: AlphaBeta, path: Path) -> None:
    """Continue a saved search; `NoSearch` if the file is none, or one of another game or position."""
    with open(path, "rb") as file:
        try:
            _resume(search, path, _Checked(file))
        except Refusal:
            raise
        except (ValueError, KeyError, TypeError) as error:
            fact = f"`{path}` is not as it was written: some of it is missing or changed"
            raise NoSearch(fact, "begin again without `--resume`") from error


def memory_of(path: Path) -> int:
    """The bytes of the table of a saved search."""
    try:
        with open(path, "rb") as file:
            return ENTRY * int(_head(path, _Checked(file))["room"])
    except FileNotFoundError:
        raise NoSearch(f"there is no saved search `{path}`", "leave out `--resume` to begin one") from None
    except OSError as error:
        raise cannot("read", path, error) from error
    except Refusal:
        raise
    except (ValueError, KeyError, TypeError):
        raise NoSearch(f"`{path}` is not a saved search", "begin again without `--resume`") from None


def _head(path: Path, given: _Checked) -> dict[str, Any]:
    line = given.line()
    if line != _FIRST_LINE and line.startswith(b"noughts search "):
        fact = f"`{path}` was written by another version of Noughts, with entries of another form"
        raise NoSearch(fact, "begin again without `--resume`, or name another file")
    if line != _FIRST_LINE:
        help = "`noughts solve --through search --save` writes them"
        raise NoSearch(f"`{path}` is not a saved search", help)
    head: dict[str, Any] = json.loads(given.line())
    return head


def _resume(search: AlphaBeta, path: Path, given: _Checked) -> None:
    import numpy

    head = _head(path, given)
    _refuse_other(head, _subject(search), path)
    if not 0 < head["entries"] <= search.machine.room:
        raise ValueError("the table has another size")
    table = aligned(head["entries"])
    machine = search.machine
    stacks = [[read_array(given, array) for array in machine.stacks[0].arrays] for _ in range(head["stacks"])]
    for begin in range(0, len(table), _PART):
        part = table[begin : begin + _PART]
        bits = numpy.frombuffer(given.read(-(-len(part) // 8)), numpy.uint8)
        occupied = numpy.unpackbits(bits, count=len(part)).astype(bool)
        content = given.read(ENTRY * int(occupied.sum()))
        part[occupied] = numpy.frombuffer(content, "<u8").reshape(-1, 2)
    if given.file.read(_CHECK + 1) != given.check.to_bytes(_CHECK, "little"):
        raise ValueError("the checksum is wrong")
    if not stacks:
        raise ValueError("it holds no stack")
    for stack, rows in zip(machine.stacks, stacks, strict=False):
        for array, row in zip(stack.arrays, rows, strict=True):
            array[...] = row
    for stack in machine.stacks[len(stacks) :]:
        stack.join(machine.stacks[0])
    for stack in machine.stacks:
        stack.control[ENTRIES] = 0
    machine.stacks[0].control[ENTRIES] = numpy.count_nonzero(table[:, 1])
    machine.earlier = 0
    machine.earlier = int(head["searched"]) - machine.searched
    machine.table = table
    for first, known in zip(search.first, head["first"], strict=True):
        if first.number != known["number"]:
            raise ValueError("the first moves are others")
        first.least, first.largest = known["least"], known["largest"]
    search.asked = tuple(head["asked"]) if head["asked"] else None


def _refuse_other(head: dict[str, Any], subject: dict[str, Any], path: Path) -> None:
    """`NoSearch` if a file is that of another search."""
    differs = [name for name, value in subject.items() if head[name] != value]
    if not differs:
        return
    name, game = subject["game"], head["game"]
    what = {
        "game": f"`{path}` is a search of {game}, not of {name}",
        "fingerprint": f"`{path}` is a search of {game} with other rules or constants",
        "position": f"`{path}` is a search of another position of {game}",
        "code": f"`{path}` was written by another version of this search, or with other shortcuts",
    }
    raise NoSearch(what[differs[0]], "begin again without `--resume`, or name another file")


def _subject(search: AlphaBeta) -> dict[str, Any]:
    """What is searched, and by which code."""
    return {
        "game": search.game.name,
        "fingerprint": fingerprint(search.kernel.grounded),
        "position": hex(search.code),
        "code": sha256(str(search.machine.source).encode()).hexdigest()[:20],
    }


def read_array(given: _Checked, like: Any) -> Any:
    """The content of an array of that form."""
    import numpy

    return numpy.frombuffer(given.read(like.nbytes), like.dtype.newbyteorder("<")).reshape(like.shape)


def little(array: Any) -> Any:
    """An array with its bytes in little-endian order."""
    return array.astype(array.dtype.newbyteorder("<"), copy=False)
