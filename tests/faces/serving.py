"""The page's service in a thread of the test."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TypeAlias

from noughts.faces.table import RecordedTable, Table
from noughts.games.game import Side
from noughts.players.player import Person, Who
from noughts.refusal import Refusal
from noughts.rooms.store import Store
from noughts.service.guard import THIS_MACHINE, RateLimiter, Site
from noughts.service.page_settings import PageSettings, StartPage
from noughts.service.serve import SILENCE, Server, listen, quiet
from noughts.service.service import service

Serve: TypeAlias = Callable[..., str]
"""Begins to serve what it is given, and says where."""


@dataclass
class Seated:
    """These players, and no others."""

    given: Mapping[Side, Who]

    @property
    def kinds(self) -> dict[Side, str]:
        """See `Seater`."""
        return {
            side: "person" if isinstance(player, Person) else player.name
            for side, player in self.given.items()
        }

    def seated(self, kinds: Mapping[Side, str]) -> Seated:
        """See `Seater`."""
        if set(kinds.values()) - set(self.kinds.values()):
            raise Refusal("the players of this table cannot be changed")
        by_kind = {kind: self.given[side] for side, kind in self.kinds.items()}
        return Seated({side: by_kind[kind] for side, kind in kinds.items()})

    def players(self) -> Mapping[Side, Who]:
        """See `Seater`."""
        return self.given


def settings_of_table(table: Table, paper: Callable[[Collection[str]], str] | None = None) -> PageSettings:
    """A page of the game of a table, whose rules the service has, with its players and its match."""
    return PageSettings(
        table.game,
        table.title,
        lambda: Seated(table.players),
        table.adviser,
        paper=paper,
        opening=table.record() if table.whole.moves else None,
        file=table.file if isinstance(table, RecordedTable) else None,
    )


@contextmanager
def served(
    shown: Callable[[], Table] | PageSettings | None,
    *,
    paper: Callable[[Collection[str]], str] | None = None,
    style: str = "",
    silence: float = SILENCE,
    port: int = 0,
    start: StartPage | None = None,
    store: Store | None = None,
    site: Site = THIS_MACHINE,
    rates: RateLimiter | None = None,
) -> Iterator[str]:
    """The address of a page, while the block runs; with a `store`, there are rooms."""
    listening = listen(port)
    if shown is None or isinstance(shown, PageSettings):
        settings = shown
    else:
        settings = settings_of_table(shown(), paper)
    server = Server(
        quiet(service(settings, start, style=style, site=site, store=store, rates=rates), silence)
    )
    thread = threading.Thread(target=lambda: asyncio.run(server.serve(sockets=[listening])))
    thread.start()
    try:
        yield f"http://127.0.0.1:{listening.getsockname()[1]}"
    finally:
        server.end()
        thread.join(timeout=600)
        assert not thread.is_alive(), "the server does not stop"
