"""``noughts verify``: check a saved answer by the rules as they are written."""

from __future__ import annotations

from typing import Annotated

import typer

from noughts.cli.answer import AsJson, print_result
from noughts.cli.app import verb
from noughts.cli.game_argument import NO_GAME, GameArgument, with_game
from noughts.cli.verbs import ExitCode
from noughts.cli.verified import FileQuestion, extent_of, verified

FileWord = Annotated[
    str,
    typer.Argument(
        metavar="FILE",
        help="A strategy (.data or .strategy), a solution, a proof, or a folder of tables.",
    ),
]
GameOption = Annotated[
    GameArgument,
    typer.Option(
        "--game",
        metavar="GAME",
        help="The game, if FILE does not name it; repeat it for a game of several documents.",
        show_default=False,
    ),
]
SideOption = Annotated[
    str | None,
    typer.Option("--for", metavar="SIDE", help="The side of a .data file, if it has three sides or more."),
]
PositionsOption = Annotated[
    str | None,
    typer.Option(
        "--positions",
        metavar="N",
        help="How many positions to check, or 'all'; by default all up to 10,000, and 1,000 of more.",
        show_default=False,
    ),
]
SomeMoves = Annotated[
    bool,
    typer.Option("--some-moves", help="A strategy may lack moves that are safe: it only must not lose."),
]


@verb(
    (
        "noughts verify strategyO.data --game tictactoe",
        "a strategy that never loses, and lacks no move?",
    ),
    ("noughts verify mnk44.solved --game mnk --let m=4 --let n=4", "are the values of a solution right?"),
    ("noughts verify disctru.strategy --positions 5000", "some positions of very many"),
    ("noughts verify proof.json --json", "a proof that `noughts prove -o` has saved, as JSON"),
)
@with_game
def verify(
    file: FileWord,
    game: GameOption = NO_GAME,
    side: SideOption = None,
    positions: PositionsOption = None,
    some_moves: SomeMoves = False,
    as_json: AsJson = False,
) -> ExitCode:
    """Check a saved strategy, solution, table or proof by evaluating the rules as they are written."""
    found = verified(file, FileQuestion(game, side, extent_of(positions), some_moves))
    print_result(found, as_json=as_json)
    return ExitCode.YES if found.checked.is_right else ExitCode.NO
