"""``noughts arena``: a tournament of players, with scores and ratings."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from noughts.api.player import player_called
from noughts.cli.answer import AsJson, print_result
from noughts.cli.app import verb
from noughts.cli.completion import complete_players
from noughts.cli.game_argument import GameArgument, with_game
from noughts.cli.options import Cluster, EveryMatch, SeedOption, Team, Workers
from noughts.cli.progress import progress
from noughts.games.record import Record, fingerprint_of
from noughts.games.record_file import RecordFile
from noughts.players.arena import batches, play_all
from noughts.players.standings import Tally, Tournament

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from noughts.games.game import Game
    from noughts.players.arena import Batch, BatchResult, Written

GameWord = Annotated[
    GameArgument, typer.Argument(metavar="GAME", help="A library name, a path, or module:object.")
]
Words = Annotated[
    list[str],
    typer.Argument(
        metavar="WHO...",
        help="Two or more players, such as perfect or module:Player.",
        autocompletion=complete_players,
    ),
]
Matches = Annotated[
    int,
    typer.Option(
        "--games", metavar="N", min=1, max=100_000_000, help="Matches for each pair, half with each order."
    ),
]


@verb(
    ("noughts arena tictactoe random perfect classic", "a round-robin tournament"),
    ("noughts arena tictactoe random random --games 100000", "the advantage of the first move"),
    ("noughts arena tictactoe classic perfect -o matches.match", "save the matches"),
)
@with_game
def arena(
    game: GameWord,
    who: Words,
    games: Matches = 1000,
    seed: SeedOption = 0,
    as_json: AsJson = False,
    output: EveryMatch = None,
    workers: Workers = None,
    cluster: Cluster = None,
) -> None:
    """Play a tournament: scores with Wilson's 95 % confidence intervals, and ratings."""
    if output is not None:
        RecordFile(output)  # refuses a file of another kind before anything is played
    loaded, team = game.load_of_players(), Team(workers, cluster)
    tally = Tally(who, loaded.sides)
    saved: dict[Batch, list[Written]] = {}
    try:
        for batch, result in all_matches(game.load, who, games, seed, team, keep=output is not None):
            tally.add(batch, result)
            saved[batch] = result.played
    finally:  # Ctrl-C must not lose the matches played so far
        if output is not None and saved:
            _write(output, loaded, tally, saved)
    print_result(Tournament(loaded.name, tally, seed), as_json=as_json)


def all_matches(
    load: Callable[[], Game], who: list[str], games: int, seed: int, team: Team, *, keep: bool
) -> Iterator[tuple[Batch, BatchResult]]:
    """Play the matches in batches and show progress."""
    todo = batches(who, games)
    done = 0
    matches = sum(batch.matches for batch in todo)
    with team.begun() as engine, progress("matches", matches) as report:
        for batch, result in play_all(
            load, who, todo, seed=seed, engine=engine, keep=keep, named=player_called
        ):
            yield batch, result
            report(done := done + batch.matches)


def _write(path: Path, game: Game, tally: Tally, saved: dict[Batch, list[Written]]) -> None:
    """Append the matches to the file, in an order that does not depend on which process was first."""
    in_order = sorted(saved, key=lambda batch: (batch.first, batch.second, batch.number))
    all_of_them = (record for batch in in_order for record in records(game, tally, batch, saved[batch]))
    RecordFile(path).append(all_of_them)


def records(game: Game, tally: Tally, batch: Batch, played: list[Written]) -> Iterator[Record]:
    """The records of the matches of a batch."""
    players = dict(zip(game.sides, (tally.names[batch.first], tally.names[batch.second]), strict=True))
    rules = fingerprint_of(game)
    for outcome, moves in played:
        yield Record(game.name, moves, players, outcome, rules=rules)
