"""``noughts play --face browser`` as a process of its own, and tabs that speak to it."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from websockets import Origin
from websockets.sync.client import ClientConnection, connect

ROOT = Path(__file__).parents[2]


@dataclass
class Program:
    """A running program and where its page is."""

    process: subprocess.Popen[str]
    address: str

    def tab(self, name: str = "") -> Tab:
        """A new tab, or one that comes back."""
        socket = self.address.replace("http", "ws", 1)
        origin = Origin(self.address)
        return Tab(connect(f"{socket}/tab?name={name}", origin=origin, max_size=None, legacy=True))

    def stop(self) -> str:
        """Press Ctrl-C: what the program has printed since its address."""
        self.process.send_signal(signal.SIGINT)
        told, _ = self.process.communicate(timeout=600)
        assert self.process.returncode == 0
        return told

    def threads(self) -> int:
        """How many threads it has."""
        return len(list(Path(f"/proc/{self.process.pid}/task").iterdir()))


class Tab:
    """A socket as a page has one."""

    def __init__(self, connection: ClientConnection) -> None:
        self.connection = connection

    def __enter__(self) -> Tab:
        return self

    def __exit__(self, *raised: object) -> None:
        self.connection.close()

    def ask(self, **wish: object) -> None:
        """Send a wish."""
        self.connection.send(json.dumps(wish))

    def heard(self, *kinds: str) -> dict[str, Any]:
        """The next message of these kinds; what comes before is passed over."""
        while (told := self.next())["kind"] not in kinds:
            pass
        return told

    def next(self, timeout: float = 60) -> dict[str, Any]:
        """The next message of all."""
        told: dict[str, Any] = json.loads(self.connection.recv(timeout=timeout))
        return told

    def kill(self) -> None:
        """Be gone without a word, as after a crash."""
        self.connection.socket.close()


@contextmanager
def running(*words: str | Path) -> Iterator[Program]:
    """The program with these words behind ``play``, until the end of the block."""
    command = [sys.executable, "-u", "-m", "noughts", "play", *map(str, words)]
    process = subprocess.Popen(
        [*command, "--face", "browser", "--no-open"],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )
    assert process.stdout is not None
    line = process.stdout.readline()
    assert "The page is at " in line, line + process.stdout.read()
    try:
        yield Program(process, line.split()[4].rstrip("/"))
    finally:
        if process.poll() is None:
            process.kill()
            process.wait(timeout=600)
        process.stdout.close()
