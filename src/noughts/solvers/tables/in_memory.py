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

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict
from itertools import pairwise
from typing import Any, Final, TypeAlias

from noughts.games.game import Game, has_values
from noughts.kernels.explore import POSITION_LIMIT
from noughts.kernels.state_graph import StateGraph
from noughts.refusal import Refusal
from noughts.solvers.backward import Solution, solve
from noughts.solvers.many_sides import ManySided, list_positions
from noughts.solvers.plan import Method, kernel_and_method
from noughts.solvers.solved import Census
from noughts.solvers.tables.asked import Ask, Note
from noughts.solvers.tables.identity import IN_MEMORY, known_by
from noughts.solvers.tables.notes import MANIFEST, write_note
from noughts.solvers.tables.parquet import write_parquet
from noughts.solvers.tables.run import State

_TABLE: Final = "part-000-0000.parquet"
"""The only file: a list that fits in memory takes some megabytes as a file."""

_REPEATED: Final = ("winner", "value", "outcomes")
"""The columns with few different values."""

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


def several(game: Game) -> Method:
    """The method for a game of three sides or more."""
    return kernel_and_method(game)[1]


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
