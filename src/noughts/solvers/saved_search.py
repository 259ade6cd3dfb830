"""A search as a file, from which it continues exactly where it stopped.

The head identifies the position that is searched, and has the bounds of the first moves.  The arrays are the
stack of each thread, and the table in parts of some entries: bits for the occupied ones, and those entries.

It may continue with any number of threads.  Superfluous stacks are left out, since each thread answers the
whole question, and additional threads start the question anew.
"""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import numpy
from msgspec.structs import asdict

from noughts.grounding.grounded import fingerprint
from noughts.kernels.search_loops import ENTRIES
from noughts.kernels.search_machine import ENTRY, aligned
from noughts.refusal import Refusal
from noughts.save import cannot
from noughts.solvers.saved import FileKind, UnreadableFile

if TYPE_CHECKING:
    from noughts.kernels.search_machine import SearchMachine
    from noughts.solvers.alpha_beta import AlphaBeta

_SEARCH: Final = FileKind(
    "search",
    2,
    "a saved search",
    "`noughts solve --through search --save`",
    "begin again without `--resume`",
)
# Entries of the table in a part: a megabyte.
_PART: Final = 1 << 16
# The saved fields of a first move; all others follow from the rules.
_BOUNDS: Final = ("number", "least", "largest")


class _Rest:
    """The bytes of the arrays that have not been read."""

    def __init__(self, content: memoryview) -> None:
        self.content = content

    def read(self, size: int) -> memoryview:
        found, self.content = self.content[:size], self.content[size:]
        if len(found) < size:
            raise ValueError("it is not complete")
        return found


def save_search(search: AlphaBeta, path: Path) -> None:
    """Write a search to a file, which is replaced as a whole or not at all."""
    head = {
        **_subject(search),
        "entries": len(search.machine.table),
        "room": search.machine.room,
        "asked": search.asked,
        "stacks": len(search.machine.stacks),
        "searched": search.machine.searched,
        "first": [{name: asdict(first)[name] for name in _BOUNDS} for first in search.first],
    }
    _SEARCH.write(path, head, _arrays(search.machine))


def _arrays(machine: SearchMachine) -> Iterator[bytes]:
    """The stacks and the table, as they are written."""
    for stack in machine.stacks:
        for array in stack.arrays:
            yield little(array).tobytes()
    for begin in range(0, len(machine.table), _PART):
        part = machine.table[begin : begin + _PART]
        occupied = part[:, 1] != 0
        yield numpy.packbits(occupied).tobytes()
        yield little(part[occupied]).tobytes()


def resume_search(search: AlphaBeta, path: Path) -> None:
    """Continue a saved search; `Refusal` if the file has none, or one of another game or position."""
    head, content = _SEARCH.read(path)
    try:
        _refuse_other(head, _subject(search), path)
        _resume(search, head, _Rest(content))
    except Refusal:
        raise
    except (ValueError, KeyError, TypeError) as error:
        raise _SEARCH.changed(path) from error


def memory_of(path: Path) -> int:
    """The bytes of the table of a saved search."""
    try:
        return ENTRY * int(_SEARCH.read_head(path)["room"])
    except FileNotFoundError:
        raise UnreadableFile(
            f"there is no saved search `{path}`", "leave out `--resume` to begin one"
        ) from None
    except OSError as error:
        raise cannot("read", path, error) from error
    except (KeyError, TypeError):
        raise _SEARCH.changed(path) from None


def _resume(search: AlphaBeta, head: dict[str, Any], given: _Rest) -> None:
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
    if given.content or not stacks:
        raise ValueError("it holds more than it says, or no stack")
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
    """`UnreadableFile` if a file is that of another search."""
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
    raise UnreadableFile(what[differs[0]], "begin again without `--resume`, or name another file")


def _subject(search: AlphaBeta) -> dict[str, Any]:
    """The game and the position that are searched, and the version of the code."""
    return {
        "game": search.game.name,
        "fingerprint": fingerprint(search.kernel.grounded),
        "position": hex(search.code),
        "code": sha256(str(search.machine.source).encode()).hexdigest()[:20],
    }


def read_array(given: _Rest, like: Any) -> Any:
    """The next array, of the same shape and type as `like`."""
    return numpy.frombuffer(given.read(like.nbytes), like.dtype.newbyteorder("<")).reshape(like.shape)


def little(array: Any) -> Any:
    """An array with its bytes in little-endian order."""
    return array.astype(array.dtype.newbyteorder("<"), copy=False)
