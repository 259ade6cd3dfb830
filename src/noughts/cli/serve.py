"""``noughts serve``: games for people on different machines."""

from __future__ import annotations

from typing import Annotated

import typer

from noughts.cli.app import HelpSection, app, examples
from noughts.cli.game_argument import NO_GAME, GameOrDefault, with_game
from noughts.cli.play import announce

_PORT = 8000
"""The default port, so a link stays the same when the service is started again."""

_DATABASE = "sqlite:///noughts-rooms.db"


@app.command(
    rich_help_panel=HelpSection.PLAY,
    epilog=examples(
        ("noughts serve", "serve the library on this machine"),
        ("noughts serve mine.led --host 0.0.0.0", "serve your own game to the local network"),
        ("noughts serve --database postgresql+psycopg://localhost/rooms", "keep the matches in Postgres"),
    ),
)
@with_game
def serve(
    game: GameOrDefault = NO_GAME,
    host: Annotated[
        str,
        typer.Option(
            metavar="ADDRESS",
            help="Address to listen on: 0.0.0.0 for all networks of this machine.",
        ),
    ] = "127.0.0.1",
    port: Annotated[
        int, typer.Option(metavar="N", min=0, max=65535, help="Port; 0 for any free port.")
    ] = _PORT,
    database: Annotated[
        str, typer.Option(metavar="URL", help="Database of the rooms: SQLite in a file, or Postgres.")
    ] = _DATABASE,
) -> None:
    """Serve games to people on different machines: play a friend by a link.

    On the page, `Play a friend` opens a room and shows its link.  The first person who opens the link and
    presses `Play` takes the other seat; everybody else watches.  Matches are stored in the database, so the
    service can be stopped and started again.  Without a game, it serves the library.
    """
    from contextlib import ExitStack, closing

    from noughts.api.extra import imported
    from noughts.cli.answer import remark
    from noughts.cli.page_options import page_settings, paper_style
    from noughts.cli.start_page import start_page
    from noughts.language.stack import Room
    from noughts.service.guard import HOSTS
    from noughts.service.serve import serve as serve_page
    from noughts.workers.engine import LocalPool

    for package in ("sqlalchemy", "alembic"):
        imported(package, "serve")
    from noughts.rooms.store import Store

    with Room(), ExitStack() as stack:
        shown = start = None
        if game.words:
            shown = page_settings(game, options={}, pairs=[], seed=None)
        store = stack.enter_context(closing(Store(database)))
        if shown is None:  # another process draws the boards of the library
            start = start_page(engine=stack.enter_context(closing(LocalPool(1, yields=True))))
        if host not in HOSTS:
            remark(f"Everybody who reaches {host} can play here, and have this machine compute.")
        serve_page(
            shown,
            start=start,
            style=paper_style(),
            host=host,
            port=port,
            store=store,
            opener=None,
            announce=announce,
        )
