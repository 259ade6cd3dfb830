"""Solved games as files: the codes of all positions, 8 bytes a word, and their values, 4 bytes each."""

from __future__ import annotations

import sys
from array import array
from dataclasses import asdict
from pathlib import Path
from typing import Any, Final

from noughts.games.game import Game
from noughts.grounding.fingerprint import fingerprint
from noughts.grounding.grounded import grounded_of
from noughts.grounding.symmetry import Symmetry
from noughts.kernels.answers import PlayedAnswer
from noughts.kernels.kernel import Kernel
from noughts.kernels.state_graph import KernelGraph
from noughts.refusal import Refusal
from noughts.solvers.answers import ValuesAnswer
from noughts.solvers.backward import Solution
from noughts.solvers.saved_file import FileKind, UnreadableFile
from noughts.solvers.solved import Figures, Solved
from noughts.solvers.tablebase import Codes, Tablebase, table_from
from noughts.stop import processor_time
from noughts.verify.spot import spot_check

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
