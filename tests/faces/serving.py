"""The page's service in a thread of the test."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TypeAlias

from noughts.faces.browser.lobby import Lobby
from noughts.faces.browser.serve import SILENCE, Server, listen, quiet
from noughts.faces.browser.service import service
from noughts.faces.browser.stage import Stage
from noughts.faces.film import Film
from noughts.faces.table import Table

Serve: TypeAlias = Callable[..., str]
"""Begins to serve what it is given, and says where."""


@contextmanager
def served(
    shown: Callable[[], Table | Film] | Stage | None,
    *,
    folder: Path | None = None,
    paper: Callable[[Collection[str]], str] | None = None,
    style: str = "",
    pause: float = 0.0,
    silence: float = SILENCE,
    port: int = 0,
    lobby: Lobby | None = None,
) -> Iterator[str]:
    """The address of a page, while the block runs."""
    listening = listen(port)
    stage = shown if shown is None or isinstance(shown, Stage) else Stage(shown, folder, paper)
    server = Server(quiet(service(stage, lobby, pause=pause, style=style), silence))
    thread = threading.Thread(target=lambda: asyncio.run(server.serve(sockets=[listening])))
    thread.start()
    try:
        yield f"http://127.0.0.1:{listening.getsockname()[1]}"
    finally:
        server.end()
        thread.join(timeout=600)
        assert not thread.is_alive(), "the server does not stop"
