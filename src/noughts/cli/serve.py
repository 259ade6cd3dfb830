"""``noughts serve``: games for people on different machines."""

from __future__ import annotations

import re
from contextlib import ExitStack, closing
from functools import partial
from ipaddress import ip_network
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final, Literal

import typer

from noughts.cli.answer import remark
from noughts.cli.app import verb
from noughts.cli.game_argument import NO_GAME, GameArgument, GameOrDefault, with_game
from noughts.cli.play import announce
from noughts.games.record import write_marked
from noughts.language.stack import Room, ask_for_room
from noughts.refusal import Refusal, imported
from noughts.save import replacing

if TYPE_CHECKING:
    from starlette.applications import Starlette

    from noughts.service.guard import Site

# The default port, so a link stays the same when the service is started again.
_PORT = 8000

_DATABASE = "sqlite:///noughts-rooms.db"

# A path of letters that stay as they are in addresses.
_PATH: Final = re.compile(r"(/\w[\w.~-]*)*", re.ASCII)


@verb(
    ("noughts serve", "serve the library on this machine"),
    ("noughts serve --export class.match", "write all matches to a file, for `play --load`"),
    ("noughts serve mine.led --host 0.0.0.0", "serve your own game to the local network"),
    (
        "noughts serve --workers 2 --database postgresql+psycopg://localhost/rooms",
        "keep the matches in Postgres, which two processes share",
    ),
)
@with_game
def serve(
    game: GameOrDefault = NO_GAME,
    library: Annotated[bool, typer.Option("--library", help="Serve the library, as without GAME.")] = False,
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
    workers: Annotated[
        int,
        typer.Option(metavar="N", min=1, help="Processes that share the port; more than one need Postgres."),
    ] = 1,
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
    export: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="Write all matches in the database, or those of GAME, to a file for play --load, and stop.",
        ),
    ] = None,
    log: Annotated[
        Literal["json"] | None,
        typer.Option(help="Log requests and failures as lines of JSON on standard error."),
    ] = None,
) -> None:
    """Serve games to people on different machines: play a friend by a link.

    On the page, `Play a friend` opens a room and shows its link.  The first person who opens the link and
    presses `Play` takes the other seat; everybody else watches.  It also opens a class, a tournament for all
    who open its link.  Matches are stored in the database, so the service can be stopped and started again.
    Without a game, it serves the library.
    """
    from noughts.service import serve as page
    from noughts.service.guard import HOSTS, site_of

    if library and game.words:
        raise Refusal(
            "`--library` serves all games of the library, and GAME names one", "leave out one of them"
        )
    for package in ("sqlalchemy", "alembic", "prometheus_client", "networkx"):
        imported(package, "serve")
    if export is not None:
        exported(database, " ".join(game.words), export)
        return
    base = base_of(base_path)
    site, is_shared = site_of(host, base, proxies_of(proxy)), workers > 1
    if is_shared and "-" in game.words:
        raise Refusal("standard input is for one process", "save the document in a file, and name it")
    if host not in HOSTS and log is None:
        remark(f"Everybody who reaches {host} can play here, and have this machine compute.")
    with ExitStack() as stack:
        application = application_of(game, database, site, stack, is_shared=is_shared)
        if not is_shared:
            page.serve(
                application,
                host=host,
                port=port,
                base=base,
                logs=log is not None,
                opener=None,
                announce=announce,
            )
    if is_shared:  # there were no mistakes: each worker does the same
        make = partial(application_of_worker, game, database, site)
        page.serve_by(workers, make, host=host, port=port, base=base, logs=log is not None, announce=announce)


def exported(database: str, game: str, path: Path) -> None:
    """Write the matches of a game, or of all, to a file."""
    from noughts.rooms.hall import records_of
    from noughts.rooms.store import Store

    count = 0
    with closing(Store(database)) as store, replacing(path) as file:
        for room in store.rooms():
            opening = store.opening(room)
            if opening is None or game not in ("", opening.game):
                continue
            for record in records_of(room, opening, store.events(room, 0)):
                file.write(f"{write_marked(record)}\n".encode())
                count += 1
    print(f"{count} match{'' if count == 1 else 'es'} written to {path}.")


def application_of_worker(game: GameArgument, database: str, site: Site) -> Starlette:
    """The application in a process that does nothing else until it ends."""
    ask_for_room()
    return application_of(game, database, site, ExitStack(), is_shared=True)


def application_of(
    game: GameArgument, database: str, site: Site, stack: ExitStack, *, is_shared: bool
) -> Starlette:
    """The application for a game or the library, whose resources are released with the `stack`."""
    from noughts.cli.page_options import page_settings, paper_style, start_page
    from noughts.rooms.store import Store
    from noughts.service.service import service
    from noughts.workers.engine import LocalPool

    stack.enter_context(Room())
    shown = start = None
    if game.words:
        shown = page_settings(game, options={}, pairs=[], seed=None)
    store = stack.enter_context(closing(Store(database, shared=is_shared)))
    if shown is None:  # another process draws the boards of the library
        start = start_page(engine=stack.enter_context(closing(LocalPool(1, yields=True))))
    return service(shown, start, style=paper_style(), site=site, store=store)


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
