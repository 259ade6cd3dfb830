"""What answers at an address, and is no scheduler, is refused instead of waited for."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress

import pytest

from noughts.cli.options import Team
from noughts.refusal import Refusal
from noughts.workers import cluster


@contextmanager
def listener(greeting: bytes | None) -> Iterator[str]:
    """The address of something that answers with a greeting, or says nothing."""
    with socket.create_server(("127.0.0.1", 0)) as server:

        def serve() -> None:
            connection = server.accept()[0]
            with connection:
                if greeting is not None:
                    connection.sendall(greeting)
                with suppress(ConnectionError):
                    connection.recv(1)

        thread = threading.Thread(target=serve)
        thread.start()
        yield f"tcp://127.0.0.1:{server.getsockname()[1]}"
        thread.join(10)


@pytest.mark.parametrize("greeting", [None, b"SSH-2.0-OpenSSH\r\n", b"220"])
def test_another_service_is_refused(greeting: bytes | None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "SECONDS_TO_ANSWER", 0.3)
    with listener(greeting) as address, pytest.raises(Refusal, match="but not as a Dask scheduler"):
        cluster.refuse_other_service(address, "")


def test_a_handshake_is_let_through() -> None:
    with listener((74).to_bytes(8, "little")) as address:
        cluster.refuse_other_service(address, "")
    cluster.refuse_other_service("inproc://1/2/3", "")


def test_an_empty_address_is_refused() -> None:
    with pytest.raises(Refusal, match="has no address"):
        Team(None, " ")
