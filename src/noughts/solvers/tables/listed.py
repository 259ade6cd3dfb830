"""Tables that were made in memory, read into memory; see `noughts.solvers.tables.in_memory`.

Each value that is read is compared with the values after the moves of its position.  So tables of other rules
are refused, even those of a game in Python with the same first positions.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Any

from noughts.games.game import Expansion, Game, Move, Position, Side, players_of
from noughts.games.value import Value
from noughts.kernels.answers import UNKNOWN
from noughts.solvers.many_sides import EquilibriumOutcomes, forced_fault, set_fault
from noughts.solvers.solved import DRAW, Figures, Solved
from noughts.solvers.tables.asked import Note
from noughts.solvers.tables.folder import Folder
from noughts.solvers.tables.identity import of_another_game
from noughts.solvers.tables.parquet import read_parquet
from noughts.verify.checked import value_fault


@dataclass(frozen=True, eq=False)
class ListedRows:
    """The rows of a folder, found by the texts of positions."""

    game: Game
    folder: Folder
    note: Note

    @cached_property
    def columns(self) -> Mapping[str, Sequence[Any]]:
        """The columns of all rows, in the order of the positions; `CorruptFile` if a file was changed."""
        columns: dict[str, list[Any]] = {}
        for file in self.note["files"]:
            table = read_parquet(self.folder, file["name"], file["checks"])
            for name in table.column_names:
                columns.setdefault(name, []).extend(table.column(name).to_pylist())
        return columns

    @cached_property
    def figures(self) -> Figures:
        """The figures of the game."""
        return Figures(**self.note["figures"])

    def number(self, position: Position) -> int:
        """The row of a position; `KeyError` if there is none."""
        texts, text = self.columns["position"], self.game.position_text(position)
        number = bisect_left(texts, text)
        if number == len(texts) or texts[number] != text:
            raise KeyError(position)
        return number

    def checked(self, position: Position, fault: Callable[[Position, Expansion], str | None]) -> Expansion:
        """The expansion of a position; `Refusal` if rows have a fault by the rules, `KeyError` if it has no
        row."""
        self.number(position)
        outcome, moves = self.game.outcome(position), self.game.moves(position)
        mover = "" if outcome else self.game.to_move(position)
        found = Expansion(outcome, mover, moves, [self.game.after(position, move) for move in moves])
        try:
            wrong = fault(position, found)
        except KeyError:
            wrong = UNKNOWN
        if wrong is not None:
            raise of_another_game(self.game, self.folder, self.note["game"])
        return found


@dataclass(frozen=True, eq=False, repr=False)
class InRows:
    """A game with the rows of its tables."""

    rows: ListedRows

    @property
    def game(self) -> Game:
        return self.rows.game

    @property
    def figures(self) -> Figures:
        return self.rows.figures


class ListedSolution(InRows, Solved):
    """The value of every position of a game for one side or two."""

    def value(self, position: Position) -> Value:
        self.expansion(position)
        return self.in_row(position)

    def by_move(self, position: Position) -> dict[Move, Value]:
        found = self.expansion(position)
        values = map(self.in_row, found.after)
        return {
            move: value if value.distance is None else Value(value.winner, value.distance + 1)
            for move, value in zip(found.moves, values, strict=True)
        }

    def in_row(self, position: Position) -> Value:
        """The value in the row of a position, without a comparison with the rows after its moves."""
        return read_value(self.rows, "winner", "distance", position)

    def expansion(self, position: Position) -> Expansion:
        """The expansion of a position, whose value follows from those after its moves."""
        return self.rows.checked(
            position, lambda here, found: value_fault(found, self.in_row(here), self.in_row)
        )


class RowOutcomes(InRows, EquilibriumOutcomes):
    """The outcomes of every position of a game of three sides or more, without a comparison of rows."""

    def outcome_set(self, position: Position) -> int:
        names = (*self.game.sides, "draw")
        found = self.rows.columns["outcomes"][self.rows.number(position)]
        return sum(1 << names.index(name) for name in found)

    def forced_at(self, position: Position) -> dict[Side, Value]:
        found = {}
        for side in players_of(self.game):
            value = read_value(self.rows, f"coalition_{side}", f"distance_{side}", position)
            found[side] = DRAW if value.winner == "draw" else value
        return found


class ListedProspects(RowOutcomes):
    """The same, each compared with the rows after the moves."""

    def outcome_set(self, position: Position) -> int:
        self.rows.checked(position, partial(set_fault, RowOutcomes(self.rows)))
        return super().outcome_set(position)

    def forced_at(self, position: Position) -> dict[Side, Value]:
        self.rows.checked(position, partial(forced_fault, RowOutcomes(self.rows)))
        return super().forced_at(position)


def read_value(rows: ListedRows, winner: str, distance: str, position: Position) -> Value:
    """The value in two columns of the row of a position."""
    number = rows.number(position)
    return Value(rows.columns[winner][number], rows.columns[distance][number])
