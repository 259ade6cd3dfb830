"""``noughts explore``: count the reachable positions of a game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from noughts.cli.answer import AsJson, print_result
from noughts.cli.app import verb
from noughts.cli.explored import plan_of, print_method
from noughts.cli.game_argument import GameWords, with_game
from noughts.cli.options import Cluster, NoSymmetries, Team, UpTo, Verbose, Workers
from noughts.cli.searched import Memory
from noughts.cli.tabled import Tables, TablesWanted, refuse_without_tables
from noughts.solvers.results import PositionCounts

if TYPE_CHECKING:
    from noughts.games.game import Game

GraphOut = Annotated[
    str | None,
    typer.Option(
        "--output",
        "-o",
        metavar="FILE",
        help="Write the graph of positions: .svg, .dot or .json, or .data for an automaton.",
    ),
]


def write_graph(game: Game, out: str) -> None:
    """Write the graph of positions in the format that the ending of the file names."""
    from noughts.automata.from_game import game_graph, plant_of_positions
    from noughts.cli.automata.files import write

    write(plant_of_positions(game_graph(game)).automaton, out)


@verb(
    ("noughts explore tictactoe", "how many positions, and how games end"),
    ("noughts explore tictactoe --by clicks", "the same, from the document's clicks"),
    ("noughts explore mnk --let m=4 --json", "another size, as JSON"),
    ("noughts explore river -o river.svg", "draw the graph of positions (needs Graphviz)"),
)
@with_game
def explore(
    game: GameWords,
    as_json: AsJson = False,
    limit: UpTo = None,
    no_symmetries: NoSymmetries = False,
    verbose: Verbose = False,
    tables: Tables = None,
    cluster: Cluster = None,
    workers: Workers = None,
    memory: Memory = None,
    output: GraphOut = None,
) -> None:
    """Count every position that play can reach, by ply and by outcome."""
    loaded = game.load()
    if output is not None:
        from noughts.cli.automata.files import refuse_place

        refuse_place(output)
    refuse_without_tables(tables, workers=workers, cluster=cluster, memory=memory)
    if tables is not None:
        team = Team(workers, cluster)
        wanted = TablesWanted(loaded, tables, team, memory, not no_symmetries, limit)
        exploration, method = wanted.explored()
        if verbose:
            print_method(method)
    else:
        with plan_of(limit, not no_symmetries, verbose=verbose) as asked:
            exploration, method = asked.count(loaded)
    if output is not None:
        write_graph(loaded, output)
    print_result(PositionCounts(exploration), as_json=as_json, and_keys=method.as_json() if verbose else {})
