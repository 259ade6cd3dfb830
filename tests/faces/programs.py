"""``noughts play --face browser`` as a process of its own, and tabs that speak to it."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from websockets import Origin
from websockets.sync.client import ClientConnection, connect

ROOT = Path(__file__).parents[2]

STANDING = """
from noughts.cli.main import run
from noughts.meaning import budget
budget.monotonic = lambda: 0.0
run()
"""
"""The program with a clock that stands still for whatever a document works out: only somebody stops that."""


@dataclass
class Program:
    """A running program and where its page is."""

    process: subprocess.Popen[str]
    address: str

    def tab(self) -> Tab:
        """A new tab."""
        socket = f"{self.address.replace('http', 'ws', 1)}/tab"
        origin = Origin(self.address)
        return Tab(
            connect(socket, origin=origin, max_size=None, legacy=True, open_timeout=600, ping_interval=None)
        )

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

    def send(self, asked: Mapping[str, object]) -> None:
        """Send a question, or what is none."""
        self.connection.send(json.dumps(asked))

    def answer(self, question: str) -> dict[str, Any]:
        """The answer to a question, the only one that is open."""
        self.send({"number": 0, "ask": question})
        told: dict[str, Any] = json.loads(self.connection.recv(timeout=600))
        return told

    def kill(self) -> None:
        """Be gone without a word, as after a crash."""
        self.connection.socket.close()


@contextmanager
def running(*words: str | Path, for_ever: bool = False) -> Iterator[Program]:
    """The program with these words behind ``play``, until the end of the block.

    What a document works out may take ten seconds, in which a busy machine may do nothing else: or it goes on
    `for_ever`, until somebody stops it.
    """
    begun = ["-c", STANDING] if for_ever else ["-m", "noughts"]
    command = [sys.executable, "-u", *begun, "play", *map(str, words)]
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
