"""``noughts explore``: count the reachable positions of a game."""

from __future__ import annotations

from noughts.cli.answer import AsJson, print_result
from noughts.cli.app import HelpSection, app, examples
from noughts.cli.game_argument import GameWords, with_game
from noughts.cli.options import NoSymmetries, UpTo, Verbose
from noughts.cli.searched import Memory
from noughts.cli.tabled import Tables, TablesWanted, refuse_without_tables
from noughts.cli.workers import Cluster, Team, Workers


@app.command(
    rich_help_panel=HelpSection.KNOW,
    epilog=examples(
        ("noughts explore tictactoe", "how many positions, and how games end"),
        ("noughts explore tictactoe --by clicks", "the same, from the document's clicks"),
        ("noughts explore mnk --let m=4 --json", "another size, as JSON"),
    ),
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
) -> None:
    """Count every position that play can reach, by ply and by outcome."""
    from noughts.cli.explored import plan_of, print_method
    from noughts.solvers.results import PositionCounts

    loaded = game.load()
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
    print_result(PositionCounts(exploration), as_json=as_json, and_keys=method.as_json() if verbose else {})
