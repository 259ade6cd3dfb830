"""The service is killed while people play: what it has acknowledged is there, once and in order."""

from __future__ import annotations

import itertools
import json
import os
import random
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import WebSocketException
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from noughts.refusal import Refusal
from noughts.rooms.classroom import classroom_after, first_classroom_state
from noughts.rooms.state import MOVE, first_state, folded
from noughts.rooms.store import Store
from noughts.service.serve import listen
from tests.solvers.tables.making import kill, spawned_by

KILLS = int(os.environ.get("NOUGHTS_FUZZ_SERVICE_KILLS", "3"))
"""How often the service is killed, by either database."""

CLOCK = 0.2
"""The most seconds by which a clock may be wrong."""

LONGEST_LIFE = 0.5
"""The most seconds until it is, from its start or from a move on: some hundred moves are made meanwhile."""


@dataclass
class Tab:
    """A page that plays both seats of a room, as fast as it is answered."""

    address: str
    room: str
    secrets: list[str]
    acknowledged: list[tuple[int, int, str]] = field(default_factory=list)
    made: list[tuple[float, float]] = field(default_factory=list)
    """When each of these moves was sent, and acknowledged."""
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
        act, sent = {"kind": "move", "text": text, "thought": 10**9}, time.time()
        if "answer" in ask(socket, "act", secret=self.secrets[seat], **act, **here):
            self.made.append((sent, time.time()))
            self.acknowledged.append((match, len(line), text))


@contextmanager
def connected(address: str) -> Iterator[ClientConnection]:
    """A page's socket, which no clock closes: a busy machine takes its time to start a worker."""
    tab, origin = address.replace("http", "ws") + "/tab", Origin(address)
    with connect(tab, origin=origin, open_timeout=600, ping_interval=None) as socket:
        yield socket


def ask(socket: ClientConnection, question: str, /, **asked: Any) -> dict[str, Any]:
    """A question and its answer; news that come meanwhile are not for this page."""
    socket.send(json.dumps({"number": 1, "ask": question, **asked}))
    while True:
        told: dict[str, Any] = json.loads(socket.recv())
        if "number" in told:
            return told


@contextmanager
def running(database: str, port: int, folder: Path, *more: str) -> Iterator[subprocess.Popen[str]]:
    """The service as a process, which is killed at the end of the block."""
    options = ["--port", str(port), "--database", database, *more]
    command = [sys.executable, "-m", "noughts", "serve", "tictactoe", *options]
    with subprocess.Popen(command, stdout=subprocess.PIPE, cwd=folder, text=True) as process:
        assert process.stdout is not None
        assert "page is at" in process.stdout.readline()
        try:
            yield process
        finally:
            process.kill()


def opened_at(address: str) -> Tab:
    """A room of two people who are one page."""
    with connected(address) as socket:
        clock = {"seconds": 3600, "increment": 3}
        opened = ask(socket, "invite", game="tictactoe", name="Ann", side="x", control=clock)["answer"]
        second = ask(socket, "sit", room=opened["room"], name="Ben")["answer"]
    return Tab(address, opened["room"], [opened["secret"], second])


@contextmanager
def playing(tab: Tab) -> Iterator[None]:
    """The page plays during the block."""
    thread = threading.Thread(target=tab.run)
    thread.start()
    try:
        yield
    finally:
        tab.ended.set()
        thread.join()


def assert_nothing_is_lost(tab: Tab, database: str) -> None:
    """Every move that was acknowledged is there, none twice, and no clock is wrong."""
    store = Store(database)
    opening, events = store.opening(tab.room), store.events(tab.room, 0)
    store.close()
    assert opening is not None
    assert [event.number for event in events] == [*range(1, len(events) + 1)]
    state, written, times = first_state(opening), [], dict(zip(tab.acknowledged, tab.made, strict=True))
    for event in events:
        if event.kind == MOVE:
            move = (state.match, len(state.line), event.data["text"])
            sent, told = times.get(move, (event.at, event.at))
            assert sent - CLOCK <= event.at <= told + CLOCK
            assert (
                abs(event.data.get("spent", 0) - (event.at - state.moved if state.line[1:] else 0)) <= CLOCK
            )
            written.append(move)
        state = folded(state, [event])
    assert len(tab.acknowledged) >= KILLS // 2
    assert any("spent" in event.data for event in events)
    assert len({(match, ply) for match, ply, _ in written}) == len(written)
    assert [move for move in written if move in set(tab.acknowledged)] == tab.acknowledged


@pytest.fixture(params=["sqlite", "postgres"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A new database."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'rooms.db'}"
    made: str = request.getfixturevalue("new_postgres")()
    return made


def test_what_was_acknowledged_survives_kills(database: str, tmp_path: Path) -> None:
    with listen(0) as free:
        port = free.getsockname()[1]
    with running(database, port, tmp_path):
        tab = opened_at(f"http://127.0.0.1:{port}")
    with playing(tab):
        for life in range(KILLS):
            with running(database, port, tmp_path):
                if life % 2:  # each other time it is killed before it has answered much
                    tab.wait()
                time.sleep(random.uniform(0.05, LONGEST_LIFE))
    assert_nothing_is_lost(tab, database)


def coming(address: str, classroom: str, number: int, secrets: list[str]) -> None:
    """Join a class, under another name each time that there was no answer, until there is one."""
    for attempt in itertools.count():
        try:
            with connected(address) as socket:
                told = ask(socket, "join", classroom=classroom, name=f"Pupil {number} {attempt}")
                secrets.append(told["answer"])
                return
        except (OSError, WebSocketException, EOFError):
            time.sleep(0.02)  # it was killed, or has not begun


def test_everybody_who_has_joined_a_class_is_in_it_after_a_kill(database: str, tmp_path: Path) -> None:
    """With one place in it, and a seat at each board of theirs."""
    with listen(0) as free:
        port = free.getsockname()[1]
    address = f"http://127.0.0.1:{port}"
    with running(database, port, tmp_path), connected(address) as socket:
        opened = ask(socket, "gather", system="swiss")["answer"]
    secrets: list[str] = []
    threads = [
        threading.Thread(target=coming, args=(address, opened["classroom"], number, secrets))
        for number in range(20)
    ]
    for thread in threads:
        thread.start()
    with running(database, port, tmp_path):
        while not secrets:
            time.sleep(0.001)
    with running(database, port, tmp_path), connected(address) as socket:
        for thread in threads:
            thread.join()
        begun = ask(socket, "round", classroom=opened["classroom"], secret=opened["secret"], round=2)
        assert "answer" in begun
    store = Store(database)
    found = store.classroom(opened["classroom"])
    assert found is not None
    state = classroom_after(first_classroom_state(*found), store.events(opened["classroom"], 0))
    members = [store.seat(opened["classroom"], secret) for secret in secrets]
    assert None not in members
    assert len(set(members)) == len(secrets) == 20
    for boards, bye in zip(state.rounds, state.byes, strict=True):
        paired = [member for board in boards for member in board.pair]
        assert sorted([*paired, *([] if bye is None else [bye])]) == state.present
    for secret, member in zip(secrets, members, strict=True):
        for board in state.boards:
            seat = board.pair.index(member) if member in board.pair else None
            assert store.seat(board.room, secret) == seat
    assert {board.room for board in state.boards} == set(store.rooms())
    store.close()


def test_what_was_acknowledged_survives_the_kill_of_a_worker(
    new_postgres: Callable[[], str], tmp_path: Path
) -> None:
    """The others go on, another one takes its place, and all count together."""
    database = new_postgres()
    with listen(0) as free:
        port = free.getsockname()[1]
    address = f"http://127.0.0.1:{port}"
    killed: set[int] = set()
    with running(database, port, tmp_path, "--workers", "2") as service:
        tab = opened_at(address)
        with playing(tab):
            while len(killed) < KILLS:
                workers = spawned_by(service.pid)
                if len(workers) == 2 and killed.isdisjoint(workers):
                    killed.add(chosen := random.choice(workers))
                    kill(chosen)
                tab.wait()  # for an answer of whichever worker there is
        left = spawned_by(service.pid)
    while any(Path(f"/proc/{worker}").exists() for worker in left):  # the port is theirs, too
        time.sleep(0.01)
    assert_nothing_is_lost(tab, database)


def test_several_workers_need_a_database_for_several(tmp_path: Path) -> None:
    with pytest.raises(Refusal, match="sqlite is for one process"):
        Store(f"sqlite:///{tmp_path / 'rooms.db'}", shared=True)
    assert list(tmp_path.iterdir()) == []
