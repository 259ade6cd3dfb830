"""The page's service in a thread of the test."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from noughts.faces.browser.serve import SILENCE, Server, listen, quiet
from noughts.faces.browser.service import service
from noughts.faces.film import Film
from noughts.faces.table import Table


@contextmanager
def served(
    make_table: Callable[[], Table | Film],
    *,
    folder: Path | None = None,
    pause: float = 0.0,
    silence: float = SILENCE,
    port: int = 0,
) -> Iterator[str]:
    """The address of a page, while the block runs."""
    listening = listen(port)
    server = Server(quiet(service(make_table, folder=folder, pause=pause), silence))
    thread = threading.Thread(target=lambda: asyncio.run(server.serve(sockets=[listening])))
    thread.start()
    try:
        yield f"http://127.0.0.1:{listening.getsockname()[1]}"
    finally:
        server.should_exit = server.force_exit = True
        thread.join(timeout=10)
        assert not thread.is_alive(), "the server does not stop"
