"""Rate limits: a class at one address never meets them, whoever asks without end does, and costs little."""

from __future__ import annotations

import json
import logging
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from noughts.cli.game_argument import GameArgument
from noughts.cli.page_options import page_settings
from noughts.refusal import Refusal
from noughts.rooms.store import Store
from noughts.service.guard import CHAT, RATE_LIMITS, THIS_MACHINE, RateLimit, RateLimiter, Site, client_at
from tests.faces.serving import served
from tests.rooms.test_hall import Clock
from tests.rooms.test_kills import ask, connected


def counts(limiter: RateLimiter, kind: str, client: object) -> bool:
    try:
        limiter.take(kind, client)
    except Refusal:
        return False
    return True


@given(
    burst=st.integers(1, 5),
    waits=st.lists(st.sampled_from([0.0, 0.5, 1.0, 3.0]), max_size=40),
)
def test_never_more_than_a_burst_and_one_after_each_interval(burst: int, waits: list[float]) -> None:
    """In every stretch of time; and what was refused would have been one more."""
    clock = Clock(0.0)
    limiter = RateLimiter({"act": RateLimit(burst, 2.0, "too often")}, clock)
    counted: list[float] = []

    def most(since: float) -> float:
        return burst + (clock.now - since) / 2.0

    for wait in waits:
        clock.now += wait
        is_counted = counts(limiter, "act", "client")
        after = [*counted, clock.now]
        fits = all(len(after) - place <= most(since) for place, since in enumerate(after))
        assert is_counted == fits
        if is_counted:
            counted.append(clock.now)


def test_a_refusal_says_how_long_to_wait() -> None:
    clock = Clock(0.0)
    limiter = RateLimiter({"act": RateLimit(2, 3.0, "too often")}, clock)
    assert counts(limiter, "act", 1)
    assert counts(limiter, "act", 1)
    with pytest.raises(Refusal, match="too often; wait 3 seconds"):
        limiter.take("act", 1)
    assert counts(limiter, "act", 2)
    assert counts(limiter, "anything else", 1)
    clock.now += 3
    assert counts(limiter, "act", 1)


def test_a_flood_of_clients_is_forgotten() -> None:
    """What is remembered is no more than twice the clients that are not whole again."""
    clock = Clock(0.0)
    limiter = RateLimiter(now=clock)
    for client in range(10_000):
        clock.now += 1.0
        assert counts(limiter, CHAT, client)
    assert len(limiter._whole) < 10


def test_a_machine_with_many_addresses_is_one_client() -> None:
    assert client_at("2001:db8:1:2:3::1") == client_at("2001:db8:1:2:ffff::9") != client_at("2001:db8:1:3::1")
    assert len({client_at(host) for host in ("192.0.2.1", "192.0.2.2", "", "testclient")}) == 4


@contextmanager
def service(folder: Path, site: Site = THIS_MACHINE) -> Iterator[str]:
    """A service for which no time passes."""
    settings = page_settings(GameArgument(["tictactoe"]), options={}, pairs=[], seed=None)
    store = Store(f"sqlite:///{folder / 'rooms.db'}")
    frozen = RateLimiter(now=Clock())
    with served(settings, store=store, rates=frozen, site=site) as address:
        yield address
    store.close()


@pytest.fixture
def address(tmp_path: Path) -> Iterator[str]:
    with service(tmp_path) as address:
        yield address


def outcomes(told: list[dict[str, Any]]) -> Counter[str]:
    """How many questions were answered, and how many refused, by the sentences."""
    return Counter(each.get("failure", {}).get("message", "answered") for each in told)


def test_a_class_at_one_address_meets_no_limit(address: str) -> None:
    """Thirty join at once, fifteen pairs open rooms, and everybody says something."""
    with ExitStack() as stack:
        pages = [stack.enter_context(connected(address)) for _ in range(30)]
        opened = ask(pages[0], "gather", system="swiss")["answer"]["classroom"]
        for number, page in enumerate(pages):
            assert "answer" in ask(page, "join", classroom=opened, name=f"Pupil {number}")
        for first, second in zip(pages[::2], pages[1::2], strict=True):
            room = ask(first, "invite", side="x")["answer"]
            other = ask(second, "sit", room=room["room"])["answer"]
            for page, secret in ((first, room["secret"]), (second, other)):
                said = {"room": room["room"], "secret": secret, "kind": "say"}
                for text in ("Hello", "Good luck", "Your move"):
                    assert "answer" in ask(page, "act", **said, text=text)


def test_who_opens_rooms_without_end_is_refused(address: str, tmp_path: Path) -> None:
    """Also with a tab for each: those of one address count together, as rooms and classes do."""
    told = []
    for number in range(60):
        with connected(address) as page:
            asked = {"side": "x"} if number % 2 else {"system": "swiss"}
            told.append(ask(page, "invite" if number % 2 else "gather", **asked))
    found = outcomes(told)
    assert found["answered"] == RATE_LIMITS["open"].burst
    [sentence] = found.keys() - {"answered"}
    assert sentence == "too many rooms were opened from this address; wait 5 seconds"


def test_who_joins_without_end_is_refused(address: str) -> None:
    with ExitStack() as stack:
        told = []
        page = stack.enter_context(connected(address))
        opened = [ask(page, "gather", system="swiss")["answer"]["classroom"] for _ in range(3)]
        for number in range(200):
            if number % 40 == 0:
                page = stack.enter_context(connected(address))
            told.append(ask(page, "join", classroom=opened[number % 3], name=f"Pupil {number}"))
    found = outcomes(told)
    assert found["answered"] == RATE_LIMITS["join"].burst
    assert found["too many players joined from this address; wait 1 second"] == 80


def test_who_chats_without_end_is_refused(address: str) -> None:
    """From several tabs, too; a move is still made."""
    told = []
    with connected(address) as page:
        room = ask(page, "invite", side="x")["answer"]
        ask(page, "sit", room=room["room"])
    for _ in range(4):
        with connected(address) as page:
            told += [
                ask(page, "act", room=room["room"], secret=room["secret"], kind="say", text="spam")
                for _ in range(10)
            ]
    assert outcomes(told) == {"answered": 10, "you chat too fast; wait 2 seconds": 30}
    with connected(address) as page:
        here = {"room": room["room"], "secret": room["secret"], "match": 0, "ply": 0}
        assert "answer" in ask(page, "act", kind="move", text="5", **here)


def test_junk_costs_little(address: str, caplog: pytest.LogCaptureFixture) -> None:
    """After a while the service no longer looks at what the tab asks, and others do not notice."""
    caplog.set_level(logging.INFO, "noughts")
    with connected(address) as page, connected(address) as other:
        room = ask(other, "invite", side="x")["answer"]
        caplog.clear()
        told = [ask(page, "act", room=room["room"], secret="guess", kind="move") for _ in range(500)]
        assert (
            len([record for record in caplog.records if record.message == "act"]) == RATE_LIMITS["junk"].burst
        )
        found = outcomes(told)
        assert found["too many requests of this page were refused; wait 1 second"] == 450
        assert "failure" in ask(page, "room", room=room["room"])
        assert "answer" in ask(other, "room", room=room["room"])


def test_clients_behind_a_proxy_are_told_apart(tmp_path: Path) -> None:
    from websockets.sync.client import connect
    from websockets.typing import Origin

    with service(tmp_path, Site(proxies=["127.0.0.1"])) as address:

        def opened(client: str) -> bool:
            tab = address.replace("http", "ws") + "/tab"
            headers = {"X-Forwarded-For": client}
            with connect(tab, origin=Origin(address), additional_headers=headers, open_timeout=600) as page:
                page.send(json.dumps({"number": 1, "ask": "invite", "side": "x"}))
                return "answer" in json.loads(page.recv())

        assert [opened("192.0.2.1") for _ in range(41)] == [True] * 40 + [False]
        assert opened("192.0.2.2")
