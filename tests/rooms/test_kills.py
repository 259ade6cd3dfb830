"""The service is killed while people play: what it has acknowledged is there, once and in order."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import WebSocketException
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from noughts.rooms.state import MOVE, first_state, folded
from noughts.rooms.store import Store
from noughts.service.serve import listen

KILLS = int(os.environ.get("NOUGHTS_FUZZ_SERVICE_KILLS", "3"))
"""How often the service is killed, by either database."""

LONGEST_LIFE = 0.5
"""The most seconds until it is, from its start or from a move on: some hundred moves are made meanwhile."""


@dataclass
class Tab:
    """A page that plays both seats of a room, as fast as it is answered."""

    address: str
    room: str
    secrets: list[str]
    acknowledged: list[tuple[int, int, str]] = field(default_factory=list)
    ended: threading.Event = field(default_factory=threading.Event)

    def run(self) -> None:
        while not self.ended.is_set():
            try:
                with connected(self.address) as socket:
                    while not self.ended.is_set():
                        self.play(socket)
            except (OSError, WebSocketException, EOFError):
                time.sleep(0.02)  # it was killed, or has not begun

    def wait(self) -> None:
        """Until another move is acknowledged, however long a busy machine takes."""
        known = len(self.acknowledged)
        while len(self.acknowledged) == known:
            time.sleep(0.01)

    def play(self, socket: ClientConnection) -> None:
        state = ask(socket, "room", room=self.room)["answer"]
        match, line = state["match"], state["line"]
        here = {"room": self.room, "match": match, "ply": len(line)}
        if state["end"]:
            for secret in self.secrets:
                ask(socket, "act", secret=secret, kind="offer", what="rematch", **here)
            return
        text = random.choice([str(cell) for cell in range(1, 10) if str(cell) not in line])
        seat = (len(line) + match) % 2  # sides change with each match
        if "answer" in ask(socket, "act", secret=self.secrets[seat], kind="move", text=text, **here):
            self.acknowledged.append((match, len(line), text))


@contextmanager
def connected(address: str) -> Iterator[ClientConnection]:
    with connect(address.replace("http", "ws") + "/tab", origin=Origin(address)) as socket:
        yield socket


def ask(socket: ClientConnection, question: str, /, **asked: Any) -> dict[str, Any]:
    """A question and its answer; news that come meanwhile are not for this page."""
    socket.send(json.dumps({"number": 1, "ask": question, **asked}))
    while True:
        told: dict[str, Any] = json.loads(socket.recv())
        if "number" in told:
            return told


@contextmanager
def running(database: str, port: int, folder: Path) -> Iterator[None]:
    """The service as a process, which is killed at the end of the block."""
    options = ["--port", str(port), "--database", database]
    command = [sys.executable, "-m", "noughts", "serve", "tictactoe", *options]
    with subprocess.Popen(command, stdout=subprocess.PIPE, cwd=folder, text=True) as process:
        assert process.stdout is not None
        assert "page is at" in process.stdout.readline()
        try:
            yield
        finally:
            process.kill()


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
def test_what_was_acknowledged_survives_kills(
    kind: str, request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    is_file = kind == "sqlite"
    database = f"sqlite:///{tmp_path / 'rooms.db'}" if is_file else request.getfixturevalue("new_postgres")()
    with listen(0) as free:
        port = free.getsockname()[1]
    address = f"http://127.0.0.1:{port}"
    with running(database, port, tmp_path), connected(address) as socket:
        opened = ask(socket, "invite", game="tictactoe", name="Ann", side="x")["answer"]
        room = opened["room"]
        secrets = [opened["secret"], ask(socket, "sit", room=room, name="Ben")["answer"]]
    tab = Tab(address, room, secrets)
    playing = threading.Thread(target=tab.run)
    playing.start()
    try:
        for life in range(KILLS):
            with running(database, port, tmp_path):
                if life % 2:  # each other time it is killed before it has answered much
                    tab.wait()
                time.sleep(random.uniform(0.05, LONGEST_LIFE))
    finally:
        tab.ended.set()
        playing.join()
    store = Store(database)
    opening, events = store.opening(room), store.events(room, 0)
    store.close()
    assert opening is not None
    assert [event.number for event in events] == [*range(1, len(events) + 1)]
    state, written = first_state(opening), []
    for event in events:
        if event.kind == MOVE:
            written.append((state.match, len(state.line), event.data["text"]))
        state = folded(state, [event])
    assert len(tab.acknowledged) >= KILLS // 2
    assert len({(match, ply) for match, ply, _ in written}) == len(written)
    assert [move for move in written if move in set(tab.acknowledged)] == tab.acknowledged
