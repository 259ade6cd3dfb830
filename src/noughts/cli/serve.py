"""``noughts serve``: games for people on different machines."""

from __future__ import annotations

import re
from ipaddress import ip_network
from typing import Annotated, Final, Literal

import typer

from noughts.cli.app import HelpSection, app, examples
from noughts.cli.game_argument import NO_GAME, GameOrDefault, with_game
from noughts.cli.play import announce
from noughts.refusal import Refusal

_PORT = 8000
"""The default port, so a link stays the same when the service is started again."""

_DATABASE = "sqlite:///noughts-rooms.db"

_PATH: Final = re.compile(r"(/\w[\w.~-]*)*", re.ASCII)
"""A path of letters that stay as they are in addresses."""


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
    base_path: Annotated[
        str, typer.Option(metavar="PATH", help="Path that all addresses begin with, such as /noughts.")
    ] = "",
    proxy: Annotated[
        str,
        typer.Option(
            metavar="ADDRESSES",
            help="Reverse proxies in front of the service, whose X-Forwarded headers tell the address that "
            "people see: their addresses or networks, with commas between them; * for all.",
        ),
    ] = "",
    log: Annotated[
        Literal["json"] | None,
        typer.Option(help="Log requests and failures as lines of JSON on standard error."),
    ] = None,
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

    for package in ("sqlalchemy", "alembic", "prometheus_client"):
        imported(package, "serve")
    from noughts.rooms.store import Store

    base, proxies = base_of(base_path), proxies_of(proxy)
    with Room(), ExitStack() as stack:
        shown = start = None
        if game.words:
            shown = page_settings(game, options={}, pairs=[], seed=None)
        store = stack.enter_context(closing(Store(database)))
        if shown is None:  # another process draws the boards of the library
            start = start_page(engine=stack.enter_context(closing(LocalPool(1, yields=True))))
        if host not in HOSTS and log is None:
            remark(f"Everybody who reaches {host} can play here, and have this machine compute.")
        serve_page(
            shown,
            start=start,
            style=paper_style(),
            host=host,
            port=port,
            base=base,
            proxies=proxies,
            store=store,
            logs=log is not None,
            opener=None,
            announce=announce,
        )


def base_of(path: str) -> str:
    """The path that addresses begin with, without a slash at its end; `Refusal` if it is none."""
    base = f"/{path.strip('/')}".rstrip("/")
    if not _PATH.fullmatch(base):
        raise Refusal(f"`{path}` is not a path", "`--base-path` is, for example, `/noughts`")
    return base


def proxies_of(listed: str) -> list[str]:
    """The addresses and networks of proxies; `Refusal` if one of them is none."""
    proxies = [word.strip() for word in listed.split(",") if word.strip()]
    for proxy in proxies:
        try:
            proxy == "*" or ip_network(proxy)
        except ValueError as failure:
            fact = f"`--proxy` has no address: {failure}"
            raise Refusal(fact, "an address is, for example, `127.0.0.1` or `10.0.0.0/8`") from None
    return proxies
