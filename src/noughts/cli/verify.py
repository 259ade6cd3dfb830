"""``noughts verify``: whether an answer that was saved is right, by the rules as they are written."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from noughts.cli.answer import AsJson, Json, console, print_json
from noughts.cli.app import HelpSection, app, examples
from noughts.cli.exit_code import ExitCode
from noughts.cli.game_argument import NO_GAME, GameArgument, with_game

if TYPE_CHECKING:
    from noughts.cli.verified import Verified

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


@app.command(
    rich_help_panel=HelpSection.KNOW,
    epilog=examples(
        (
            "noughts verify strategyO.data --game tictactoe",
            "a strategy that never loses, and lacks no move?",
        ),
        ("noughts verify mnk44.solved --game mnk --let m=4 --let n=4", "are the values of a solution right?"),
        ("noughts verify disctru.strategy --positions 5000", "some positions of very many"),
        ("noughts verify proof.json --json", "a proof that `noughts prove -o` has saved, as JSON"),
    ),
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
    from noughts.cli.verified import FileQuestion, extent_of, verified

    found = verified(file, FileQuestion(game, side, extent_of(positions), some_moves))
    if as_json:
        print_json(as_answer(file, found))
    else:
        show_verified(file, found)
    return ExitCode.YES if found.checked.is_right else ExitCode.NO


def as_answer(file: str, found: Verified) -> dict[str, Json]:
    """The answer for programs."""
    checked = found.checked
    return {
        "file": file,
        "kind": found.kind,
        "game": found.game.name,
        "side": found.side,
        "right": checked.is_right,
        "checked": checked.positions,
        "of": None if checked.has_more else checked.of,
        "fault": checked.fault,
        "position": found.where,
        "remark": checked.remark or None,
    }


def show_verified(file: str, found: Verified) -> None:
    """Print the answer for people."""
    from noughts.cli.table import headline

    checked = found.checked
    text = f"{found.what} is {'right' if checked.is_right else 'wrong'}."
    console().print(headline(file, text), soft_wrap=True)
    if checked.fault is not None:
        place = "" if found.where is None else f"In {found.where}: "
        said = f"{place}{checked.fault}."
        console().print(said[:1].upper() + said[1:], markup=False, soft_wrap=True)
    console().print(extent_text(found), markup=False, soft_wrap=True)


def extent_text(found: Verified) -> str:
    """How much was checked, of how much."""
    checked = found.checked
    if not checked.positions:
        number = "No position was"
    elif checked.has_more:
        number = f"{checked.positions:,} of more than {checked.of:,} positions were"
    elif checked.positions >= checked.of:
        number = "The only position was" if checked.of == 1 else f"All {checked.of:,} {found.counted} were"
    else:
        number = f"{checked.positions:,} of {checked.of:,} {found.counted} were"
    remark = f"; {checked.remark}" if checked.remark else ""
    return f"{number} checked{remark}."
