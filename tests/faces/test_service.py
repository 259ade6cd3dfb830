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
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import dataclass
from email.message import Message
from http.client import HTTPConnection
from io import BytesIO, TextIOWrapper
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect

from noughts.cli.game_argument import GameArgument
from noughts.cli.page_options import page_settings
from noughts.documents import library
from noughts.faces.table import NoFace, RecordedTable, Table
from noughts.games.match import Match
from noughts.games.record import load_records, record_of, write_marked
from noughts.games.record_file import RecordFile
from noughts.pages.live_game import graphic_bytes
from noughts.service.answers import RulesAnswers
from noughts.service.page_settings import PageSettings
from noughts.service.serve import listen, serve, usual_port
from noughts.service.service import service
from noughts.service.tab import shown_json
from tests.endless_work import EndlessWork
from tests.faces.sample_games import BOUNCING, Awaited, Breaking, First, PicturedTicTacToe, film, table_for
from tests.faces.serving import served, settings_of_table

ROOT = Path(__file__).parents[2]
SILENT = 2.0
"""Seconds until the service gives up who says nothing: a busy machine may be silent for one."""
WAIT = 60
"""Seconds after which what should have happened is missing; nothing else depends on them."""
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
def address() -> Iterator[str]:
    with served(lambda: table_for(PicturedTicTacToe(), o=First())) as address:
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


def tab(address: str, **options: Any) -> ClientConnection:
    origin = options.pop("origin", address)
    socket = f"{address.replace('http', 'ws', 1)}/tab"
    return connect(socket, origin=origin, open_timeout=600, ping_interval=None, **options)


def ask(connection: ClientConnection, question: str, **asked: object) -> int:
    """Ask the service something; the number of the question."""
    number = next(NUMBERS)
    connection.send(json.dumps({"number": number, "ask": question, **asked}))
    return number


def heard(connection: ClientConnection) -> dict[str, Any]:
    """The next message."""
    told: dict[str, Any] = json.loads(connection.recv(timeout=600))
    return told


def answer(connection: ClientConnection, question: str, **asked: object) -> Any:
    """The answer to a question, or why there is none."""
    number = ask(connection, question, **asked)
    told = heard(connection)
    assert told.pop("number") == number
    return told


NUMBERS = count(1)


def test_the_page_and_its_parts_are_there(address: str) -> None:
    page = get(address, "/")
    assert page.status == 200
    assert page.headers["Content-Type"].startswith("text/html")
    text = page.body.decode()
    parts = re.findall(r'(?:href|src)="(/page/[^"]+)"', text)
    assert len(parts) == 4
    assert "http" not in text.replace("http-equiv", ""), "nothing is fetched from elsewhere"
    for part in parts:
        assert get(address, part).status == 200
    script = get(address, "/page/main.js").body.decode()
    assert "class TableFace" in script
    assert "import " not in re.sub(r"//.*|`[^`]*`", "", script)
    for missing in (
        "/page/nodes.js",  # is part of another one
        "/page/../view.py",
        "/page/__init__.py",
        "/nothing",
        "/page/%2e%2e/view.py",
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


def test_others_are_not_told_the_rules(address: str) -> None:
    asked = json.dumps({"worker": "w", "ask": "facts", "line": [4]})
    for origin, status in ((address, 200), ("http://elsewhere.example", 403)):
        got = sent(address, asked, Origin=origin)
        assert got.status == status
    assert json.loads(sent(address, asked, Origin=address).body)["answer"]["moves"][0] == "1"


def sent(address: str, body: str, **headers: str) -> Answer:
    with closing(HTTPConnection(address.removeprefix("http://"), timeout=600)) as connection:
        connection.request("POST", "/rules", body, headers)
        got = connection.getresponse()
        return Answer(got.status, got.headers, got.read())


def test_pictures_come_from_the_documents_folder_only(folder: Path) -> None:
    king = graphic_bytes(folder, "pictures/king.svg")
    assert king is not None
    assert (king.content, king.media_type) == (SVG, "image/svg+xml")
    for name in (
        "notes.txt",
        "../secret.svg",
        "link.svg",
        "missing.png",
        "pictures",
        "/etc/passwd",
        "\0.png",
    ):
        assert graphic_bytes(folder, name) is None, name
    assert graphic_bytes(None, "pictures/king.svg") is None


def test_a_position_is_named_by_the_moves_that_lead_there(address: str) -> None:
    """So a service that was started again knows it, too."""
    game = PicturedTicTacToe()
    rules, again = RulesAnswers(game), RulesAnswers(game)
    first = rules.answer({"ask": "facts", "line": []})
    assert (first["toMove"], first["outcome"], first["moves"]) == ("x", None, list("123456789"))
    line = [0, 2, 0, 2, 0]  # 1, 4, 2, 5, 3
    for length in range(len(line)):
        rules.answer({"ask": "facts", "line": line[:length]})
    for each in (rules, again):
        over = each.answer({"ask": "facts", "line": line})
        assert (over["toMove"], over["outcome"]["winner"], over["moves"]) == (None, "x", [])
    assert rules.answer({"ask": "clicked", "line": [], "x": 250, "y": 550}) == 4
    assert rules.answer({"ask": "clicked", "line": line, "x": 400, "y": 750}) == "restart"


def test_rules_that_break_down_and_refusals_are_told_apart() -> None:
    with served(lambda: table_for(Breaking())) as address, tab(address) as connection:
        asked = json.dumps({"worker": "w", "ask": "facts", "line": [2, 0]})
        failure = json.loads(sent(address, asked, Origin=address).body)["failure"]
        assert failure == {"message": "", "error": "there are no rules for 3"}
        told = answer(connection, "game", game="chess")
        assert told["failure"]["message"].startswith("no game is chosen")


def test_players_and_values_are_asked_over_the_socket(address: str) -> None:
    with tab(address) as connection:
        shown = answer(connection, "game")["answer"]
        assert (shown["data"]["players"], shown["stage"]["paper"]) == ({"x": "person", "o": "first"}, None)
        assert answer(connection, "options")["answer"]["sides"] == ["x", "o"]
        move = answer(connection, "move", side="o", word="first", line=["5"])["answer"]
        assert move == {"move": "1", "name": "first", "permitted": None}
        asked = {"line": ["5", "2"], "first": 0, "ply": 2}
        values = answer(connection, "values", **asked, wanted=False)["answer"]
        assert values["known"] == [], "nobody has waited for them"
        values = answer(connection, "values", **asked, wanted=True)["answer"]
        assert [ply for ply, _ in values["known"]] == [0, 1, 2]
        assert values["known"][2][1]["worths"]["1"] == {"result": "win", "distance": 5}
        assert "message" in answer(connection, "seat", players={"o": "chess"})["failure"]


def test_who_does_not_wait_is_not_answered() -> None:
    player = Awaited()
    with served(lambda: table_for(PicturedTicTacToe(), o=player)) as address, tab(address) as connection:
        number = ask(connection, "move", side="o", word="awaited", line=["5"])
        connection.send(json.dumps({"stop": number}))
        assert "answer" in answer(connection, "options"), "others are answered meanwhile"
        player.told.set()
        assert "answer" in answer(connection, "move", side="o", word="awaited", line=["1"])


def test_what_is_prepared_for_a_player_ends_when_its_page_is_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    preparing = EndlessWork()
    monkeypatch.setattr("noughts.players.search._deep_search", preparing)
    settings = page_settings(GameArgument(["nim"]), options={}, pairs=[], seed=1)
    with served(settings) as address:
        with tab(address) as connection:
            ask(connection, "move", side="x", word="search:10ms", line=[])
            assert preparing.begun.wait(WAIT)
            heard(connection)
            assert not preparing.ended.is_set(), "the page is open"
        assert preparing.ended.wait(WAIT)


def test_a_game_is_solved_as_long_as_some_page_shows_it(monkeypatch: pytest.MonkeyPatch) -> None:
    solving = EndlessWork()
    monkeypatch.setattr("noughts.cli.table_factory.oracle_of", solving)
    settings = page_settings(GameArgument(["nim"]), options={}, pairs=[], seed=1)
    values = {"line": [], "first": 0, "ply": 0, "wanted": True}
    with served(settings) as address:
        with tab(address) as other:
            answer(other, "game")
            with tab(address) as connection:
                ask(connection, "values", **values)
                assert solving.begun.wait(WAIT)
            answer(other, "options")
            assert not solving.ended.is_set(), "the other page shows it"
        assert solving.ended.wait(WAIT)
        solving.begun.clear()
        with tab(address) as connection:
            ask(connection, "values", **values)
            assert solving.begun.wait(WAIT), "it begins anew"


NONSENSE = ("", "[]", "3", "null", '{"do": "undo"}', '{"ask": "fly", "number": 1}', '{"ask": "move"}', b"x")


@pytest.mark.parametrize("sent", NONSENSE)
def test_what_no_page_would_send_ends_the_connection(
    address: str, sent: str | bytes, capfd: pytest.CaptureFixture[str]
) -> None:
    with tab(address) as connection:
        connection.send(sent)
        with pytest.raises(ConnectionClosed):
            heard(connection)
    with tab(address) as connection:
        assert "answer" in answer(connection, "options")
    assert capfd.readouterr() == ("", "")


def test_a_document_without_a_file_is_played_by_the_page() -> None:
    """As the line of a proof is: the page has its rules, and the text that errors quote."""
    moving = film(BOUNCING)
    for shown, kind in ((GameArgument(["tictactoe"]).load(), "rules"), (moving.game, "film")):
        told = shown_json(PageSettings(shown, "Some title"), "", None, invites=False)
        assert told["data"]["kind"] == kind
        assert told["stage"]["reasons"] == (kind == "rules")
    assert told["data"]["sources"] == {text.source.name: text.source.text for text in moving.texts}


def test_matches_are_kept_and_one_in_two_tabs_becomes_two(tmp_path: Path) -> None:
    file = RecordFile(tmp_path / "all.match")
    game = PicturedTicTacToe()

    def text(*moves: str) -> str:
        record = replace(record_of(Match(game), {}), moves=moves, match="0123456789abcdef")
        return write_marked(record)

    def new_table() -> Table:
        return RecordedTable(game, {}, file=file)

    with served(new_table) as address, tab(address) as one, tab(address) as other:
        for connection, moves in ((one, "5"), (one, "51"), (other, "52"), (one, "519"), (other, "523")):
            assert "answer" in answer(connection, "keep", text=text(*moves))
    assert [" ".join(record.moves) for record in load_records(file.path)] == ["5 1 9", "5 2 3"]


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


def test_a_port_that_is_taken_is_told_in_a_sentence() -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        with pytest.raises(NoFace, match="cannot be used"):
            serve(
                service(settings_of_table(table_for(PicturedTicTacToe()))),
                port=other.getsockname()[1],
                opener=None,
            )


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
from noughts.service.serve import serve
from noughts.service.service import service
from tests.faces.sample_games import *
from tests.faces.serving import settings_of_table
serve(service(settings_of_table(table_for(PicturedTicTacToe(), o=First(1_000_000)))), opener=None)
"""


@pytest.mark.parametrize(("sent", "code"), [("SIGINT", 0), ("SIGTERM", 143), ("SIGHUP", 129)])
def test_a_signal_stops_at_once_though_a_tab_is_open_and_a_program_thinks(sent: str, code: int) -> None:
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
            ask(connection, "move", side="o", word="first", line=["5"])
            answer_of_another = answer(connection, "options")
            assert "answer" in answer_of_another
            process.send_signal(signal.Signals[sent])
            assert process.wait(timeout=600) == code
        assert process.stdout.read() == ""


def test_a_document_from_standard_input_is_played_on_a_page(monkeypatch: pytest.MonkeyPatch) -> None:
    text = library.path_of("nim").read_bytes()
    monkeypatch.setattr(sys, "stdin", TextIOWrapper(BytesIO(text)))
    settings = page_settings(GameArgument(["-"]), options={}, pairs=[], seed=None)
    assert settings.game.name == "game"
    with served(settings) as address, tab(address) as connection:
        assert answer(connection, "game")["answer"]["stage"]["reasons"]  # it has sides
