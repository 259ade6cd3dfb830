"""``noughts play``: in the console, in a window, in the browser; against others or against programs."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal, TypeAlias, assert_never

import typer

from noughts.cli.app import Part, app, examples
from noughts.cli.options import ByOption, Let, Wins

if TYPE_CHECKING:
    from collections.abc import Mapping

    from noughts.faces.film import Film
    from noughts.faces.table import Table

FaceName: TypeAlias = Literal["console", "window", "browser"]

WHO = "Who plays: person, random, perfect, strategy, trained, search:2s, mcts:1000 …"

PLIES = 200
"""A demonstration does not go on for longer: perfect players may go round for ever."""


@app.command(
    rich_help_panel=Part.PLAY,
    epilog=examples(
        ("noughts play", "the games there are"),
        ("noughts play tictactoe", "against a player that cannot lose"),
        ("noughts play tictactoe --o person", "let it begin"),
        ("noughts play nim --face browser", "on a page"),
        ("noughts play mine.led --face window", "your own, in a window"),
        ("noughts play --load lost.match", "replay a match, or go on with it"),
    ),
)
def play(
    game: Annotated[
        list[str] | None,
        typer.Argument(metavar="GAME...", help="A name in the library, a path, or module:object."),
    ] = None,
    face: Annotated[
        FaceName, typer.Option(metavar="FACE", help="Where to play: console, window or browser.")
    ] = "console",
    x: Annotated[str | None, typer.Option("--x", metavar="WHO", help=WHO)] = None,
    o: Annotated[str | None, typer.Option("--o", metavar="WHO", help=WHO)] = None,
    player: Annotated[
        list[str] | None,
        typer.Option("--player", metavar="SIDE=WHO", help="The same for any side; may be repeated."),
    ] = None,
    seed: Annotated[int | None, typer.Option(help="Throw the same dice each time.")] = None,
    let: Let = None,
    by: ByOption = None,
    wins: Wins = None,
    load: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Go on with the match recorded there, or look at it.")
    ] = None,
    which: Annotated[int | None, typer.Option(metavar="N", min=1, help="Which match of the file.")] = None,
    save: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE", help="Write the record of every match into this file, behind those in it."
        ),
    ] = None,
    port: Annotated[
        int | None,
        typer.Option(
            metavar="N",
            min=0,
            max=65535,
            help="For the page; the usual one of the game if not given, any free one if 0.",
        ),
    ] = None,
    open_page: Annotated[
        bool | None,
        typer.Option("--open/--no-open", help="Open the page in a browser, or only say where it is."),
    ] = None,
) -> None:
    """Play a game: by yourself, with somebody else, or against a player that cannot lose."""
    from noughts.cli.records import records_for

    if face != "browser":
        refuse_about_page({"--port": port, "--open" if open_page else "--no-open": open_page})
    records = records_for(load, which, save)
    game = game or records.game_words
    if not game:
        list_games()
        return
    from noughts.cli.stage import Asked, stage_for
    from noughts.language.stack import Room

    asked = Asked(game, let or [], by, wins)
    with_person = face != "console" or somebody_types()
    options = {"x": x, "o": o}
    new_stage = stage_for(
        asked, options=options, pairs=player or [], seed=seed, with_person=with_person, records=records
    )
    with Room():  # for all threads, so that none of them takes it from another
        match face:
            case "console":
                in_console(new_stage(), game)
            case "window":
                from noughts.faces import window

                window.show(new_stage(), folder=asked.folder)
            case "browser":
                from noughts.faces import browser
                from noughts.faces.browser.usual_port import usual_port

                browser.serve(
                    new_stage,
                    port=usual_port(game) if port is None else port,
                    folder=asked.folder,
                    open_page=open_page is not False,
                    announce=tell,
                )
            case _:
                assert_never(face)


def refuse_about_page(options: Mapping[str, object]) -> None:
    """What is said of a page means nothing where none is served."""
    from noughts.refusal import Refusal

    for option, given in options.items():
        if given is not None:
            raise Refusal(f"`{option}` is about a page, and none is served", "add `--face browser`")


def in_console(stage: Table | Film, words: list[str]) -> None:
    """A match for who types, or one to look at where nobody is to decide; or a film."""
    from noughts.faces import console
    from noughts.faces.film import Film

    command = f"{program()} play {' '.join(words)}"
    if isinstance(stage, Film):
        console.watch(
            stage, f"On a page, with the mouse: {command} --face browser; in a window: --face window."
        )
    elif stage.has_person:
        console.play(stage, f"On a page: {command} --face browser; in a window: --face window.")
    else:
        console.demonstrate(stage, plies=PLIES)
        side = stage.game.sides[0]
        here = f"--{side} person" if side in ("x", "o") else f"--player {side}=person"
        print(f"\nTo play yourself: {command} {here}; on a page: --face browser; in a window: --face window.")


def program() -> str:
    """What starts Noughts: its name if the shell finds it, else its path, as after ``make play``."""
    import os
    import shutil

    if shutil.which("noughts") or not sys.argv[0].endswith("noughts"):
        return "noughts"
    return os.path.relpath(sys.argv[0])


def list_games() -> None:
    """What the library has."""
    from noughts.cli.answer import console
    from noughts.cli.table import headline
    from noughts.documents import library

    width = max(map(len, library.names()), default=0)
    console().print(headline("Games", "noughts play NAME plays one of them."))
    for name in library.names():
        console().print(f"  [bold]{name:<{width}}[/]  {library.title_of(name)}")


def somebody_types() -> bool:
    """Is there a terminal to type at?"""
    return sys.stdin is not None and sys.stdin.isatty()


def tell(address: str) -> None:
    """Where the page is."""
    print(f"The page is at {address} until you press Ctrl-C.", flush=True)
