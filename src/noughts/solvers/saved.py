"""Solved games as files: the codes of all positions, 8 bytes a word, and their values, 4 bytes each.

Such a file, like that of a search, consists of arrays with a head that describes them:

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
import sys
from array import array
from collections.abc import Iterable, Mapping
from itertools import chain
from pathlib import Path
from typing import Any, Final
from zlib import crc32

from msgspec import Struct
from msgspec.structs import asdict

from noughts.games.game import Game
from noughts.grounding.grounded import fingerprint, grounded_of
from noughts.grounding.symmetry import Symmetry
from noughts.kernels.answers import PlayedAnswer
from noughts.kernels.kernel import Kernel
from noughts.kernels.state_graph import KernelGraph
from noughts.refusal import Refusal
from noughts.save import refuse_place, replacing
from noughts.solvers.backward import Solution
from noughts.solvers.solved import Figures, Solved
from noughts.solvers.tablebase import Codes, Tablebase, table_from
from noughts.solvers.verdict import ValuesAnswer
from noughts.stop import processor_time
from noughts.verify.spot import spot_check

# The bytes of the checksum at the end.
_CHECK: Final = 4
# The most bytes of a head: a file with a longer line is of another kind.
_LONGEST: Final = 1 << 24


class UnreadableFile(Refusal):
    """A file is of another kind, or about something else."""


class ChangedFile(UnreadableFile):
    """A file is not as it was written."""


class FileKind(Struct, frozen=True):
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


TABLEBASE: Final = FileKind("tablebase", 2, "the solution of a game", "`noughts solve --save`", "solve again")


class NoSolution(Refusal):
    """The positions of a solution cannot be listed in a file."""


def table_of(solution: Solved) -> Tablebase:
    """The tablebase of a solution; `NoSolution` if its positions cannot be listed in a file."""
    if isinstance(solution, Tablebase):
        return solution
    if isinstance(solution, Solution) and isinstance(solution.graph, KernelGraph):
        return table_from(solution)
    from noughts.solvers.symbolic.solution import SetSolution

    if isinstance(solution, SetSolution):
        positions = solution.figures.positions
        fact = f"{solution.game.name} has {positions:,} positions, too many to be listed in a file"
        raise NoSolution(fact, "`noughts synthesise --symbolic -o FILE` writes down a strategy")
    fact = f"{solution.game.name} has no formulas, and files store positions as bits of formulas"
    raise NoSolution(fact, "`noughts kernel` says why")


def save_tablebase(tablebase: Tablebase, path: Path) -> None:
    """Write a tablebase to a file, which is replaced as a whole or not at all."""
    head = {
        "game": tablebase.game.name,
        "fingerprint": fingerprint(tablebase.kernel.grounded),
        "codes": len(tablebase.codes),
        "words": tablebase.codes.width,
        "figures": asdict(tablebase.totals),
        "symmetries": [[symmetry.bits, symmetry.moves] for symmetry in tablebase.symmetries],
    }
    arrays = (array("Q", tablebase.codes.words), array("i", tablebase.values))
    TABLEBASE.write(path, head, map(little, arrays))


def little(numbers: array[Any]) -> bytes:
    """The bytes of an array in little-endian order."""
    if sys.byteorder == "big":
        numbers.byteswap()
    return numbers.tobytes()


def load_tablebase(game: Game, path: Path) -> Tablebase:
    """The tablebase of a game from a file; `UnreadableFile` if it is no tablebase, or one of another game."""
    table = read_tablebase(game, path)
    spot_check(game, ValuesAnswer(table, PlayedAnswer(game, table.kernel.grounded)), processor_time())
    return table


def read_tablebase(game: Game, path: Path) -> Tablebase:
    """The same, without a check of its values."""
    grounded = grounded_of(game)
    head, content = TABLEBASE.read(path)
    if head["fingerprint"] != fingerprint(grounded):
        fact = f"`{path}` is the solution of another game: {head['game']} with other rules or constants"
        help = f"solve it again: `noughts solve {game.name} --save {path}`"
        raise UnreadableFile(fact if head["game"] == game.name else fact.partition(" with")[0], help)
    middle = 8 * head["codes"] * head["words"]
    return Tablebase(
        kernel=Kernel(grounded),
        symmetries=[Symmetry(tuple(bits), tuple(moves)) for bits, moves in head["symmetries"]],
        codes=Codes(numbers(content[:middle], "Q"), head["words"]),
        values=numbers(content[middle:], "i"),
        totals=Figures(**head["figures"]),
    )


def numbers(content: memoryview, kind: str) -> Any:
    """Numbers mapped from the file; copied into native order on big-endian machines."""
    if sys.byteorder == "little":
        return content.cast(kind)  # type: ignore[call-overload]
    found: array[Any] = array(kind, content.tobytes())
    found.byteswap()
    return found
