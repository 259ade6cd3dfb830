"""The service of the page: who may speak to it, what it gives away, how it stops."""

from __future__ import annotations

import asyncio
import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from email.message import Message
from http.client import HTTPConnection
from pathlib import Path
from threading import Event
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect

from noughts.easel import FRAMES_PER_SECOND, Image
from noughts.faces.adviser import Adviser
from noughts.faces.browser.serve import listen, serve
from noughts.faces.browser.stage import Stage
from noughts.faces.browser.usual_port import usual_port
from noughts.faces.film import Film
from noughts.faces.no_face import NoFace
from noughts.faces.table import Table
from noughts.games.picture import Area
from noughts.games.value import Value
from tests.faces.sample_games import (
    Awaited,
    Bouncing,
    Breaking,
    First,
    PicturedTicTacToe,
    table_for,
    text,
)
from tests.faces.serving import served

ROOT = Path(__file__).parents[2]
SILENT = 2.0
"""Seconds until the service gives up who says nothing: a busy machine may be silent for one."""
SVG = b"<svg xmlns='http://www.w3.org/2000/svg'/>"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A document's folder with a picture, and things that are nobody's business."""
    outside = tmp_path_factory.mktemp("outside")
    inside = outside / "document"
    (inside / "pictures").mkdir(parents=True)
    (inside / "pictures" / "king.svg").write_bytes(SVG)
    (inside / "notes.txt").write_text("private")
    (outside / "secret.svg").write_bytes(SVG)
    (inside / "link.svg").symlink_to(outside / "secret.svg")
    return inside


@pytest.fixture(scope="module")
def address(folder: Path) -> Iterator[str]:
    with served(lambda: table_for(PicturedTicTacToe(), o=First()), folder=folder) as address:
        yield address


@dataclass
class Answer:
    status: int
    headers: Message
    body: bytes


def get(address: str, path: str, **headers: str) -> Answer:
    with closing(HTTPConnection(address.removeprefix("http://"), timeout=600)) as connection:
        connection.request("GET", path, headers=headers)
        got = connection.getresponse()
        return Answer(got.status, got.headers, got.read())


def tab(address: str, name: str = "", **options: Any) -> ClientConnection:
    origin = options.pop("origin", address)
    socket = f"{address.replace('http', 'ws', 1)}/tab?name={name}"
    return connect(socket, origin=origin, open_timeout=600, ping_interval=None, **options)


def heard(connection: ClientConnection, *kinds: str) -> dict[str, Any]:
    """The next message of these kinds; of a table if none is named."""
    while True:
        told: dict[str, Any] = json.loads(connection.recv(timeout=600))
        if told["kind"] in (kinds or ("table",)):
            return told


def silent(connection: ClientConnection) -> bool:
    """Is nothing said for the time of ten frames?"""
    try:
        connection.recv(timeout=10 / FRAMES_PER_SECOND)
    except TimeoutError:
        return True
    return False


def seconds_for(connection: ClientConnection, frames: int) -> float:
    start = time.monotonic()
    for _ in range(frames):
        heard(connection, "frame")
    return time.monotonic() - start


def ask(connection: ClientConnection, **wish: object) -> None:
    connection.send(json.dumps(wish))


def test_the_page_and_its_parts_are_there(address: str) -> None:
    page = get(address, "/")
    assert page.status == 200
    assert page.headers["Content-Type"].startswith("text/html")
    text = page.body.decode()
    parts = re.findall(r'(?:href|src)="(/page/[^"]+)"', text)
    assert len(parts) == 3
    assert "http" not in text.replace("http-equiv", ""), "nothing is fetched from elsewhere"
    for part in parts:
        assert get(address, part).status == 200
    script = get(address, "/page/main.js").body.decode()
    assert "class TableFace" in script
    assert "import " not in re.sub(r"//.*|`[^`]*`", "", script)
    for missing in (
        "/page/nodes.js",  # is part of another one
        "/page/../serve.py",
        "/page/__init__.py",
        "/nothing",
        "/page/%2e%2e/guard.py",
    ):
        assert get(address, missing).status == 404


@pytest.mark.parametrize("path", ["/", "/page/main.js", "/page/style.css", "/paper.css"])
def test_what_the_browser_has_is_not_sent_again(address: str, path: str) -> None:
    first = get(address, path)
    tag = first.headers["ETag"]
    for named in (tag, f'"another", W/{tag}'):
        again = get(address, path, **{"If-None-Match": named})
        assert (again.status, again.body, again.headers["ETag"]) == (304, b"", tag)
        assert again.headers["Cache-Control"] == "no-cache", "it asks each time"
        assert again.headers["Content-Security-Policy"] == first.headers["Content-Security-Policy"]
    assert get(address, path, **{"If-None-Match": '"another"'}).body == first.body


def test_the_page_may_load_nothing_from_elsewhere(address: str) -> None:
    policy = get(address, "/").headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy


def test_other_hosts_are_turned_away(address: str) -> None:
    port = address.rpartition(":")[2]
    assert get(address, "/", Host=f"localhost:{port}").status == 200
    assert get(address, "/", Host=f"rebound.example:{port}").status == 400
    with pytest.raises(InvalidStatus):
        tab(address, additional_headers={"Host": f"rebound.example:{port}"})


@pytest.mark.parametrize("origin", ["http://elsewhere.example", None, "null"])
def test_pages_of_others_get_no_socket(address: str, origin: str | None) -> None:
    with pytest.raises((InvalidStatus, ConnectionClosed)), tab(address, origin=origin) as connection:
        connection.recv(timeout=600)


def test_pictures_come_from_the_documents_folder_only(address: str) -> None:
    king = get(address, "/graphic/pictures/king.svg")
    assert (king.status, king.body, king.headers["Content-Type"]) == (200, SVG, "image/svg+xml")
    assert "sandbox" in king.headers["Content-Security-Policy"]
    for path in (
        "notes.txt",
        "../secret.svg",
        "%2e%2e/secret.svg",
        "..%2fsecret.svg",
        "link.svg",
        "missing.png",
        "pictures",
        "/etc/passwd",
        "%00.png",
    ):
        assert get(address, f"/graphic/{path}").status == 404, path


def test_a_folder_that_nobody_named_has_no_pictures() -> None:
    with served(lambda: table_for(PicturedTicTacToe())) as address:
        assert get(address, "/graphic/README.svg").status == 404


def test_a_tab_comes_back_to_its_match_and_another_has_its_own(address: str) -> None:
    with tab(address) as first:
        name = heard(first, "name")["name"]
        heard(first)
        ask(first, do="click", x=250, y=550, ply=0)
        while len(heard(first)["line"]) < 2:
            pass
    with tab(address, name) as again:
        assert heard(again, "name")["name"] == name
        assert [made["text"] for made in heard(again)["line"]] == ["5", "1"]
        with tab(address, name) as duplicate:
            assert heard(duplicate, "name")["name"] != name
            assert len(heard(duplicate)["line"]) == 2
            ask(duplicate, do="restart")
            assert heard(duplicate)["line"] == []
            ask(again, do="undo")
            assert len(heard(again)["line"]) == 2
    with tab(address) as other:
        assert heard(other)["line"] == []
    with tab(address, "no-such-match") as unknown:
        assert heard(unknown)["line"] == []


def test_a_program_goes_on_thinking_while_the_page_is_loaded_again() -> None:
    program = Awaited()
    with served(lambda: table_for(PicturedTicTacToe(), o=program)) as address:
        with tab(address) as before:
            name = heard(before, "name")["name"]
            heard(before)
            ask(before, do="play", index=4, ply=0)
            assert heard(before)["thinking"]
        program.told.set()
        with tab(address, name) as after:
            view = heard(after)
            while view["thinking"]:
                view = heard(after)
            assert [made["text"] for made in view["line"]] == ["5", "1"]


def test_a_move_for_a_position_that_is_gone_is_not_made() -> None:
    with served(lambda: table_for(PicturedTicTacToe())) as address, tab(address) as connection:
        heard(connection)
        ask(connection, do="play", index=0, ply=0)
        assert len(heard(connection)["line"]) == 1
        ask(connection, do="play", index=0, ply=0)
        assert len(heard(connection)["line"]) == 1
        ask(connection, do="click", x=350, y=550, ply=0)
        assert len(heard(connection)["line"]) == 1


def test_rules_that_break_down_are_told_on_the_page() -> None:
    with served(lambda: table_for(Breaking())) as address, tab(address) as connection:
        heard(connection)
        ask(connection, do="play", index=2, ply=0)
        assert heard(connection)["message"] == ""
        ask(connection, do="play", index=0, ply=1)
        told = heard(connection)
        assert (told["error"], told["ply"]) == ("there are no rules for 3", 1)
    with served(lambda: table_for(Breaking((1, 0)))) as address, tab(address) as connection:
        assert heard(connection, "stopped")["error"] == "there are no rules for 1"


NONSENSE: list[str | bytes] = [
    "",
    "{",
    "null",
    "[]",
    "7",
    "[" * 100_000,
    "1" * 10_000,
    "{}",
    '{"do": null}',
    '{"do": []}',
    '{"do": "fly"}',
    '{"do": "__class__"}',
    '{"do": "click"}',
    '{"do": "click", "x": "1", "y": 1, "ply": 0}',
    '{"do": "click", "x": NaN, "y": 1, "ply": 0}',
    '{"do": "click", "x": true, "y": 1, "ply": 0}',
    '{"do": "play", "index": 0.5, "ply": 0}',
    '{"do": "jump", "ply": null}',
    '{"do": "load", "text": 3}',
    '{"do": "values", "shown": 1}',
    '{"do": "cursor", "x": [], "y": {}}',
    '{"do": "keys", "held": "abc"}',
    '{"do": "visible"}',
    b"\x00\xff",
]
"""What no page sends."""


@pytest.mark.parametrize("stage", [lambda: table_for(PicturedTicTacToe()), lambda: Film(Bouncing())])
def test_what_no_page_would_send_is_refused_in_a_sentence(
    stage: Callable[[], Table | Film], capfd: pytest.CaptureFixture[str]
) -> None:
    with served(stage) as address, tab(address) as connection:
        for sent in NONSENSE:
            connection.send(sent)
            assert heard(connection, "refused")["message"].startswith("The page was not understood: ")
        ask(connection, do="restart")
        heard(connection, "table", "film")
    assert capfd.readouterr() == ("", "")


def test_a_message_that_is_too_large_is_refused_and_the_match_stays(
    address: str, capfd: pytest.CaptureFixture[str]
) -> None:
    with tab(address) as connection:
        name = heard(connection, "name")["name"]
        heard(connection)
        ask(connection, do="click", x=250, y=550, ply=0)
        while len(heard(connection)["line"]) < 2:
            pass
        with suppress(ConnectionClosed):
            ask(connection, do="load", text="x" * 17_000_000)
        with pytest.raises(ConnectionClosed):
            heard(connection)
    with tab(address, name) as connection:
        assert len(heard(connection)["line"]) == 2
    assert capfd.readouterr() == ("", "")


UPGRADE = (
    "GET /tab?name={name} HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\nUpgrade: websocket\r\n"
    "Connection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)


@pytest.mark.parametrize("sent", ["", "GET /", "GET / HTTP/1.1\r\nHost: {host}\r\n", UPGRADE])
def test_who_says_nothing_more_is_not_waited_for(sent: str) -> None:
    with served(lambda: table_for(PicturedTicTacToe()), silence=SILENT) as address:
        host = address.removeprefix("http://")
        with socket.create_connection(("127.0.0.1", int(host.rpartition(":")[2])), timeout=600) as half:
            half.sendall(sent.format(host=host, name="").encode())
            while half.recv(10_000):
                pass  # until the service closes it


def test_a_tab_that_is_away_without_a_word_leaves_its_match_to_one_that_comes_back() -> None:
    with served(lambda: table_for(PicturedTicTacToe()), silence=SILENT) as address:
        with tab(address) as connection:
            name = heard(connection, "name")["name"]
        host = address.removeprefix("http://")
        with socket.create_connection(("127.0.0.1", int(host.rpartition(":")[2])), timeout=600) as half:
            half.sendall(UPGRADE.format(host=host, name=name).encode())
            while half.recv(10_000):
                pass
            with tab(address, name) as again:
                assert heard(again, "name")["name"] == name


def test_values_come_when_they_are_known(address: str) -> None:
    with tab(address) as connection:
        heard(connection)
        ask(connection, do="values", shown=True)
        told = heard(connection)
        while told["choices"][0]["worth"] is None:
            assert told["message"].startswith("Computing")
            told = heard(connection)
        assert told["choices"][0]["worth"] == {"result": "draw", "distance": None}


class Held:
    """Values that come once they are let go."""

    def __init__(self) -> None:
        self.asked, self.let_go = Event(), Event()

    def value(self, position: str) -> Value:
        self.asked.set()
        assert self.let_go.wait(600), "nobody let the values go"
        return Value(None, None)

    def best(self, position: str) -> tuple[int, ...]:
        return ()


@contextmanager
def tab_with_values(held: Held) -> Iterator[ClientConnection]:
    """A tab that shows the first values, and none of the next before they are let go."""
    adviser = Adviser(lambda: held)
    with served(lambda: Table(PicturedTicTacToe(), {}, adviser)) as address, tab(address) as connection:
        held.let_go.set()
        heard(connection)
        ask(connection, do="values", shown=True)
        while heard(connection)["choices"][0]["worth"] is None:
            pass
        held.let_go.clear()
        held.asked.clear()
        yield connection
        held.let_go.set()


def test_a_picture_does_not_wait_for_values() -> None:
    held = Held()
    with tab_with_values(held) as connection:
        ask(connection, do="click", x=250, y=550, ply=0)
        picture = heard(connection, "picture")
        assert (picture["ply"], picture["number"]) == (1, 0)
        assert "x" in [image["text"] for image in picture["images"]]
        held.let_go.set()
        view = heard(connection)
        assert {name: view[name] for name in picture if name != "kind"} == {
            name: picture[name] for name in picture if name != "kind"
        }
        assert view["choices"][0]["worth"]


def test_a_click_does_not_wait_for_the_view_before_it_which_is_not_sent() -> None:
    held = Held()
    with tab_with_values(held) as connection:
        for ply, x in enumerate((150, 250)):
            ask(connection, do="click", x=x, y=550, ply=ply)
            assert heard(connection, "picture")["ply"] == ply + 1
            assert held.asked.wait(600)
            held.asked.clear()
        held.let_go.set()
        assert len(heard(connection)["line"]) == 2
        ask(connection, do="undo")
        assert heard(connection, "picture")["ply"] == 1
        assert heard(connection)["choices"][0]["worth"]


def test_a_view_that_gave_way_to_a_stopped_command_comes_all_the_same() -> None:
    held = Held()
    with tab_with_values(held) as connection:
        ask(connection, do="click", x=150, y=550, ply=0)
        heard(connection, "picture")
        assert held.asked.wait(600)
        ask(connection, do="why over")
        ask(connection, do="restart")
        ask(connection, do="stop")
        while heard(connection)["message"] != "Stopped.":
            pass
        held.let_go.set()
        ask(connection, do="click", x=150, y=550, ply=0)
        while len(heard(connection)["line"]) != 1:
            pass  # the view after the restart, where that was sooner than the stop


def test_a_position_that_cannot_be_described_is_left() -> None:
    with served(lambda: table_for(PicturedBreaking())) as address, tab(address) as connection:
        heard(connection)
        ask(connection, do="play", index=2, ply=0)
        assert heard(connection, "picture")["ply"] == 1
        assert heard(connection)["ply"] == 1
        ask(connection, do="play", index=0, ply=1)
        assert heard(connection, "picture")["ply"] == 2
        told = heard(connection)
        assert (told["error"], told["ply"]) == ("there are no rules for 3", 1)
        ask(connection, do="undo")
        assert heard(connection)["ply"] == 0


class PicturedBreaking(Breaking):
    """With a picture of each position, of those without rules too."""

    def images(self, position: tuple[int, int]) -> tuple[Image, ...]:
        return (text(str(position[0]), 500, 400),)

    def clicked(self, position: tuple[int, int], x: int, y: int) -> None:
        return None

    def areas(self, position: tuple[int, int]) -> dict[int, tuple[Area, ...]]:
        return {}


def test_a_film_runs_at_thirty_frames_a_second_and_rests_while_nobody_looks() -> None:
    with served(lambda: Film(Bouncing())) as address, tab(address) as connection:
        heard(connection, "film")
        assert any(0.8 < seconds_for(connection, 30) < 1.2 for _ in range(30)), "no second is like that"
        ask(connection, do="visible", visible=False)
        assert any(silent(connection) for _ in range(60)), "nothing is sent while nobody looks"
        ask(connection, do="visible", visible=True)
        heard(connection, "frame")
        ask(connection, do="keys", held=["a", "w"])
        ask(connection, do="press", x=10, y=10)
        texts: dict[int, str] = {}
        while not {*texts.values()} >= {"keys a w", "1 clicks"}:
            changed = heard(connection, "frame")["changed"]
            texts |= {place: image["text"] for place, image in changed if "text" in image}


def test_a_port_that_is_taken_is_told_in_a_sentence() -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        with pytest.raises(NoFace, match="cannot be used"):
            serve(Stage(lambda: table_for(PicturedTicTacToe())), port=other.getsockname()[1], opener=None)


def test_a_game_has_the_same_port_each_time_unless_it_is_taken() -> None:
    words = [f"a game that nobody else plays {os.getpid()}"]
    port = usual_port(words)
    assert 20_000 <= port == usual_port(words) < 30_000
    with listen(port):
        assert usual_port(words) == 0


def test_it_listens_on_this_machine_only() -> None:
    with listen(0) as listening:
        assert listening.getsockname()[0] == "127.0.0.1"


def test_what_is_sent_does_not_wait_until_what_was_sent_before_is_acknowledged() -> None:
    async def is_prompt() -> bool:
        with listen(0) as listening:
            accepted: asyncio.Future[asyncio.StreamWriter] = asyncio.get_running_loop().create_future()
            server = await asyncio.start_server(lambda _, writer: accepted.set_result(writer), sock=listening)
            _, asks = await asyncio.open_connection(*listening.getsockname())
            answers = await accepted
            accepted_by = answers.get_extra_info("socket")
            prompt = accepted_by.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)
            for writer in (asks, answers):
                writer.close()
                await writer.wait_closed()
            server.close()
            return bool(prompt)

    with ThreadPoolExecutor(1) as apart:  # the browser of other tests has a loop in this thread
        assert apart.submit(lambda: asyncio.run(is_prompt())).result()


SCRIPT = """
from noughts.faces.browser import Stage, serve
from tests.faces.sample_games import *
serve(Stage(lambda: table_for(PicturedTicTacToe(), o=First(1_000_000))), opener=None)
"""


def test_ctrl_c_stops_at_once_though_a_tab_is_open_and_a_program_thinks() -> None:
    process = subprocess.Popen(
        [sys.executable, "-u", "-c", SCRIPT],
        env={"PYTHONPATH": f"{ROOT / 'src'}:{ROOT}"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )
    assert process.stdout is not None
    with process:
        address = process.stdout.readline().strip().rstrip("/")
        with tab(address) as connection:
            heard(connection)
            ask(connection, do="play", index=4, ply=0)
            assert heard(connection)["thinking"]
            process.send_signal(signal.SIGINT)
            assert process.wait(timeout=600) == 0
        assert process.stdout.read() == ""
