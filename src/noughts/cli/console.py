"""``noughts console``: matches at a board of letters, with names, records and a score."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from noughts.cli.app import Part, app, examples
from noughts.cli.options import ByOption, EveryMatch, Let, Wins

if TYPE_CHECKING:
    from collections.abc import Mapping

    from noughts.faces.console.session import MakeTable, Session
    from noughts.faces.table import Table
    from noughts.framework.dialogue import Dialogue, Make
    from noughts.framework.player import Player
    from noughts.games.game import Game, Side
    from noughts.players.player import Who

Words = Annotated[
    list[str] | None,
    typer.Argument(metavar="GAME...", help="A name in the library, a path, or module:object."),
]
SeedOption = Annotated[int | None, typer.Option("--seed", metavar="N", help="Throw the same dice each time.")]
AiBot = Annotated[bool, typer.Option("--ai-bot", help="Let B mean the trained bot as well.")]
BOTS = {"B": "classic", "T": "trained"}
"""The names of the players that the letters mean."""


@app.command(
    rich_help_panel=Part.PLAY,
    epilog=examples(
        ("noughts console", "tic-tac-toe: who plays, how large, and off you go"),
        ("noughts console mnk --let m=4", "another game of the library"),
        ("noughts console -o tonight.match", "keep the matches"),
    ),
)
def console(
    game: Words = None,
    seed: SeedOption = None,
    ai_bot: AiBot = False,
    output: EveryMatch = None,
    by: ByOption = None,
    wins: Wins = None,
    let: Let = None,
) -> None:
    """Play match after match on a board of letters: people with names, bots, recorded decisions, a score."""
    from noughts.cli.game_argument import load_game
    from noughts.faces.console.session import Session

    loaded = load_game(game or ["tictactoe"], let=let or [], by=by, wins=wins)
    session = Session(loaded, dialogue(loaded, seed), ai_bot=ai_bot, make_table=table_maker(output))
    if hasattr(sys.stdin, "reconfigure"):
        sys.stdin.reconfigure(errors="replace")
    try:
        session.run()
    except EOFError:
        print()
    finally:
        say_where_records_are(session)
    print("Good-bye.")


def table_maker(path: Path | None) -> MakeTable:
    """Tables whose matches are kept in the file, behind those in it, if there is to be one."""
    from noughts.faces.kept_table import KeptTable
    from noughts.faces.table import Table
    from noughts.games.record_file import RecordFile

    if path is None:
        return Table
    file = RecordFile(path)

    def make(game: Game, players: Mapping[Side, Who]) -> Table:
        return KeptTable(game, players, file=file)

    return make


def dialogue(game: Game, seed: int | None) -> Dialogue:
    """Questions on the terminal, or answers from a pipe."""
    from noughts.faces.console.line_input import LineInput
    from noughts.framework.dialogue import Dialogue

    lines = LineInput()
    bots = {letter: seated(word, game, seed) for letter, word in BOTS.items()}
    return Dialogue(
        lambda question: lines.ask(question, ()), print, bots, lambda word: seated(word, game, seed)
    )


def seated(word: str, game: Game, seed: int | None) -> Make:
    """What makes the player of that name, for the board."""

    def make(name: str, p_index: int) -> Player:
        from noughts.framework.seated import Seated
        from noughts.players.named import Seat, named
        from noughts.players.player import Person
        from noughts.refusal import Refusal

        who = named(word, Seat(game, game.sides[p_index], seed=seed))
        if isinstance(who, Person):
            raise Refusal("a person is a human, H")
        return Seated(name, p_index, who.choose)

    return make


def say_where_records_are(session: Session) -> None:
    """Where decisions were recorded."""
    for path in session.recorded:
        if path.exists():
            print(f"The decisions are in {path}.")
