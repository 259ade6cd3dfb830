"""Tables that were made in memory, read into memory; see `noughts.solvers.tables.in_memory`.

Each value that is read is compared with the values after the moves of its position.  So tables of other rules
are refused, even those of a game in Python with the same first positions.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from noughts.games.game import Game, Move, Position, Side, players_of
from noughts.games.value import Value
from noughts.solvers.many_sides import EquilibriumOutcomes, mover_in, refined
from noughts.solvers.solved import DRAW, Figures, Solved
from noughts.solvers.tables.asked import Note
from noughts.solvers.tables.folder import Folder
from noughts.solvers.tables.identity import of_another_game
from noughts.solvers.tables.parquet import read_parquet


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

    def after(self, position: Position) -> dict[Move, int]:
        """The row after each legal move."""
        self.number(position)
        try:
            moves = self.game.moves(position)
            return {move: self.number(self.game.after(position, move)) for move in moves}
        except KeyError:
            raise of_another_game(self.game, self.folder, self.note["game"]) from None

    def winner(self, position: Position) -> Side | None:
        """The winner of a terminal position; ``None`` for a draw."""
        outcome = self.game.outcome(position)
        return None if outcome is None else outcome.winner

    def check(self, found: object, expected: object) -> None:
        """`Refusal` if the values of rows are not those that the rules derive from the rows after them."""
        if found != expected:
            raise of_another_game(self.game, self.folder, self.note["game"])


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
        found = self.value_of(self.rows.number(position))
        self.rows.check(found, self.by_rules(position, [*self.after(position).values()]))
        return found

    def by_move(self, position: Position) -> dict[Move, Value]:
        self.value(position)
        return self.after(position)

    def in_row(self, position: Position) -> Value:
        """The value in the row of a position, without a comparison with the rows after its moves."""
        return self.value_of(self.rows.number(position))

    def value_of(self, number: int) -> Value:
        """The value in a row."""
        return read_value(self.rows.columns, "winner", "distance", number)

    def after(self, position: Position) -> dict[Move, Value]:
        """The values in the rows after each move."""
        return {move: later(self.value_of(row)) for move, row in self.rows.after(position).items()}

    def by_rules(self, position: Position, after: Sequence[Value]) -> Value:
        """The value of a position that follows from the values of its moves."""
        if after:
            return best_for(self.game.to_move(position), after)
        winner = self.rows.winner(position)
        return DRAW if winner is None else Value(winner, 0)


class ListedProspects(InRows, EquilibriumOutcomes):
    """The outcomes of every position of a game of three sides or more."""

    def outcome_set(self, position: Position) -> int:
        found = self.set_of(self.rows.number(position))
        after = [self.set_of(row) for row in self.rows.after(position).values()]
        self.rows.check(found, self.by_rules(position, after))
        return found

    def set_of(self, number: int) -> int:
        """The outcomes in a row, as a set of bits."""
        names = (*self.game.sides, "draw")
        return sum(1 << names.index(name) for name in self.rows.columns["outcomes"][number])

    def by_rules(self, position: Position, after: Sequence[int]) -> int:
        """The outcomes of a position that follow from those after its moves."""
        sides = self.game.sides
        if after:
            return refined(mover_in(self.game, position), len(sides), after)
        winner = self.rows.winner(position)
        return 1 << (len(sides) if winner is None else sides.index(winner))

    def forced_at(self, position: Position) -> dict[Side, Value]:
        number, after = self.rows.number(position), self.rows.after(position).values()
        found = {}
        for side in players_of(self.game):
            found[side] = self.forced_in(side, number)
            reached = [later(self.forced_in(side, row)) for row in after]
            self.rows.check(found[side], self.forced_by_rules(position, side, reached))
        return found

    def forced_in(self, side: Side, number: int) -> Value:
        """The value that a side can force, in a row."""
        found = read_value(self.rows.columns, f"coalition_{side}", f"distance_{side}", number)
        return DRAW if found.winner == "draw" else found

    def forced_by_rules(self, position: Position, side: Side, after: Sequence[Value]) -> Value:
        """The value that a side can force in a position, which follows from those after its moves."""
        if after:
            return best_for(side if self.game.to_move(position) == side else "others", after)
        winner = self.rows.winner(position)
        return DRAW if winner is None else Value(side if winner == side else "others", 0)


def read_value(columns: Mapping[str, Sequence[Any]], winner: str, distance: str, number: int) -> Value:
    """The value in two columns of a row."""
    return Value(columns[winner][number], columns[distance][number])


def later(value: Value) -> Value:
    """A value as seen one move earlier."""
    return value if value.distance is None else Value(value.winner, value.distance + 1)


def best_for(mover: str, after: Sequence[Value]) -> Value:
    """The value of a position for the side to move, by the values of its moves."""
    if won := [value.distance or 0 for value in after if value.winner == mover]:
        return Value(mover, min(won))
    if any(value.winner is None for value in after):
        return DRAW
    return Value(after[0].winner, max(value.distance or 0 for value in after))
