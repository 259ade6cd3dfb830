"""The values in a folder of tables, read on demand: one group of rows for a position."""

from __future__ import annotations

import os
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any, Final

from noughts.games.game import Game
from noughts.games.result import Value
from noughts.grounding.grounded import grounded_of
from noughts.grounding.symmetry import Symmetry
from noughts.kernels.answers import PlayedAnswer
from noughts.kernels.dialect import representative
from noughts.kernels.kernel import Kernel
from noughts.refusal import Refusal
from noughts.solvers.backward import refuse_many_sides
from noughts.solvers.many_sides import EquilibriumOutcomes, OutcomesAnswer
from noughts.solvers.plan import Method
from noughts.solvers.saved import load_tablebase
from noughts.solvers.solved import DRAW, Figures, Solved
from noughts.solvers.tablebase import SolvedByKernel
from noughts.solvers.tables.asked import IN_MEMORY, Note, refuse_other
from noughts.solvers.tables.folder import Folder
from noughts.solvers.tables.in_memory import ListedProspects, ListedRows, ListedSolution, method_of
from noughts.solvers.tables.parquet import CheckedFile, parquet_file
from noughts.solvers.tables.rows import MANIFEST, Code, read_note
from noughts.solvers.verdict import ValuesAnswer
from noughts.stop import processor_time
from noughts.verify.spot import spot_check

# The groups of rows in memory, some megabytes each: a player asks about positions near each other.
_KEPT: Final = 64


class TableSolution(SolvedByKernel, frozen=True, eq=False, dict=True):
    """The value of every position, in a folder of tables."""

    folder: Folder
    symmetries: Sequence[Symmetry]
    files: Sequence[Mapping[str, Any]]
    words: int

    @cached_property
    def groups(self) -> Callable[..., Any]:
        """Reads a group of rows, or finds it in memory."""
        return lru_cache(_KEPT)(self.read_group)

    def __reduce__(self) -> tuple[Callable[[Game, Folder], Solved], tuple[Game, Folder]]:
        return open_tables, (self.game, self.folder)

    def value_of(self, code: int, *, later: int = 0) -> Value:
        kept = representative(code, self.symmetries, self.words)
        for number in self.candidates(kept):
            codes, winners, distances = self.groups(number, self.group_with(number, kept))
            place = bisect_left(codes, kept)
            if place < len(codes) and codes[place] == kept:
                return DRAW if winners[place] is None else Value(winners[place], distances[place] + later)
        raise KeyError(self.kernel.grounded.decoded(code))

    def candidates(self, code: Code) -> list[int]:
        """The files whose range has the code: about one in each layer."""
        words = list(code)
        return [n for n, file in enumerate(self.files) if file["first"] <= words <= file["last"]]

    @cached_property
    def readers(self) -> dict[int, Any]:
        """The open files."""
        return {}

    def reader(self, number: int) -> Any:
        """A file of Parquet, open."""
        if number not in self.readers:
            file = self.files[number]
            checked = CheckedFile(self.folder, file["name"], file["checks"])
            self.readers[number] = parquet_file(checked)
        return self.readers[number]

    def group_with(self, number: int, code: Code) -> int:
        """The last group of rows of a file that begins with no greater code.

        The footer has the least first word of each group; if several groups have the same one, they are read.
        """
        footer = self.reader(number).metadata
        firsts = [footer.row_group(k).column(0).statistics.min for k in range(footer.num_row_groups)]
        group = bisect_right(firsts, code[0]) - 1
        while group > 0 and firsts[group] == code[0] and self.groups(number, group)[0][0] > code:
            group -= 1
        return group

    def read_group(self, number: int, group: int) -> tuple[list[Any], list[Any], list[Any]]:
        """The codes, winners and distances of a group of rows."""
        names = [f"word_{k}" for k in range(self.words)]
        columns = [*names, "winner", "distance"]
        table = self.reader(number).read_row_group(group, columns=columns, use_threads=False)
        codes = list(zip(*(table.column(name).to_pylist() for name in names), strict=True))
        return codes, table.column("winner").to_pylist(), table.column("distance").to_pylist()


def open_tables(game: Game, folder: Folder) -> Solved:
    """The solution in a folder of tables; `Refusal` if it has none, or that of another game."""
    refuse_many_sides(game)
    found = read_tables(game, folder, finished(game, folder))
    spot_check(game, ValuesAnswer(found, PlayedAnswer(game)), processor_time())
    return found


def read_tables(game: Game, folder: Folder, note: Note) -> Solved:
    """The solution in a folder, given its manifest."""
    if note["format"] == IN_MEMORY:
        return ListedSolution(ListedRows(game, folder, note))
    grounded = grounded_of(game)
    return TableSolution(
        kernel=Kernel(grounded),
        folder=folder,
        symmetries=[Symmetry(tuple(bits), tuple(moves)) for bits, moves in note["symmetries"]],
        totals=Figures(**note["figures"]),
        files=note["files"],
        words=max(1, -(-len(grounded.bits) // 64)),
    )


def open_prospects(game: Game, folder: Folder) -> EquilibriumOutcomes:
    """The outcomes of a game of three sides or more, from a folder of tables; `Refusal` as by
    `open_tables`."""
    found = ListedProspects(ListedRows(game, folder, finished(game, folder)))
    spot_check(game, OutcomesAnswer(found, PlayedAnswer(game)), processor_time())
    return found


def finished(game: Game, folder: Folder) -> Note:
    """The manifest of a folder with all tables of a game; `Refusal` if they are missing or incomplete."""
    note: Note | None = read_note(folder, MANIFEST)
    again = f"`noughts solve {game.name} --tables {folder}`"
    if note is None:
        raise Refusal(f"there are no tables in `{folder}`", f"{again} makes them")
    refuse_other(game, folder, note)
    if "files" not in note:
        raise Refusal(f"the tables in `{folder}` are not finished", f"{again} continues them")
    return note


def saved_method(folder: Folder, kept: str) -> Method:
    """The method by which the tables of a folder were made; `kept` is a sentence on their place."""
    note: Note = read_note(folder, MANIFEST)
    method = method_of(note)
    if method is None:
        return Method("kernel", kept)
    return Method(method.through, f"{method.sentence} That was done in memory, and {kept}")


def saved_values(game: Game, place: str) -> Solved:
    """The values of a game in a folder of tables, or in a file that `noughts solve --save` has written."""
    if "://" in place or os.path.isdir(place):
        return open_tables(game, Folder(place))
    return load_tablebase(game, Path(place))
