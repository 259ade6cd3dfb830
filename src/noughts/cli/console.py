"""``noughts console``: an evening at a board of letters, with names, records and a score."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from noughts.cli.app import Part, app, examples
from noughts.cli.options import ByOption, EveryMatch, Let, Wins

if TYPE_CHECKING:
    from collections.abc import Callable

    from noughts.framework.choose_player import Desk, Make
    from noughts.framework.player import Player
    from noughts.framework.session import Session
    from noughts.games.game import Game, Move, Outcome
    from noughts.games.match import Match
    from noughts.players.player import Player as Program

Words = Annotated[
    list[str] | None,
    typer.Argument(metavar="GAME...", help="A name in the library, a path, or module:object."),
]
SeedOption = Annotated[int | None, typer.Option("--seed", metavar="N", help="Throw the same dice each time.")]
AiBot = Annotated[bool, typer.Option("--ai-bot", help="Let B mean the trained bot as well.")]
BOTS = {"B": "classic", "T": "trained"}
"""Which players the letters mean."""


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
    from noughts.framework.session import Session

    loaded = load_game(game or ["tictactoe"], let=let or [], by=by, wins=wins)
    diary = Diary(output)
    session = Session(loaded, desk(loaded, seed), ai_bot=ai_bot, played=diary.keep, finished=diary.finish)
    if hasattr(sys.stdin, "reconfigure"):
        sys.stdin.reconfigure(errors="replace")
    try:
        session.run()
    except EOFError:
        print()
    finally:
        tell_records(session)
    print("Good-bye.")


def desk(game: Game, seed: int | None) -> Desk:
    """Questions on the terminal, or from whatever is piped in."""
    from noughts.faces.console.line_input import LineInput
    from noughts.framework.choose_player import Desk

    lines = LineInput()
    bots = {letter: seated(word, game, seed) for letter, word in BOTS.items()}
    return Desk(lambda question: lines.ask(question, ()), print, bots, lambda word: seated(word, game, seed))


def seated(word: str, game: Game, seed: int | None) -> Make:
    """What makes the player of that name, for the board."""

    def make(name: str, p_index: int) -> Player:
        from noughts.framework.game_rules import Seated
        from noughts.players.named import Seat, named
        from noughts.players.player import Person
        from noughts.refusal import Refusal

        who = named(word, Seat(game, game.sides[p_index], seed=seed))
        if isinstance(who, Person):
            raise Refusal("a person is a human, H")
        return Seated(name, p_index, or_surrender(who))

    return make


def or_surrender(player: Program) -> Callable[[Match], Move]:
    """What a player chooses; one that gives up surrenders."""
    from noughts.framework.signals import Surrender
    from noughts.players.player import GivesUp

    def choose(match: Match) -> Move:
        try:
            return player.choose(match)
        except GivesUp as error:
            raise Surrender from error

    return choose


def tell_records(session: Session) -> None:
    """Where decisions were recorded."""
    for path in session.recorded:
        if path.exists():
            print(f"The decisions are in {path}.")


class Diary:
    """The records of all matches of a session, behind those that are in the file already."""

    def __init__(self, path: Path | None) -> None:
        from noughts.games.record_file import RecordFile
        from noughts.games.record_text import new_identity

        self.file = None if path is None else RecordFile(path)
        self.match = new_identity()

    def keep(self, match: Match, players: list[Player], ended: Outcome | None = None) -> None:
        """A match as it stands now; `ended` says how it has ended if not by the rules."""
        if self.file is None or not (match.moves or ended):
            return
        from dataclasses import replace
        from datetime import date

        from noughts.games.record import record_of

        names = {side: player.name for side, player in zip(match.game.sides, players, strict=True)}
        record = record_of(match, names, date=date.today().isoformat(), outcome=ended)
        self.file.keep(replace(record, match=self.match))

    def finish(self, match: Match, players: list[Player], winner: int | None) -> None:
        """A match that has come to its end: the next one is another."""
        from noughts.games.game import Outcome
        from noughts.games.record_text import new_identity

        winning = None if winner is None else match.game.sides[winner]
        self.keep(match, players, Outcome(winning, "surrender"))
        self.match = new_identity()
