"""Pages that are none: whatever they send, the service answers others.

Rate limits have tests of their own (`tests.rooms.test_rate_limits`), and are not in the way here.
"""

from __future__ import annotations

import json
import socket
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from noughts.cli.game_argument import GameArgument
from noughts.cli.page_options import page_settings
from noughts.rooms.state import OFFERS
from noughts.rooms.store import Store
from noughts.service.guard import RateLimiter
from noughts.service.serve import LARGEST_MESSAGE
from noughts.service.tab import MOST_QUESTIONS
from tests.faces.serving import served
from tests.rooms.test_kills import ask, connected

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=5,
)
SECRETS = st.sampled_from(["ANN", "BEN", "TEACHER", "CEM", "", "guess"])
ACTS = {
    "kind": st.sampled_from(["move", "offer", "decline", "resign", "say", "sit", "time"]) | JSON,
    "match": st.integers(-1, 1) | JSON,
    "ply": st.integers(-1, 2) | JSON,
    "thought": st.sampled_from([-(10**400), 10**400]) | JSON,
    "text": st.sampled_from(["1", "5", "x" * 1000]) | JSON,
    "what": st.sampled_from(OFFERS) | JSON,
    "name": st.sampled_from(["Ann", "Cem"]) | JSON,
    "system": st.sampled_from(["swiss", "round robin"]) | JSON,
    "round": st.integers(0, 3) | JSON,
    "member": st.integers(-1, 3) | JSON,
    "side": JSON,
    "control": JSON,
    "settings": JSON,
}


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    settings = page_settings(GameArgument(["tictactoe"]), options={}, pairs=[], seed=None)
    store = Store(f"sqlite:///{tmp_path_factory.mktemp('rooms') / 'rooms.db'}")
    # a page that reads nothing answers no question whether it is still open, however slow the machine is
    with served(settings, store=store, rates=RateLimiter({}), silence=600) as address:
        yield address
    store.close()


def test_a_room_knows_its_game_by_name(address: str) -> None:
    """Also if the page asked for the game that the service begins with."""
    with connected(address) as socket:
        told = ask(socket, "invite", side="x")["answer"]
        assert ask(socket, "room", room=told["room"])["answer"]["game"] == "tictactoe"


def opened(socket: ClientConnection) -> tuple[str, str]:
    told = ask(socket, "invite", game="tictactoe", name="Ann", side="x")["answer"]
    return told["room"], told["secret"]


def is_served(address: str) -> bool:
    with connected(address) as socket:
        room, _ = opened(socket)
        return bool(ask(socket, "room", room=room)["answer"]["names"] == {"x": "Ann", "o": None})


QUESTIONS = st.tuples(
    st.sampled_from(
        ["act", "sit", "room", "invite", "gather", "classroom", "join", "round", "remove", "matches"]
    ),
    st.fixed_dictionaries(
        {
            "room": st.sampled_from(["ROOM", "CLASS"]) | JSON,
            "classroom": st.sampled_from(["ROOM", "CLASS"]) | JSON,
            "secret": SECRETS | JSON,
        },
        optional=ACTS,
    ),
)


@given(questions=st.lists(QUESTIONS, min_size=5, max_size=5))
def test_nonsense_is_refused_and_harms_nobody(
    address: str, questions: list[tuple[str, dict[str, Any]]]
) -> None:
    with connected(address) as socket:
        room, secret = opened(socket)
        other = ask(socket, "sit", room=room, name="Ben")["answer"]
        lesson = ask(socket, "gather", system="swiss")["answer"]
        member = ask(socket, "join", classroom=lesson["classroom"], name="Eve")["answer"]
        real = {"ROOM": room, "ANN": secret, "BEN": other, "CLASS": lesson["classroom"]}
        real |= {"TEACHER": lesson["secret"], "CEM": member}
        for question, asked in questions:
            words = {
                name: real.get(word, word) if isinstance(word, str) else word for name, word in asked.items()
            }
            failure = ask(socket, question, **words).get("failure", {})
            assert "bug" not in failure.get("message", ""), failure
        state = ask(socket, "room", room=room)["answer"]
        assert all(len(text) <= 200 for _, text in state["chat"])
        asked = {"classroom": lesson["classroom"], "secret": lesson["secret"]}
        assert ask(socket, "classroom", **asked)["answer"]["isTeacher"]


@pytest.mark.parametrize(
    ("seconds", "increment"), [(0, 0), (-1, 0), (24 * 3600 + 1, 0), (60, -1), (60, 24 * 3600 + 1)]
)
def test_clocks_that_no_match_needs_are_refused(address: str, seconds: int, increment: int) -> None:
    with connected(address) as socket:
        told = ask(socket, "invite", side="x", control={"seconds": seconds, "increment": increment})
        assert "these clocks cannot be set" in told["failure"]["message"]
        assert "answer" in ask(socket, "invite", side="x", control={"seconds": 24 * 3600, "increment": 0})


@pytest.mark.parametrize("junk", ["[", "[]", "{}", '{"ask": "nothing", "number": 1}', "7", '{"ask": []}'])
def test_what_is_no_question_ends_the_tab_alone(address: str, junk: str) -> None:
    with connected(address) as socket:
        socket.send(junk)
        with pytest.raises(ConnectionClosed):
            socket.recv(timeout=600)
    assert is_served(address)


def test_a_tab_that_asks_without_end_is_closed(address: str) -> None:
    with connected(address) as socket:
        room, secret = opened(socket)
        act = {"room": room, "secret": secret, "kind": "say", "text": "hello"}

        def ask_without_end() -> None:
            for number in range(100 * MOST_QUESTIONS):
                socket.send(json.dumps({"number": number, "ask": "act", **act}))
            for _ in range(100 * MOST_QUESTIONS):
                socket.recv(timeout=600)

        with pytest.raises(ConnectionClosed):
            ask_without_end()
    assert is_served(address)


def test_a_large_message_ends_the_tab_alone(address: str) -> None:
    with connected(address) as socket:
        socket.send("x" * (LARGEST_MESSAGE + 1))
        with pytest.raises(ConnectionClosed):
            socket.recv(timeout=600)
    assert is_served(address)


def test_what_a_question_lacks_is_said(address: str) -> None:
    with connected(address) as page:
        assert ask(page, "move")["failure"]["message"] == "the question `move` needs `side`"


def test_a_page_that_reads_nothing_holds_nobody_up(address: str) -> None:
    """What it is not told yet is told at once later, if it reads again: the last state alone."""
    host, port = address.removeprefix("http://").split(":")
    narrow = socket.socket()
    narrow.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 16384)
    narrow.connect((host, int(port)))
    url, origin = address.replace("http", "ws") + "/tab", Origin(address)
    with (
        connected(address) as page,
        connect(url, sock=narrow, origin=origin, max_queue=1, close_timeout=1) as slow,
    ):
        room, secret = opened(page)
        ask(slow, "room", room=room)
        act = {"room": room, "secret": secret, "kind": "say", "match": 0, "ply": 0}
        lines = [f"{number} {'hello ' * 30}" for number in range(1000)]
        assert all("answer" in ask(page, "act", text=line, **act) for line in lines)
        told, last = 0, ask(page, "room", room=room)["answer"]["chat"]
        while json.loads(slow.recv(timeout=600)).get("chat") != last:
            told += 1
        assert told < 0.9 * len(lines)  # the others are more than the system keeps for a connection
