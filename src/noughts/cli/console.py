"""``noughts console``: a session of matches on a text board, with names, records and a score."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from noughts.api.player import player_called
from noughts.cli.app import verb
from noughts.cli.game_argument import TICTACTOE, GameOrDefault, with_game
from noughts.cli.options import EveryMatch
from noughts.faces.console.play import LineInput
from noughts.faces.console.session import ConsoleSession
from noughts.faces.table import RecordedTable, Table
from noughts.framework.board_game import Seated
from noughts.framework.choose_player import Dialogue
from noughts.games.record_file import RecordFile
from noughts.players.named import Seat
from noughts.players.player import Person
from noughts.refusal import Refusal

if TYPE_CHECKING:
    from collections.abc import Mapping

    from noughts.faces.console.session import MakeTable
    from noughts.framework.choose_player import Make
    from noughts.framework.player import Player
    from noughts.games.game import Game, Side
    from noughts.players.player import Who

SeedOption = Annotated[int | None, typer.Option("--seed", metavar="N", help="Seed of the random numbers.")]
AiBot = Annotated[bool, typer.Option("--ai-bot", help="Let B stand for the trained bot, too.")]
Scale = Annotated[
    int,
    typer.Option(
        metavar="N",
        min=1,
        max=9,
        help="Scale of the drawing, from 1 to 9; the board keeps its cells.",
    ),
]
_LEAVING = "Type quit to leave."
# The players that the letters stand for.
_BOTS = {"B": "classic", "T": "trained"}


@verb(
    ("noughts console", "tic-tac-toe: press Enter to begin, or choose players"),
    ("noughts console --scale 2", "draw the board larger"),
    ("noughts console mnk --let m=4", "another game from the library"),
    ("noughts console -o tonight.match", "save the matches"),
)
@with_game
def console(
    game: GameOrDefault = TICTACTOE,
    seed: SeedOption = None,
    ai_bot: AiBot = False,
    scale: Scale = 1,
    output: EveryMatch = None,
) -> None:
    """Play a series of matches on a text board: named people, bots, recorded decisions, a score."""
    loaded = game.load()
    session = ConsoleSession(
        loaded, dialogue(loaded, seed), ai_bot=ai_bot, scale=scale, make_table=table_maker(output)
    )
    if hasattr(sys.stdin, "reconfigure"):
        sys.stdin.reconfigure(errors="replace")
    print(_LEAVING)
    try:
        session.run()
    except EOFError:
        print()
    finally:
        say_where_records_are(session)
    print("Good-bye.")


def table_maker(path: Path | None) -> MakeTable:
    """A factory of tables; given a file, their matches are appended to it."""
    if path is None:
        return Table
    file = RecordFile(path)

    def make(game: Game, players: Mapping[Side, Who]) -> Table:
        return RecordedTable(game, players, file=file)

    return make


def dialogue(game: Game, seed: int | None) -> Dialogue:
    """The dialogue that asks who plays: on the terminal, or from piped input."""
    lines = LineInput()
    bots = {letter: seated(word, game, seed) for letter, word in _BOTS.items()}

    def ask(question: str) -> str:
        while True:
            typed = lines.ask(question, ())
            word = typed.strip().casefold().removeprefix(":")
            if word == "quit":
                raise EOFError
            if word not in ("?", "help"):
                return typed
            print(f"Answer the question. {_LEAVING}")

    return Dialogue(ask, print, bots, lambda word: seated(word, game, seed))


def seated(word: str, game: Game, seed: int | None) -> Make:
    """A factory of the players that `word` names."""

    def make(name: str, p_index: int) -> Player:
        who = player_called(word, Seat(game, game.sides[p_index], seed=seed))
        if isinstance(who, Person):
            raise Refusal("`person` is not a bot", "choose H for a human player")
        return Seated(name, p_index, who.choose)

    return make


def say_where_records_are(session: ConsoleSession) -> None:
    """Print where decisions were recorded."""
    for path in session.recorded:
        if path.exists():
            print(f"The decisions were saved to {path}.")
