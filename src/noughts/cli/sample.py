"""``noughts sample``: statistics of random matches."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from noughts.cli.answer import AsJson, console, print_json
from noughts.cli.app import HelpSection, app, examples
from noughts.cli.game_argument import GameWords, with_game
from noughts.cli.options import SeedOption
from noughts.cli.workers import Cluster, Team, Workers

if TYPE_CHECKING:
    from noughts.solvers.sample import Sample

Games = Annotated[int, typer.Option("--games", metavar="N", min=1, help="Number of matches.")]


@app.command(
    rich_help_panel=HelpSection.KNOW,
    epilog=examples(
        ("noughts sample tictactoe", "the advantage of moving first"),
        ("noughts sample mnk --let m=6 --let n=6 --let k=4 --games 1000000", "a game too large to solve"),
    ),
)
@with_game
def sample(
    game: GameWords,
    games: Games = 10_000,
    as_json: AsJson = False,
    seed: SeedOption = 0,
    workers: Workers = None,
    cluster: Cluster = None,
) -> None:
    """Play random matches (all legal moves equally likely) and count who wins."""
    from noughts.cli.progress import progress
    from noughts.solvers import sample as dice

    with Team(workers, cluster).begun() as engine, progress("matches", games) as report:
        found = dice.sample(game.load, games, seed=seed, engine=engine, progress=report)
    if as_json:
        print_json({"matches": found.matches, "moves": found.moves, "winners": found.winners})
    else:
        _show(found)


def _show(found: Sample) -> None:
    """Print the answer as tables."""
    from noughts.cli.table import headline, results, shares

    solved = "solved" if len(found.winners) == 2 else ""  # one side, or nobody
    length = found.moves / found.matches
    text = f"{found.matches:,} random matches of {length:.1f} moves on average"
    console().print(headline(found.game, text))
    console().print(shares("result", results(found.winners, solved), found.matches, "matches"))
