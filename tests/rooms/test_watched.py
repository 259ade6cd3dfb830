"""What those who look after a service see: whether it works, what it counts, and its log."""

from __future__ import annotations

import json
import logging
import shutil
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

import pytest
from prometheus_client.parser import text_string_to_metric_families
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection

from noughts.cli.game_argument import GameArgument
from noughts.cli.page_options import page_settings
from noughts.rooms.store import Store
from noughts.service.serve import JsonLines, listen
from tests.faces.serving import served
from tests.rooms.test_kills import ask, connected
from tests.rooms.test_kills import running as service_of
from tests.solvers.tables.making import kill, spawned_by


@dataclass
class Running:
    address: str
    store: Store
    folder: Path


@pytest.fixture
def running(tmp_path: Path) -> Iterator[Running]:
    settings = page_settings(GameArgument(["tictactoe"]), options={}, pairs=[], seed=None)
    folder = tmp_path / "data"
    folder.mkdir()
    store = Store(f"sqlite:///{folder / 'rooms.db'}")
    with served(settings, store=store) as address:
        yield Running(address, store, folder)
    store.close()


def got(address: str) -> tuple[int, str]:
    """The status and the text of an answer."""
    try:
        with urllib.request.urlopen(address, timeout=600) as answer:
            return answer.status, answer.read().decode()
    except urllib.error.HTTPError as failure:
        return failure.code, failure.read().decode()


def test_a_service_is_healthy_as_long_as_its_database_answers(running: Running) -> None:
    health = f"{running.address}/health"
    assert got(health)[0] == 200
    running.store.engine.dispose()
    shutil.move(running.folder, elsewhere := running.folder.with_name("elsewhere"))
    status, text = got(health)
    assert (status, text) == (503, "The database does not answer.\n")
    shutil.move(elsewhere, running.folder)
    assert got(health)[0] == 200


def counted(address: str) -> dict[str, float]:
    """What the service has counted of rooms."""
    status, text = got(f"{address}/metrics")
    assert status == 200
    return {
        " ".join([sample.name, *sample.labels.values()]): sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
        if sample.name.startswith("noughts") and not sample.name.endswith("created")
    }


def test_what_is_counted_is_what_was_done(tmp_path: Path) -> None:
    with listen(0) as free:
        port = free.getsockname()[1]
    address = f"http://127.0.0.1:{port}"
    with (
        service_of(f"sqlite:///{tmp_path / 'rooms.db'}", port, tmp_path),
        connected(address) as ann,
        connected(address) as ben,
    ):
        opened = ask(ann, "invite", side="x")["answer"]
        here = {"room": opened["room"], "match": 0}
        secrets = [opened["secret"], ask(ben, "sit", room=opened["room"])["answer"]]
        for page in (ann, ben):
            ask(page, "room", room=opened["room"])
        for ply, move in enumerate("519"):
            act = {"kind": "move", "text": move, "ply": ply, "secret": secrets[ply % 2]}
            assert "answer" in ask(ann, "act", **here, **act)
        assert "failure" in ask(ann, "act", **here, kind="move", text="2", ply=3, secret="guess")
        assert "failure" in ask(ben, "sit", room=opened["room"])
        assert "failure" in ask(ben, "act", **here, kind="<script>\n", secret=secrets[1])
        found = counted(address)
    expected = {
        "noughts_pages": 2,
        "noughts_rooms": 1,
        "noughts_acts_total move": 3,
        "noughts_refusals_total act": 2,
        "noughts_refusals_total sit": 1,
        "noughts_act_seconds_count": 5,
    }
    assert expected.items() <= found.items()
    assert not any("script" in name for name in found)


def test_workers_count_together(new_postgres: Callable[[], str], tmp_path: Path) -> None:
    """The pages of a worker that was killed count no longer."""
    with listen(0) as free:
        port = free.getsockname()[1]
    address = f"http://127.0.0.1:{port}"
    with service_of(new_postgres(), port, tmp_path, "--workers", "2") as service, ExitStack() as stack:
        pages = [stack.enter_context(connected(address)) for _ in range(6)]
        for page in pages:
            ask(page, "options", game="tictactoe")
        assert counted(address)["noughts_pages"] == 6
        kill(spawned_by(service.pid)[0])
        left = len([page for page in pages if is_open(page)])
        while counted(address)["noughts_pages"] != left:
            time.sleep(0.05)


def test_a_service_that_is_killed_leaves_no_counts_behind(
    new_postgres: Callable[[], str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with listen(0) as free:
        port = free.getsockname()[1]
    (counts := tmp_path / "counts").mkdir()
    monkeypatch.setenv("TMPDIR", str(counts))
    with service_of(new_postgres(), port, tmp_path, "--workers", "2") as service:
        assert counted(f"http://127.0.0.1:{port}")["noughts_pages"] == 0
        assert list(counts.glob("noughts-metrics-*"))
        service.kill()
        while list(counts.glob("noughts-metrics-*")):
            time.sleep(0.05)


def is_open(page: ClientConnection) -> bool:
    try:
        return "answer" in ask(page, "options", game="tictactoe")
    except ConnectionClosed:
        return False


def test_a_log_has_no_secrets(tmp_path: Path) -> None:
    """Neither of seats nor of rooms, wherever a page puts them."""
    with listen(0) as free:
        port = free.getsockname()[1]
    address = f"http://127.0.0.1:{port}"
    command = [sys.executable, "-m", "noughts", "serve", "tictactoe", "--port", str(port), "--log", "json"]
    secrets: list[str] = []
    with (
        (tmp_path / "log").open("w") as log,
        subprocess.Popen(command, stdout=subprocess.PIPE, stderr=log, cwd=tmp_path, text=True) as process,
    ):
        assert process.stdout is not None
        assert "page is at" in process.stdout.readline()
        with connected(address) as socket:
            opened = ask(socket, "invite", name="Ann", side="x")["answer"]
            room, secret = opened["room"], opened["secret"]
            secrets += [room, secret, ask(socket, "sit", room=room)["answer"]]
            ask(socket, "room", room=room, secret=secret)
            for wrong in ({"room": secret}, {"text": secret}, {"kind": secret}, {"secret": [secret]}):
                ask(socket, "act", **{"room": room, "secret": secret, "kind": "move", **wrong})
            ask(socket, "game", game=secret)
            gathered = ask(socket, "gather", system="swiss")["answer"]
            lesson = {"classroom": gathered["classroom"]}
            joined = [ask(socket, "join", name=name, **lesson)["answer"] for name in ("Ann", "Ben")]
            secrets += [*gathered.values(), *joined]
            taught = ask(socket, "classroom", secret=gathered["secret"], **lesson)["answer"]
            secrets += [board["room"] for board in taught["boards"]]
            ask(socket, "round", secret=joined[0], **lesson)
            got(f"{address}/class/{gathered['classroom']}")
            got(f"{address}/room/{secrets[-1]}/picture?0")
            got(f"{address}/room/{room}?seat={secret}")
            got(f"{address}/{secret}")
        process.terminate()
    lines = [json.loads(line) for line in (tmp_path / "log").read_text().splitlines()]
    assert {"invite", "sit", "room", "act", "game", "gather", "join", "round"} <= {
        line["message"] for line in lines
    }
    assert any("GET /room/…?seat=… " in line["message"] for line in lines)
    assert not [line for line in lines for hidden in secrets if hidden in json.dumps(line)]
    assert all({"time", "level", "logger"} <= line.keys() for line in lines)


def test_a_failure_in_a_log_is_one_line() -> None:
    try:
        raise ValueError("first\nsecond")
    except ValueError as failure:
        info = (ValueError, failure, None)
    record = logging.LogRecord("noughts", logging.ERROR, "", 0, "a\nb %s", ("c",), info)
    [line] = JsonLines().format(record).splitlines()
    assert json.loads(line)["message"] == "a\nb c"
    assert "second" in json.loads(line)["traceback"]
