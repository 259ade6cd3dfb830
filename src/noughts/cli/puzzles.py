"""``noughts puzzles``: positions of a game in which exactly one move is right."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from noughts.cli.answer import AsJson, print_result, remark
from noughts.cli.app import verb
from noughts.cli.game_argument import GameWords, with_game
from noughts.cli.options import SeedOption
from noughts.cli.progress import progress
from noughts.games.game import TooManyPositions
from noughts.games.record import record_of
from noughts.games.record_file import RecordFile
from noughts.refusal import Refusal
from noughts.solvers.puzzles import PUZZLE_KINDS, Puzzles, puzzles_of, solved_for_puzzles

if TYPE_CHECKING:
    from noughts.games.game import Game
    from noughts.solvers.backward import Solution
    from noughts.solvers.puzzles import Puzzle

Count = Annotated[int, typer.Option("--count", metavar="N", min=1, help="Number of puzzles at most.")]
KindOption = Annotated[
    Literal["wins", "saves", "in"] | None,
    typer.Option(
        "--kind",
        help="One move wins, one move saves the draw, or win in so many moves; by default all.",
        show_default=False,
    ),
]
Solutions = Annotated[bool, typer.Option("--solutions", help="Print the solutions, too.")]
MatchesOut = Annotated[
    Path | None,
    typer.Option(
        "--output",
        "-o",
        metavar="FILE",
        help="Append the moves that lead to each puzzle to FILE, as matches.",
    ),
]


@verb(
    ("noughts puzzles tictactoe", "five positions, the easiest first"),
    ("noughts puzzles hexapawn --kind in --solutions", "win in so many moves, and how"),
    ("noughts puzzles tictactoe --seed 1 -o puzzles.match", "others, to play on from"),
    ("noughts play --load puzzles.match --which 1", "the first of them"),
)
@with_game
def puzzles(
    game: GameWords,
    kind: KindOption = None,
    count: Count = 5,
    seed: SeedOption = 0,
    solutions: Solutions = False,
    as_json: AsJson = False,
    output: MatchesOut = None,
) -> None:
    """Make puzzles: positions in which exactly one move wins, saves the draw, or wins soonest."""
    if output is not None:
        RecordFile(output)  # refuses a file of another kind before the game is solved
    loaded = game.load_of_players()
    found = puzzles_of(values(loaded), count, seed, [kind] if kind else PUZZLE_KINDS)
    if not found:
        help = "ask for another kind, or leave out `--kind`" if kind else "make the game larger with `--let`"
        raise Refusal(f"{loaded.name} has no such puzzle", help)
    if output is not None:
        save(output, found)
    print_result(Puzzles(loaded, found, solutions), as_json=as_json)


def values(game: Game) -> Solution:
    """The values of a game that has few enough positions to be listed."""
    with progress("positions") as report:
        try:
            return solved_for_puzzles(game, lambda known, waiting: report(known))
        except TooManyPositions as error:
            fact = f"{game.name} has more than {error.limit:,} positions, too many to know the value of each"
            raise Refusal(fact, "make the game smaller with `--let`") from error


def save(path: Path, found: list[Puzzle]) -> None:
    """Append the match that leads to each puzzle to the file."""
    file = RecordFile(path)
    first = file.count + 1
    file.append(record_of(puzzle.match, {}) for puzzle in found)
    remark(f"Play on from the first of them with `noughts play --load {path} --which {first}`.")
