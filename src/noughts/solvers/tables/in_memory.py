"""Tables made in memory, of games that the tasks cannot solve.

These are games without formulas, games whose formulas have no value in some position, and games of three
sides or more.  Their positions are texts as Noughts prints them, so tables depend on the rules alone, and are
read without formulas.

    position                     text
    ply, moves, keeping, alike   as in tables made by tasks; each position stands for itself
    winner, distance             as in tables made by tasks; for one side or two

and for three sides or more, as in ``noughts solve --json``:

    value                        text; the outcome if each side plays for itself, null if there are several
    outcomes                     list of texts; all of them
    coalition_S                  text; who wins if all others play against side S: S, draw or others
    distance_S                   int32; the number of moves to that, null for a draw
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property, partial
from itertools import pairwise
from typing import Any, Final, TypeAlias

from msgspec import Struct
from msgspec.structs import asdict

from noughts.games.game import Expansion, Game, Move, Position, Side, expander, has_values, players_of
from noughts.games.result import Value
from noughts.kernels.answers import UNKNOWN
from noughts.kernels.explore import POSITION_LIMIT
from noughts.kernels.state_graph import StateGraph
from noughts.refusal import Refusal
from noughts.solvers.backward import Solution, solve
from noughts.solvers.many_sides import EquilibriumOutcomes, ManySided, forced_fault, list_positions, set_fault
from noughts.solvers.plan import Method
from noughts.solvers.solved import DRAW, Census, Figures, Solved
from noughts.solvers.tables.asked import IN_MEMORY, Ask, Note, known_by, of_another_game
from noughts.solvers.tables.folder import Folder
from noughts.solvers.tables.parquet import read_parquet, write_parquet
from noughts.solvers.tables.rows import MANIFEST, write_note
from noughts.solvers.tables.run import State
from noughts.verify.checked import value_fault

# The only file: a list that fits in memory takes some megabytes as a file.
_TABLE: Final = "part-000-0000.parquet"

# The columns with few different values.
_REPEATED: Final = ("winner", "value", "outcomes")

_DOING: Final = "listing in memory"


def list_in_memory(ask: Ask, method: Method, report: Callable[[State], None]) -> Census:
    """List all positions in memory, and write their number into the folder."""
    graph = graph_of(ask, report)
    write_note(ask.folder, MANIFEST, note_of(ask.game, method, graph))
    return listing_of_graph(graph)


def solve_in_memory(ask: Ask, method: Method, report: Callable[[State], None]) -> Note:
    """Solve a game in memory and write its tables; return their manifest, which must be written last."""
    graph = graph_of(ask, report)
    found = solve(graph) if has_values(ask.game) else ManySided(graph)
    figures = asdict(found.figures)
    values = values_of(found) if isinstance(found, Solution) else outcomes_of(found)
    table = by_position(ask.game, {**positions_of(graph), **values})
    note = note_of(ask.game, method, graph)
    write_note(ask.folder, MANIFEST, note)  # so that the file which follows is known as one of this folder's
    repeated = [column.name for column in table.schema if column.name in _REPEATED]
    checks = write_parquet(ask.folder, _TABLE, table, repeated=repeated, split=[])
    return {**note, "figures": figures, "files": [{"name": _TABLE, "rows": len(graph), "checks": checks}]}


def graph_of(ask: Ask, report: Callable[[State], None]) -> StateGraph:
    """All positions of the game, up to its limit."""

    def counted(known: int, waiting: int) -> None:
        report(State(doing=_DOING, tasks=0, positions=known))

    return list_positions(ask.game, ask.game.initial, ask.limit or POSITION_LIMIT, counted)


def note_of(game: Game, method: Method, graph: StateGraph) -> Note:
    """The manifest of a folder whose positions were listed in memory."""
    return {
        "format": IN_MEMORY,
        "game": game.name,
        "fingerprint": known_by(game, IN_MEMORY),
        "sides": game.sides,
        "through": method.through,
        "sentence": method.sentence,
        "listing": listing_of_graph(graph).noted(),
    }


def method_of(note: Note) -> Method | None:
    """The method by which the positions of a folder were listed in memory; ``None`` if tasks listed them."""
    return Method(note["through"], note["sentence"]) if note["format"] == IN_MEMORY else None


def listing_of_graph(graph: StateGraph) -> Census:
    """The figures of listed positions."""
    return Census(graph.game, graph.by_ply(), graph.transitions, list(graph.terminal().values()))


Columns: TypeAlias = Mapping[str, "tuple[str, Sequence[Any]]"]
"""The columns of a table by name: the kind of Arrow's, and a number, text or null for each position."""


def positions_of(graph: StateGraph) -> Columns:
    """The columns that depend on the graph alone."""
    moves = [end - begin for begin, end in pairwise(graph.offsets)]
    return {
        "position": ("string", [graph.game.position_text(position) for position in graph.positions]),
        "ply": ("uint32", [ply for ply, size in enumerate(graph.by_ply()) for _ in range(size)]),
        "alike": ("uint8", [1] * len(graph)),
        "moves": ("uint16", moves),
    }


def values_of(solution: Solution) -> Columns:
    """The columns of values, for one side or two."""
    values = [solution.value_of(number) for number in range(len(solution.graph))]
    winners = [value.winner for value in values]
    keeping = [
        sum(winners[after] == winner for after in solution.graph.successors(number))
        for number, winner in enumerate(winners)
    ]
    return {
        "winner": ("string", winners),
        "distance": ("int32", [value.distance for value in values]),
        "keeping": ("uint16", keeping),
    }


def outcomes_of(found: ManySided) -> Columns:
    """The columns of outcomes, and of what each side can force, for three sides or more."""
    every = range(len(found.graph))
    outcomes = [found.outcome_names(number) for number in every]
    columns: dict[str, tuple[str, Sequence[Any]]] = {
        "value": ("string", [names[0] if len(names) == 1 else None for names in outcomes]),
        "outcomes": ("list", outcomes),
        "keeping": ("uint16", [found.choices(number) for number in every]),
    }
    for side in found.sides:
        forced = [found.can_force(side, number) for number in every]
        columns[f"coalition_{side}"] = "string", [value.winner or "draw" for value in forced]
        columns[f"distance_{side}"] = "int32", [value.distance for value in forced]
    return columns


def by_position(game: Game, columns: Columns) -> Any:
    """A table of Arrow with its rows in the order of the positions; `Refusal` if two have the same text."""
    import pyarrow as arrow

    texts = columns["position"][1]
    order = sorted(range(len(texts)), key=texts.__getitem__)
    for one, other in pairwise(order):
        if texts[one] == texts[other]:
            fact = f"two positions of {game.name} have the same text, `{texts[one]}`"
            raise Refusal(f"{fact}, and tables know them by it", "let `position_text` tell all of them apart")
    kinds = {"list": arrow.list_(arrow.string())}
    return arrow.table(
        {
            name: arrow.array(
                [content[number] for number in order], kinds.get(kind) or arrow.type_for_alias(kind)
            )
            for name, (kind, content) in columns.items()
        }
    )


# Such tables, read into memory.
#
# Each value that is read is compared with the values after the moves of its position.  So tables of other
# rules are refused, even those of a game in Python with the same first positions.


class ListedRows(Struct, frozen=True, eq=False, dict=True):
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

    @cached_property
    def expanded(self) -> Callable[[Position], Expansion]:
        """The function that expands positions by the rules."""
        return expander(self.game)

    def checked(self, position: Position, fault: Callable[[Position, Expansion], str | None]) -> Expansion:
        """The expansion of a position; `Refusal` if rows have a fault by the rules, `KeyError` if it has no
        row."""
        self.number(position)
        found = self.expanded(position)
        try:
            wrong = fault(position, found)
        except KeyError:
            wrong = UNKNOWN
        if wrong is not None:
            raise of_another_game(self.game, self.folder, self.note["game"])
        return found


class InRows(Struct, frozen=True, eq=False):
    """A game with the rows of its tables."""

    rows: ListedRows

    @property
    def game(self) -> Game:
        return self.rows.game

    @property
    def figures(self) -> Figures:
        return self.rows.figures


class ListedSolution(InRows, Solved, frozen=True, eq=False):
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


class RowOutcomes(InRows, EquilibriumOutcomes, frozen=True, eq=False):
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


class ListedProspects(RowOutcomes, frozen=True, eq=False):
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
