"""``noughts audit``: prove that a player cannot lose, or show a shortest match that it loses."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from noughts.api.player import auditable, player_called
from noughts.cli.answer import AsJson, print_result
from noughts.cli.app import verb
from noughts.cli.completion import complete_players, complete_sides
from noughts.cli.game_argument import TICTACTOE, GameArgument, with_game
from noughts.cli.options import Limit
from noughts.cli.progress import progress
from noughts.cli.verbs import ExitCode
from noughts.games.game import TooManyPositions, players_of
from noughts.games.record import record_of
from noughts.games.record_file import RecordFile
from noughts.players.audit import Audits
from noughts.players.audit import audit as audit_player
from noughts.players.named import Seat, oracle_of
from noughts.refusal import Refusal, unknown

if TYPE_CHECKING:
    from collections.abc import Iterable

    from noughts.games.game import Game, Side
    from noughts.players.audit import Audit

WhoWord = Annotated[
    str,
    typer.Argument(
        metavar="PLAYER",
        help="The player to audit, such as mended, o.strategy or module:Player.",
        autocompletion=complete_players,
    ),
]
GameOption = Annotated[
    GameArgument,
    typer.Option(
        "--game",
        metavar="GAME",
        help="The game, by default tictactoe; repeat it for a game of several documents.",
    ),
]
SideOption = Annotated[
    str | None,
    typer.Option(
        "--as",
        metavar="SIDE",
        help="The side that it plays; by default every side.",
        autocompletion=complete_sides,
    ),
]
Output = Annotated[
    Path | None,
    typer.Option(
        "--output",
        "-o",
        metavar="FILE",
        help="Append the match that it loses to FILE.",
    ),
]


@verb(
    ("noughts audit mended", "can it lose tic-tac-toe, on either side?"),
    ("noughts audit classic --as o -o lost.match", "save the shortest match that it loses"),
    ("noughts audit random --game mnk --json", "as JSON"),
)
@with_game
def audit(
    player: WhoWord,
    game: GameOption = TICTACTOE,
    side: SideOption = None,
    as_json: AsJson = False,
    output: Output = None,
    limit: Limit = 1_000_000,
) -> ExitCode:
    """Prove that a player cannot lose, or show a shortest match that it loses."""
    if output is not None:
        RecordFile(output)  # refuses a file of another kind before the search
    loaded = game.load_of_players()
    if side is not None and side not in loaded.sides:
        raise unknown("side", side, loaded.sides)
    sides = [side] if side else players_of(loaded)
    audits = [audited(seat, player, limit) for seat in seats(loaded, sides)]
    if output is not None:
        _write(output, audits, loaded)
    print_result(Audits(loaded, player, audits), as_json=as_json)
    return ExitCode.YES if all(each.safe for each in audits) else ExitCode.NO


def seats(game: Game, sides: Iterable[Side]) -> list[Seat]:
    """A seat for each side; the game is solved at most once, when a player first needs its values."""
    solver = cache(lambda: oracle_of(game))
    return [Seat(game, side, seed=0, solver=solver) for side in sides]


def audited(seat: Seat, word: str, limit: int) -> Audit:
    """Audit the player that `word` names, in a seat."""
    with progress("positions") as report:
        who = auditable(player_called(word, seat))
        try:
            return audit_player(
                who, seat.game, seat.side, limit=limit, progress=lambda known, waiting: report(known)
            )
        except TooManyPositions as error:
            from noughts.players.region_player import RegionPlayer

            if not isinstance(who, RegionPlayer):
                raise
            help = (
                "`noughts synthesise --symbolic` proves that its strategy cannot lose, "
                "without listing positions"
            )
            raise Refusal(error.fact, help) from error


def _write(path: Path, audits: list[Audit], game: Game) -> None:
    """Append the records of the lost matches to the file."""
    records = []
    for each in audits:
        if each.lost is not None:
            players = {side: each.player if side == each.side else "anybody" for side in game.sides}
            records.append(record_of(each.lost, players, outcome=each.outcome))
    if records:
        RecordFile(path).append(records)
