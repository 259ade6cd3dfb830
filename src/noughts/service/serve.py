"""The server of the page on this machine, which runs until Ctrl-C or until its window is closed."""

from __future__ import annotations

import asyncio
import json
import logging
import os
import re
import signal
import socket
import sys
import webbrowser
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from datetime import UTC, datetime
from functools import partial
from multiprocessing import parent_process
from shutil import rmtree
from tempfile import TemporaryDirectory
from types import FrameType
from typing import Any, Final, TypeAlias
from zlib import crc32

import uvicorn
from starlette.applications import Starlette
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.supervisors import Multiprocess

from noughts.background import in_background
from noughts.faces.table import NoFace
from noughts.refusal import Refusal
from noughts.service.guard import ADDRESS, HOSTS

_log = logging.getLogger(__name__)

SILENCE = 5
"""Seconds after which a page is asked whether it is still open, and within which it must answer; also those
within which a request must be complete."""

LARGEST_MESSAGE = 1 << 20
"""The largest message of a page, in bytes: a match of a hundred thousand moves in writing is smaller."""

TURN = 0.001
"""Seconds for which a thread computes while others are ready: the event loop waits that long for each of
them."""


@contextmanager
def in_browser(address: str, _server: Server) -> Iterator[None]:
    """Open the page in the browser, which may take a moment."""
    in_background(lambda: webbrowser.open(address))
    yield


Opener: TypeAlias = "Callable[[str, Server], AbstractContextManager[None]]"
"""Shows the page at an address during a block; it may end the server."""


def serve(
    application: Starlette,
    *,
    port: int = 0,
    host: str = ADDRESS,
    base: str = "",
    logs: bool = False,
    opener: Opener | None = in_browser,
    announce: Callable[[str], None] = print,
) -> None:
    """Serve a page on which every tab has a match of its own; `port` 0 is any that is free.

    `host` is the address of the network to serve, by default this machine only.  All addresses of the page
    begin with the path `base`.  If it `logs`, standard error gets lines of JSON.
    """
    listening = listen(port, host)
    address = address_of(listening, host, base)
    server = Server(quiet(application, logs=logs))
    prepare_process(logs=logs)
    shown = opener(address, server) if opener else nullcontext()
    with suppress(KeyboardInterrupt), ended_by_signals(server), shown:
        announce(address)
        asyncio.run(server.serve(sockets=[listening]))


@contextmanager
def ended_by_signals(server: Server) -> Iterator[None]:
    """A context in which signals that would end the program at once end the server first.

    A terminal that is closed sends SIGHUP.  If that is ignored, as after ``nohup``, it stays ignored.  An
    exception raised by a handler could be lost, as in a destructor, so the handler only records the signal.
    """
    received: list[int] = []

    def end(number: int, frame: FrameType | None) -> None:
        received.append(number)
        server.end()

    ending = [signal.SIGTERM] if sys.platform == "win32" else [signal.SIGTERM, signal.SIGHUP]
    ending = [number for number in ending if signal.getsignal(number) is signal.SIG_DFL]
    for number in ending:
        signal.signal(number, end)
    try:
        yield
    finally:
        for number in ending:
            signal.signal(number, signal.SIG_DFL)
    if received:
        raise SystemExit(128 + received[0])  # the exit code that a shell gives a program ended by a signal


def serve_by(
    workers: int,
    make: Callable[[], Starlette],
    *,
    port: int = 0,
    host: str = ADDRESS,
    base: str = "",
    logs: bool = False,
    announce: Callable[[str], None] = print,
) -> None:
    """Serve by several processes that share a port; one that ends is replaced.  Compare `serve`.

    Each process makes its application, which must not keep anything that the others do not have.
    """
    listening = listen(port, host)
    from noughts.service.metrics import FOLDER

    application = partial(made_by_worker, make, logs=logs)
    config = quiet(application, logs=logs, factory=True, workers=workers)
    announce(address_of(listening, host, base))
    with TemporaryDirectory(prefix="noughts-metrics-") as folder:
        os.environ[FOLDER] = folder
        Workers(config, sockets=[listening]).run()


def made_by_worker(make: Callable[[], Starlette], *, logs: bool) -> Starlette:
    """The application of a worker; if it cannot be made, the worker ends, and the next one tries again."""
    prepare_process(logs=logs)
    in_background(end_with_parent)
    try:
        return make()
    except Refusal as failure:
        _log.error("%s", failure.fact)
        raise SystemExit(1) from None


def end_with_parent() -> None:
    """End this process when the one that has started it was killed, and remove what that one cannot."""
    from noughts.service.metrics import FOLDER

    parent = parent_process()
    assert parent is not None
    parent.join()
    rmtree(os.environ[FOLDER], ignore_errors=True)
    os.kill(os.getpid(), signal.SIGTERM)


def address_of(listening: socket.socket, host: str, base: str) -> str:
    """The address of the page."""
    name = ADDRESS if host in HOSTS or not host.strip("0.:") else host
    return f"http://{name}:{listening.getsockname()[1]}{base}/"


def prepare_process(*, logs: bool) -> None:
    """Prepare a process to serve."""
    sys.setswitchinterval(TURN)
    logging.getLogger("asyncio").setLevel(logging.ERROR)  # it warns of pages that are closed during an answer
    logging.getLogger("psycopg").setLevel(logging.ERROR)  # and this of two processes that write at one number
    if logs:
        log_as_json()


def quiet(
    application: Starlette | Callable[[], Starlette],
    silence: float = SILENCE,
    *,
    logs: bool = False,
    **options: Any,
) -> uvicorn.Config:
    """The configuration of the server; a connection is closed after `silence` seconds without data.

    By default it logs nothing.  There is no compression: the data stays on this machine, or a proxy packs it.
    """
    return uvicorn.Config(
        application,
        log_config=None,
        log_level="info" if logs else "critical",
        access_log=logs,
        proxy_headers=False,  # the application reads those of trusted proxies
        lifespan="off",
        http=ImpatientProtocol,
        ws="websockets-sansio",
        ws_per_message_deflate=False,
        ws_max_size=LARGEST_MESSAGE,
        ws_ping_interval=silence,
        ws_ping_timeout=silence,
        timeout_keep_alive=silence,  # type: ignore[arg-type]  # a timer, which takes fractions too
        timeout_graceful_shutdown=1,
        **options,
    )


class Workers(Multiprocess):
    """The processes of a service."""

    def keep_subprocess_alive(self) -> None:
        """Replace those that have ended, whose pages and rooms count no longer."""
        from prometheus_client.multiprocess import mark_process_dead

        before = {process.pid for process in self.processes}
        super().keep_subprocess_alive()
        for ended in before - {process.pid for process in self.processes}:
            mark_process_dead(ended)  # type: ignore[no-untyped-call]


class Server(uvicorn.Server):
    """A server that the first Ctrl-C stops, even if pages are still open."""

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Do not wait for connections to be closed."""
        super().handle_exit(sig, frame)
        self.force_exit = True

    def end(self) -> None:
        """Stop serving; any thread may call this."""
        self.should_exit = self.force_exit = True

    @property
    def was_asked(self) -> bool:
        """Whether somebody has asked for the page, or a part of it; any thread may want to know."""
        # a request is a task until it counts, which may be after who sent it has read the answer and ended
        return bool(self.server_state.tasks) or self.server_state.total_requests > 0


def listen(port: int, host: str = ADDRESS) -> socket.socket:
    """A socket, by default on this machine only; `NoFace` if the port is taken or the address is not here."""
    # with the protocol given, asyncio disables Nagle's algorithm; otherwise a second message waits 40 ms for
    # an acknowledgement
    listening = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    if sys.platform != "win32":
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
        listening.listen()  # from now on, a browser that connects early waits for the server
    except OSError as failure:
        listening.close()
        fact = f"port {port} cannot be used: {(failure.strerror or str(failure)).lower()}"
        raise NoFace(fact, "leave `--port` out, and a free one is taken") from failure
    return listening


# Ports that systems leave to programs and do not use for outgoing connections (Linux: from 32,768 on).
_LOWEST_PORT: Final = 20_000
_PORT_COUNT: Final = 10_000


def usual_port(words: Iterable[str]) -> int:
    """The same port for a game each time, so a page that is still open finds it; 0, for any port, if
    taken."""
    port = _LOWEST_PORT + crc32("\0".join(words).encode()) % _PORT_COUNT
    try:
        listen(port).close()
    except NoFace:
        return 0
    return port


class ImpatientProtocol(H11Protocol):
    """A protocol that closes silent connections.

    Uvicorn closes a connection that is silent after an answer; this protocol also closes one before any
    request.
    """

    due: float | None = None
    """The deadline of the request that has begun to arrive."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin to wait for a request."""
        super().connection_made(transport)
        self.wait_until(self.loop.time() + self.timeout_keep_alive)

    def data_received(self, data: bytes) -> None:
        """Keep the deadline until the request is complete."""
        super().data_received(data)
        is_answering = self.cycle is not None and not self.cycle.response_complete
        if is_answering or self.transport.get_protocol() is not self:  # or it has become a web socket
            self.due = None
            return
        self.due = self.due or self.loop.time() + self.timeout_keep_alive
        self.wait_until(self.due)

    def wait_until(self, due: float) -> None:
        """Close the connection at that time unless data arrives before."""
        self._unset_keepalive_if_required()
        self.timeout_keep_alive_task = self.loop.call_at(due, self.timeout_keep_alive_handler)


# The log of a service: lines of JSON on standard error, without the secrets of rooms.


# A text that may be the name of a room, which lets one watch or sit down, or the secret of a seat.
_SECRET: Final = re.compile(r"(?<![\w-])[\w-]{22}(?![\w-])", re.ASCII)


class JsonLines(logging.Formatter):
    """A line for each record: its time, level, logger and message, and the ``facts`` that it was given."""

    def format(self, record: logging.LogRecord) -> str:
        """See `logging.Formatter`."""
        line = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
            **getattr(record, "facts", {}),
        }
        if record.exc_info:
            line["traceback"] = self.formatException(record.exc_info)
        return _SECRET.sub("…", json.dumps(line, ensure_ascii=False))


def log_as_json() -> None:
    """Log what Noughts and its server do, and the warnings of all libraries."""
    handler = logging.StreamHandler()
    handler.setFormatter(JsonLines())
    logging.getLogger().handlers[:] = [handler]
    logging.getLogger("noughts").setLevel(logging.INFO)
