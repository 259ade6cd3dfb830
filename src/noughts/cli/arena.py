"""``noughts arena``: a tournament of players, with scores and ratings."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from noughts.cli.answer import AsJson, Json, console, counted, print_json
from noughts.cli.app import HelpSection, app, examples
from noughts.cli.game_argument import GameArgument, with_game
from noughts.cli.options import EveryMatch, SeedOption
from noughts.cli.workers import Cluster, Team, Workers

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from rich.table import Table

    from noughts.games.game import Game
    from noughts.games.record import Record
    from noughts.players.arena import Batch, BatchResult, Written
    from noughts.players.standings import Tally

_PAIRS = 30
"""The longest table of pairings that is printed: the ordered pairs of six players."""

GameWord = Annotated[
    GameArgument, typer.Argument(metavar="GAME", help="A library name, a path, or module:object.")
]
Words = Annotated[list[str], typer.Argument(metavar="WHO...", help="Two or more players.")]
Matches = Annotated[
    int,
    typer.Option(
        "--games", metavar="N", min=1, max=100_000_000, help="Matches for each ordered pair of players."
    ),
]


@app.command(
    rich_help_panel=HelpSection.PLAY,
    epilog=examples(
        ("noughts arena tictactoe random perfect classic", "a round-robin tournament"),
        ("noughts arena tictactoe random random --games 100000", "the advantage of the first move"),
        ("noughts arena tictactoe classic perfect -o matches.match", "save the matches"),
    ),
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
    """Play a tournament: scores with 95 % confidence intervals, and ratings."""
    from noughts.games.record_file import RecordFile
    from noughts.players.standings import Tally

    if output is not None:
        RecordFile(output)  # refuses a file of another kind before anything is played
    loaded, team = game.load(), Team(workers, cluster)
    tally = Tally(who, loaded.sides)
    saved: dict[Batch, list[Written]] = {}
    try:
        for batch, result in all_matches(game.load, who, games, seed, team, keep=output is not None):
            tally.add(batch, result)
            saved[batch] = result.played
    finally:  # Ctrl-C must not lose the matches played so far
        if output is not None and saved:
            _write(output, loaded, tally, saved)
    if as_json:
        print_json(_figures(loaded, tally, seed))
    else:
        _show(loaded, tally, seed)


def all_matches(
    load: Callable[[], Game], who: list[str], games: int, seed: int, team: Team, *, keep: bool
) -> Iterator[tuple[Batch, BatchResult]]:
    """Play the matches in batches and show progress."""
    from noughts.cli.progress import progress
    from noughts.players.arena import batches, play_all

    todo = batches(who, games)
    done = 0
    matches = sum(batch.matches for batch in todo)
    with team.begun() as engine, progress("matches", matches) as report:
        for batch, result in play_all(load, who, todo, seed=seed, engine=engine, keep=keep):
            yield batch, result
            report(done := done + batch.matches)


def _write(path: Path, game: Game, tally: Tally, saved: dict[Batch, list[Written]]) -> None:
    """Append the matches to the file, in an order that does not depend on which process was first."""
    from noughts.games.record_file import RecordFile

    in_order = sorted(saved, key=lambda batch: (batch.first, batch.second, batch.number))
    all_of_them = (record for batch in in_order for record in records(game, tally, batch, saved[batch]))
    RecordFile(path).append(all_of_them)


def records(game: Game, tally: Tally, batch: Batch, played: list[Written]) -> Iterator[Record]:
    """The records of the matches of a batch."""
    from noughts.games.record import Record, fingerprint_of

    players = dict(zip(game.sides, (tally.names[batch.first], tally.names[batch.second]), strict=True))
    rules = fingerprint_of(game)
    for outcome, moves in played:
        yield Record(game.name, moves, players, outcome, rules=rules)


def _figures(game: Game, tally: Tally, seed: int) -> Json:
    """The answer as JSON: the players, best first, and every pair in the order of moving."""
    first, second = game.sides
    return {
        "game": game.name,
        "seed": seed,
        "matches": tally.matches,
        "players": [
            {
                "player": each.player,
                "matches": each.matches,
                "won": each.won,
                "drawn": each.drawn,
                "lost": each.lost,
                "points": each.points,
                "score": round(each.score, 6),
                "interval": [round(bound, 6) for bound in each.confidence],
                "rating": round(each.rating, 1),
            }
            for each in tally.standings()
        ],
        "pairs": [
            {
                first: tally.names[pair[0]],
                second: tally.names[pair[1]],
                "wins": {first: count[first], second: count[second]},
                "draws": count[None],
            }
            for pair, count in sorted(tally.counts.items())
        ],
    }


def _show(game: Game, tally: Tally, seed: int) -> None:
    """Print the answer as tables."""
    from rich.text import Text

    from noughts.cli.table import headline, table

    text = f"{counted(tally.matches, 'match')}, {game.sides[0]} moves first; seed {seed}."
    console().print(headline(game.name, text), soft_wrap=True)
    shown = table("player", "score", "95 % CI", "won", "drawn", "lost", "rating")
    for each in tally.standings():
        low, high = each.confidence
        shown.add_row(
            Text(each.player),
            f"{each.score:.1%}",
            f"{100 * low:.1f}–{100 * high:.1f}%",
            f"{each.won:,}",
            f"{each.drawn:,}",
            f"{each.lost:,}",
            f"{each.rating:.0f}",
        )
    console().print(shown)
    if len(tally.counts) <= _PAIRS:
        console().print("\n", pairs(game, tally), sep="", end="")


def pairs(game: Game, tally: Tally) -> Table:
    """A table of the results of each pair, in the order of moving."""
    from rich.text import Text

    from noughts.cli.table import table
    from noughts.games.game import wins

    first, second = game.sides
    shown = table(f"{first} – {second}", wins(first), "draws", wins(second))
    for (a, b), count in sorted(tally.counts.items()):
        names = Text(f"{tally.names[a]} – {tally.names[b]}")
        shown.add_row(names, f"{count[first]:,}", f"{count[None]:,}", f"{count[second]:,}")
    return shown
