"""``noughts explore``: count the reachable positions of a game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from noughts.cli.answer import AsJson, console, counted, print_json
from noughts.cli.app import HelpSection, app, examples
from noughts.cli.game_argument import GameWords, with_game
from noughts.cli.options import NoSymmetries, UpTo, Verbose
from noughts.cli.searched import Memory
from noughts.cli.tabled import Tables, TablesWanted, refuse_without_tables
from noughts.cli.workers import Cluster, Team, Workers

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rich.table import Table

    from noughts.solvers.solved import Explored

_ROWS = 40
"""The longest list of plies that is printed: what fits on one screen with the summary."""


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
    from noughts.cli.explored import plan_of, print_way

    loaded = game.load()
    refuse_without_tables(tables, workers=workers, cluster=cluster, memory=memory)
    if tables is not None:
        team = Team(workers, cluster)
        wanted = TablesWanted(loaded, tables, team, memory, not no_symmetries, limit)
        exploration, way = wanted.explored()
        if verbose:
            print_way(way)
    else:
        with plan_of(limit, not no_symmetries, verbose=verbose) as asked:
            exploration, way = asked.count(loaded)
    if as_json:
        print_json({**exploration.counts(), **(way.as_json() if verbose else {})})
    else:
        _show(exploration)


def _show(exploration: Explored) -> None:
    """Print the figures as tables."""
    from noughts.cli.table import headline, is_puzzle, results, shares

    by_ply = exploration.by_ply()
    positions = sum(by_ply)
    size = f"{counted(positions, 'position')}, {counted(exploration.transitions, 'transition')}"
    console().print(headline(exploration.game.name, size), soft_wrap=True)
    solved = "solved" if is_puzzle(exploration.game) else ""
    console().print(shares("over", results(exploration.terminal(), solved), positions), "")
    if len(by_ply) <= _ROWS:
        console().print(plies(by_ply), "")
    console().print(f"Every position can be reached in at most {counted(len(by_ply) - 1, 'move')}.")


def plies(by_ply: Sequence[int]) -> Table:
    """A table of the number of positions at each distance from the initial one."""
    from noughts.cli.table import table

    shown = table("ply", "positions")
    for ply, count in enumerate(by_ply):
        shown.add_row(str(ply), f"{count:,}")
    return shown
