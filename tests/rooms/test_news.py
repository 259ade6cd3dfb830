"""What a page is told by itself of its room or class."""

from __future__ import annotations

import json
from pathlib import Path
from threading import Event

import pytest
from websockets.sync.client import ClientConnection

from noughts.cli.game_argument import GameArgument
from noughts.cli.page_options import page_settings
from noughts.rooms.store import Store
from noughts.service import classroom_answers, room_answers
from noughts.service.answers import Json
from tests.faces.serving import served
from tests.rooms.test_kills import ask, connected


def test_a_page_that_has_sat_down_is_told_nothing_of_before(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun, released = Event(), Event()
    as_seen = classroom_answers.classroom_json

    def slowly(state, rooms, seat) -> Json:
        if seat is None and state.present:
            begun.set()
            assert released.wait(600)
        return as_seen(state, rooms, seat)

    monkeypatch.setattr(classroom_answers, "classroom_json", slowly)
    settings = page_settings(GameArgument(["tictactoe"]), options={}, pairs=[], seed=None)
    store = Store(f"sqlite:///{tmp_path / 'rooms.db'}")
    with served(settings, store=store) as address, connected(address) as ann, connected(address) as other:
        here = {"classroom": ask(other, "gather", game="tictactoe", system="swiss")["answer"]["classroom"]}
        assert ask(ann, "classroom", **here, secret="")["answer"]["you"] is None
        secret = ask(ann, "join", **here, name="Ann")["answer"]
        assert begun.wait(600)
        assert ask(ann, "classroom", **here, secret=secret)["answer"]["you"] == "Ann"
        released.set()
        ask(other, "join", **here, name="Ben")
        assert told(ann)["you"] == "Ann"
    store.close()


def test_news_come_after_the_state_that_they_change(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    begun, released = Event(), Event()
    as_seen = room_answers.state_json

    def slowly(state, seat, now) -> Json:
        if not begun.is_set():
            begun.set()
            assert released.wait(600)
        return as_seen(state, seat, now)

    settings = page_settings(GameArgument(["tictactoe"]), options={}, pairs=[], seed=None)
    store = Store(f"sqlite:///{tmp_path / 'rooms.db'}")
    with served(settings, store=store) as address, connected(address) as ann, connected(address) as ben:
        opened = ask(ann, "invite", game="tictactoe", name="Ann", side="x")["answer"]
        monkeypatch.setattr(room_answers, "state_json", slowly)
        ann.send(json.dumps({"number": 1, "ask": "room", **opened}))
        assert begun.wait(600)
        ask(ben, "sit", room=opened["room"], name="Ben")
        released.set()
        first, then = json.loads(ann.recv(timeout=600)), json.loads(ann.recv(timeout=600))
        assert first["answer"]["waits"]
        assert then["event"] == "room"
        assert not then["waits"]
    store.close()


def told(page: ClientConnection) -> Json:
    """What the page is told next."""
    while "event" not in (message := json.loads(page.recv(timeout=600))):
        pass
    return message
