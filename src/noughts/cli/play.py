"""``noughts play``: play in the console, a window or the browser, against people or programs."""

from __future__ import annotations

import os
import shutil
import stat
import sys
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer
from msgspec.structs import replace
from typer.core import TyperCommand

from noughts.cli.answer import print_rows, remark
from noughts.cli.app import verb
from noughts.cli.completion import complete_pairs, complete_players
from noughts.cli.game_argument import NO_GAME, GameOrDefault, with_game
from noughts.cli.options import FaceName
from noughts.documents import library
from noughts.faces.table import Film
from noughts.games.result import TextLine, headline
from noughts.language.stack import Room
from noughts.players.named import KINDS
from noughts.refusal import Refusal

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from noughts.faces.table import Table
    from noughts.service.serve import Opener

# The processes for the page that lists the games: while one solves a game, the other draws pictures.
_LOBBY_WORKERS = 2

# The plies after which a demonstration stops: perfect players may repeat positions forever.
_PLIES = 200


class PlayCommand(TyperCommand):
    """The verb; its help lists the players, whose table is loaded only when that help is drawn."""

    def format_help(self, ctx: Any, formatter: Any) -> None:
        players = ", ".join(kind.words(name)[-1] for name, kind in KINDS.items())
        for option in self.params:
            if option.name in ("x", "o"):
                setattr(option, "help", f"Who plays: {players}, module:Player.")  # noqa: B010
        super().format_help(ctx, formatter)


@verb(
    ("noughts play", "list the games"),
    ("noughts play tictactoe", "play against an opponent that cannot lose"),
    ("noughts play tictactoe --o person", "let the opponent move first"),
    ("noughts play nim --face browser", "play in the browser"),
    ("noughts play othello --let n=4", "play on a board of your size"),
    ("noughts play --face browser", "choose a game there"),
    ("noughts play mine.led --face window", "play your own game in a window"),
    ("noughts play --load lost.match", "replay or continue a match"),
    cls=PlayCommand,
)
@with_game
def play(
    game: GameOrDefault = NO_GAME,
    face: Annotated[
        FaceName, typer.Option(metavar="FACE", help="Where to play: console, window or browser.")
    ] = "console",
    x: Annotated[str | None, typer.Option("--x", metavar="WHO", autocompletion=complete_players)] = None,
    o: Annotated[str | None, typer.Option("--o", metavar="WHO", autocompletion=complete_players)] = None,
    player: Annotated[
        list[str] | None,
        typer.Option(
            "--player",
            metavar="SIDE=WHO",
            help="Who plays any other side; may be repeated.",
            autocompletion=complete_pairs,
        ),
    ] = None,
    seed: Annotated[int | None, typer.Option(help="Seed of the random numbers.")] = None,
    load: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Continue or review the match recorded in FILE.")
    ] = None,
    which: Annotated[
        int | None, typer.Option(metavar="N", min=1, help="Which match in the file to load, counted from 1.")
    ] = None,
    save: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Append the record of every match to FILE."),
    ] = None,
    port: Annotated[
        int | None,
        typer.Option(
            metavar="N",
            min=0,
            max=65535,
            help="Port of the page: 0 for any free port; by default a fixed port for each game.",
        ),
    ] = None,
    open_page: Annotated[
        bool | None,
        typer.Option("--open/--no-open", help="Open the page in a browser, or only print its address."),
    ] = None,
) -> None:
    """Play a game alone, with someone else, or against a player that cannot lose.

    If a document names the size that people know, the match has that size.  `--let` chooses another one.
    """
    from noughts.cli.table_factory import records_for, table_factory

    if face != "browser":
        refuse_about_page({"--port": port, "--open" if open_page else "--no-open": open_page})
    records = records_for(load, which, save)
    game = game if game.words else replace(game, words=records.game_words)
    if not game.words and face == "console":
        list_games()
        return

    options = {"x": x, "o": o}
    pairs = player or []
    with Room():  # one for all threads: the recursion limit belongs to the process, not to a thread
        if face == "console":
            person = is_interactive()
            make = table_factory(
                game, options=options, pairs=pairs, seed=seed, with_person=person, records=records
            )
            in_console(make(), game.words)
        else:
            from noughts.cli.page_options import page_settings, paper_style, start_page
            from noughts.service.serve import serve, usual_port
            from noughts.service.service import service
            from noughts.workers.engine import LocalPool

            with closing(LocalPool(_LOBBY_WORKERS, yields=True)) as engine:
                if game.words:
                    shown = page_settings(game, options=options, pairs=pairs, seed=seed, records=records)
                    start = start_page(seed=seed, engine=engine)
                else:
                    shown = None
                    start = start_page(options=options, pairs=pairs, seed=seed, engine=engine)
                if port is None:  # a page in the browser may still be open, and comes back; a window does not
                    port = usual_port(game.words) if face == "browser" else 0
                serve(
                    service(shown, start, style=paper_style()),
                    port=port,
                    opener=None if open_page is False else opener_of(face),
                    announce=announce,
                )


def opener_of(face: Literal["browser", "window"]) -> Opener:
    """The function that shows the page in a face."""
    if face == "window":
        from noughts.service.window import in_window

        return in_window
    from noughts.service.serve import in_browser

    return in_browser


def refuse_about_page(options: Mapping[str, object]) -> None:
    """Refuse options of the page where no page is served."""
    for option, given in options.items():
        if given is not None:
            raise Refusal(f"`{option}` applies only to a page in the browser", "add `--face browser`")


def in_console(shown: Table | Film, words: Sequence[str]) -> None:
    """Play a match in the console; demonstrate it if no side is a person; or play back a film."""
    from noughts.faces import console

    command = f"{program()} play {' '.join(words)}"
    if isinstance(shown, Film):
        console.watch(shown, f"To use the mouse: {command} --face browser, or --face window.")
    elif shown.has_person:
        named = {"x", "o"}.issuperset(shown.game.sides)
        options = " and ".join(f"--{side}" for side in shown.game.sides) if named else "--player SIDE=WHO"
        console.play(
            shown,
            f"In the browser: {command} --face browser (or --face window).",
            choose_players=f"change with {options}",
        )
    else:
        side = shown.game.sides[0]
        here = f"--{side} person" if side in ("x", "o") else f"--player {side}=person"
        if is_piped_to():
            remark(f"No person plays, so what is piped in is not read; add `{here}`.")
        console.demonstrate(shown, plies=_PLIES)
        print(
            f"\nTo play yourself: {command} {here}; in the browser: --face browser; "
            "in a window: --face window."
        )


def program() -> str:
    """The command that starts Noughts: its name if it is on the PATH, else its path, as after ``make play``.

    The path is absolute if the command is not below the current folder: ``../..`` is hard to read.
    """
    if shutil.which("noughts") or not sys.argv[0].endswith("noughts"):
        return "noughts"
    near = os.path.relpath(sys.argv[0])
    return os.path.abspath(sys.argv[0]) if near.startswith(os.pardir) else near


def list_games() -> None:
    """Print the names and titles of the games in the library, kind by kind."""
    width = max(map(len, library.names()), default=0)
    print_rows(headline("Games", "noughts play NAME starts one."))
    for kind, members in library.kinds().items():
        print_rows(["", kind])
        print_rows(
            TextLine(["  ", (f"{name:<{width}}", "bold"), f"  {library.title_of(name)}"]) for name in members
        )


def is_interactive() -> bool:
    """Whether standard input is a terminal."""
    return sys.stdin is not None and sys.stdin.isatty()


def is_piped_to() -> bool:
    """Whether something waits in a pipe at standard input."""
    waiting = bytearray(4)
    try:
        from fcntl import ioctl
        from termios import FIONREAD

        place = sys.stdin.fileno()
        if stat.S_ISFIFO(os.fstat(place).st_mode):
            ioctl(place, FIONREAD, waiting)
    except (AttributeError, ImportError, OSError, ValueError):
        pass  # there is no standard input, or no such question to this system
    return any(waiting)


def announce(address: str) -> None:
    """Print the address of the page."""
    print(f"The page is at {address} (press Ctrl-C to stop).", flush=True)
