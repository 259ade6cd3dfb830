"""``noughts sample``: statistics of random matches."""

from __future__ import annotations

from typing import Annotated

import typer

from noughts.cli.answer import AsJson, print_result
from noughts.cli.app import verb
from noughts.cli.game_argument import GameWords, with_game
from noughts.cli.options import Cluster, SeedOption, Team, Workers
from noughts.cli.progress import progress
from noughts.solvers import sample as dice

Games = Annotated[int, typer.Option("--games", metavar="N", min=1, help="Number of matches.")]


@verb(
    ("noughts sample tictactoe", "the advantage of moving first"),
    ("noughts sample mnk --let m=6 --let n=6 --let k=4 --games 1000000", "a game too large to solve"),
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
    with Team(workers, cluster).begun() as engine, progress("matches", games) as report:
        found = dice.sample(game.load, games, seed=seed, engine=engine, progress=report)
    print_result(found, as_json=as_json)
