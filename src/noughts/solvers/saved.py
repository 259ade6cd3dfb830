"""Solved games as files: written to a temporary file that is renamed, and mapped into memory to be read.

noughts tablebase 2
{"game": …, "fingerprint": …, …}      one line, padded with blanks so that the codes are aligned
the codes, 8 bytes a word, little-endian
the values, 4 bytes each
the CRC-32 of all that, 4 bytes
"""

from __future__ import annotations

import json
import mmap
import sys
from array import array
from dataclasses import asdict
from pathlib import Path
from typing import Any, Final
from zlib import crc32

from noughts.games.game import Game
from noughts.grounding.fingerprint import fingerprint
from noughts.grounding.grounded import grounded_of
from noughts.grounding.symmetry import Symmetry
from noughts.kernels.answers import PlayedAnswer
from noughts.kernels.kernel import Kernel
from noughts.kernels.state_graph import KernelGraph
from noughts.refusal import Refusal
from noughts.save import refuse_place, replacing
from noughts.solvers.answers import ValuesAnswer
from noughts.solvers.backward import Solution
from noughts.solvers.solved import Figures, Solved
from noughts.solvers.tablebase import Codes, Tablebase, table_from
from noughts.stop import processor_time
from noughts.verify.spot import spot_check

FIRST_LINE: Final = b"noughts tablebase 2\n"
_CHECK: Final = 4
"""Bytes of the checksum at the end."""


class NoSolution(Refusal):
    """A file is not the solution of the game in question."""


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
    """Write a tablebase to a file; what stood there before stays until all is written."""
    refuse_place(path)
    head = {
        "game": tablebase.game.name,
        "fingerprint": fingerprint(tablebase.kernel.grounded),
        "codes": len(tablebase.codes),
        "words": tablebase.codes.width,
        "figures": asdict(tablebase.totals),
        "symmetries": [[symmetry.bits, symmetry.moves] for symmetry in tablebase.symmetries],
    }
    line = FIRST_LINE + json.dumps(head, ensure_ascii=False).encode()
    line += b" " * (-(len(line) + 1) % 8) + b"\n"
    check = 0
    with replacing(path) as file:
        for part in (line, array("Q", tablebase.codes.words), array("i", tablebase.values)):
            written = part if isinstance(part, bytes) else little(part)
            check = crc32(written, check)
            file.write(written)
        file.write(check.to_bytes(_CHECK, "little"))


def little(numbers: array[Any]) -> bytes:
    """The bytes of an array in little-endian order."""
    if sys.byteorder == "big":
        numbers.byteswap()
    return numbers.tobytes()


class ChangedFile(NoSolution):
    """A file is not as it was written."""


def load_tablebase(game: Game, path: Path) -> Tablebase:
    """The tablebase of a game from a file; `NoSolution` if the file is none, or is of another game."""
    table = read_tablebase(game, path)
    spot_check(game, ValuesAnswer(table, PlayedAnswer(game, table.kernel.grounded)), processor_time())
    return table


def read_tablebase(game: Game, path: Path) -> Tablebase:
    """The same, and nobody has asked whether its values are right."""
    grounded = grounded_of(game)
    head, content = read_checked(path)
    if head["fingerprint"] != fingerprint(grounded):
        fact = f"`{path}` is the solution of another game: {head['game']} with other rules or constants"
        help = f"solve it again: `noughts solve {game.name} --save {path}`"
        raise NoSolution(fact if head["game"] == game.name else fact.partition(" with")[0], help)
    middle = 8 * head["codes"] * head["words"]
    return Tablebase(
        kernel=Kernel(grounded),
        symmetries=[Symmetry(tuple(bits), tuple(moves)) for bits, moves in head["symmetries"]],
        codes=Codes(numbers(content[:middle], "Q"), head["words"]),
        values=numbers(content[middle:], "i"),
        totals=Figures(**head["figures"]),
    )


def read_head(path: Path) -> dict[str, Any]:
    """The head of a file, whatever follows it; `NoSolution` if there is none."""
    with open(path, "rb") as file:
        first, line = file.readline(len(FIRST_LINE)), file.readline()
    try:
        head: dict[str, Any] = json.loads(line)
    except ValueError:
        head = {}
    if first != FIRST_LINE or "game" not in head:
        raise NoSolution(f"`{path}` is not the solution of a game", "`noughts solve --save` writes them")
    return head


def read_checked(path: Path) -> tuple[dict[str, Any], memoryview]:
    """The head of a file, its codes and its values; `NoSolution` if its checksum is wrong."""
    with open(path, "rb") as file:
        first, line = file.readline(len(FIRST_LINE)), file.readline()
        if first != FIRST_LINE:
            raise NoSolution(f"`{path}` is not the solution of a game", "`noughts solve --save` writes them")
        content = memoryview(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ))
    if crc32(content[:-_CHECK]) != int.from_bytes(content[-_CHECK:], "little"):
        raise ChangedFile(
            f"`{path}` is not as it was written: some of it is missing or changed", "solve again"
        )
    head: dict[str, Any] = json.loads(line)
    return head, content[len(first) + len(line) : -_CHECK]


def numbers(content: memoryview, kind: str) -> Any:
    """Numbers mapped from the file; copied into native order on big-endian machines."""
    if sys.byteorder == "little":
        return content.cast(kind)  # type: ignore[call-overload]
    found: array[Any] = array(kind, content.tobytes())
    found.byteswap()
    return found
