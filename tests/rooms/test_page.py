"""Two people in a room, each with a browser of their own."""

from __future__ import annotations

import re
import socket
import threading
from collections.abc import Iterator
from contextlib import suppress
from functools import partial
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, WebSocket, expect

from noughts.cli.game_argument import GameArgument
from noughts.cli.page_options import page_settings
from noughts.games.record import load_records
from noughts.rooms.state import LONGEST_DELAY, MOVE
from noughts.rooms.store import Store
from tests.browser import OpenPage, new_window
from tests.faces.serving import served
from tests.faces.test_accessible_page import violations_in_light_and_dark
from tests.faces.test_page import choice, expect_line
from tests.firefox import running_firefox

CHOOSE = """(move) => [...document.querySelectorAll("#choices button")]
    .find(({ textContent }) => textContent === move).click()"""
"""Make a move by its text."""

DELAY_MESSAGES = """
const { send } = WebSocket.prototype;
WebSocket.prototype.send = function (text) { setTimeout(() => send.call(this, text), 300); };
"""


@pytest.fixture
def database(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'rooms.db'}"


@pytest.fixture
def address(database: str) -> Iterator[str]:
    settings = page_settings(GameArgument(["tictactoe"]), options={}, pairs=[], seed=None)
    store = Store(database)
    with served(settings, store=store) as address:
        yield address
    store.close()


def play_a_friend(page: Page) -> None:
    """Ask for a room, once the page is whole: what it adds until then may move the button away from beneath
    the mouse that is pressed."""
    expect(page.locator("#headline")).not_to_have_text("…")
    page.get_by_role("button", name="Play a friend").click()


def invite(page: Page, name: str, side: str, clock: str = "none") -> str:
    """Open a room: its link."""
    play_a_friend(page)
    page.locator("#invite-name").fill(name)
    page.locator("#invite-side").select_option(side)
    page.locator("#invite-clock").select_option(clock)
    page.get_by_role("button", name="Get a link").click()
    link = page.get_by_label("Link to this room")
    expect(link).to_have_value(re.compile("/room/"))
    return link.input_value()


def join(page: Page, name: str) -> None:
    page.locator("#join-name").fill(name)
    page.locator("#join").click()
    expect(page.locator("#join-form")).to_be_hidden()


def press(page: Page, name: str) -> None:
    page.locator("#room").get_by_role("button", name=name).click()


def headline(page: Page, text: str) -> None:
    expect(page.locator("#headline")).to_have_text(text)


def test_a_friend_opens_the_link_and_both_play(address: str, open_page: OpenPage) -> None:
    """Both see each move; a spectator sees them too; another match has the sides changed."""
    ann = open_page(address)
    link = invite(ann, "Ann", "x", "5 min + 3 s a move")
    headline(ann, "Waiting for players")
    ben = open_page(link, has_touch=True, width=390, height=844)
    expect(ben.locator("#room-says")).to_have_text("Ann waits for somebody to play.")
    join(ben, "Ben")
    watcher = open_page(link, locale="de")
    headline(ann, "Your move")
    headline(ben, "x to move")
    made: list[str] = []
    for mover, other, move in ((ann, ben, "5"), (ben, ann, "1"), (ann, ben, "9"), (ben, ann, "2")):
        choice(mover, move).click()
        made.append(move)
        for page in (mover, other, watcher):
            expect_line(page, *made)
        headline(other, "Your move")
    expect(ann.locator("#clocks li")).to_have_count(2)
    expect(watcher.locator("#seats li")).to_have_text(["x Ann", "o Ben"])
    expect(watcher.locator("#choices button:not([disabled])")).to_have_count(0)
    ann.get_by_label("Say something").fill("Good game")
    press(ben, "Resign")
    press(ann, "Say")
    expect(ben.locator("#chat li")).to_have_text(["Ann: Good game"])
    expect(ben.locator("#room-says")).to_have_text("Press again to resign.")
    press(ben, "Resign")
    headline(ann, "You win")
    headline(ben, "You lose")
    headline(watcher, "x wins")
    press(ben, "Rematch")
    press(ann, "Accept the rematch")
    headline(ben, "Your move")
    expect(ann.locator("#seats li")).to_have_text(["x Ben", "o Ann"])


def test_chromium_and_firefox_play_each_other(address: str, open_page: OpenPage) -> None:
    ann = open_page(address)
    link = invite(ann, "Ann", "x")
    with running_firefox() as ben:
        ben.open(link)
        ben.until("() => document.querySelector('#join')?.checkVisibility()")
        ben.evaluate("() => document.querySelector('#join').click()")
        made: list[str] = []
        for move, answer in (("5", "1"), ("9", "2")):
            headline(ann, "Your move")
            choice(ann, move).click()
            ben.headline("Your move")
            ben.evaluate(CHOOSE, answer)
            made += [move, answer]
            expect_line(ann, *made)
        assert ben.complaints == []


def test_a_slow_network_costs_no_time(address: str, database: str, open_page: OpenPage) -> None:
    """A page says how long its player thought, and part of a second passes as delay."""
    ann = open_page()
    ann.add_init_script(DELAY_MESSAGES)
    ann.goto(address)
    link = invite(ann, "Ann", "x", "5 min + 3 s a move")
    ben = open_page(link, has_touch=True)
    join(ben, "Ben")
    made: list[str] = []
    for mover, move in ((ann, "5"), (ben, "1"), (ann, "9")):
        choice(mover, move).click()
        made.append(move)
        for page in (ann, ben):
            expect_line(page, *made)
    store = Store(database)
    events = store.events(link.rpartition("/")[2], 0)
    store.close()
    before, last = [event for event in events if event.kind == MOVE][-2:]
    assert 0.29 <= last.at - before.at - last.data["spent"] <= LONGEST_DELAY + 0.001


def test_a_reload_and_another_device_come_back_to_the_seat(address: str, open_page: OpenPage) -> None:
    ann = open_page(address)
    link = invite(ann, "Ann", "x")
    ben = open_page(link, has_touch=True)
    join(ben, "Ben")
    choice(ann, "5").click()
    expect_line(ben, "5")
    ann.reload()
    expect_line(ann, "5")
    choice(ben, "1").click()
    expect_line(ann, "5", "1")
    seat = ann.locator("#seat-link").get_attribute("href")
    elsewhere = open_page(seat, locale="fr")
    headline(elsewhere, "Your move")
    assert elsewhere.url == link
    choice(elsewhere, "9").click()
    for page in (ann, ben):
        expect_line(page, "5", "1", "9")


def test_a_room_breaks_no_rule_of_accessibility(address: str, open_page: OpenPage) -> None:
    ann = open_page(address)
    link = invite(ann, "Ann", "x", "5 min + 3 s a move")
    ben = open_page(link, has_touch=True, width=390, height=844)
    for page in (ann, ben):
        page.locator("#paper").evaluate("node => node.remove()")
        assert violations_in_light_and_dark(page) == []
    join(ben, "Ben")
    ben.get_by_label("Say something").fill("Good luck")
    press(ben, "Say")
    expect(ann.locator("#chat li")).to_have_count(1)
    for page in (ann, ben):
        assert violations_in_light_and_dark(page) == []


def test_after_the_end_the_match_is_analysed_on_its_page(address: str, open_page: OpenPage) -> None:
    ann = open_page(address)
    ben = open_page(invite(ann, "Ann", "x"), has_touch=True)
    join(ben, "Ben")
    made: list[str] = []
    for mover, move in ((ann, "1"), (ben, "4"), (ann, "2"), (ben, "5"), (ann, "3")):
        choice(mover, move).click()
        made.append(move)
        for page in (ann, ben):
            expect_line(page, *made)
    headline(ben, "You lose")
    with ben.expect_download() as download:
        ben.get_by_role("link", name="Download all matches").click()
    assert download.value.suggested_filename == "tictactoe.match"
    [record] = load_records(Path(download.value.path()))
    assert (record.moves, record.players) == (tuple(made), {"x": "Ann", "o": "Ben"})
    ben.get_by_role("link", name="Analyse the match").click()
    expect_line(ben, *made)
    expect(ben.locator("#values")).to_be_enabled()


def test_a_move_is_taken_back_by_agreement(address: str, open_page: OpenPage) -> None:
    ann = open_page(address)
    ben = open_page(invite(ann, "Ann", "x"), has_touch=True)
    join(ben, "Ben")
    choice(ann, "5").click()
    expect_line(ben, "5")
    press(ann, "Ask to take back")
    expect(ben.locator("#room-says")).to_have_text("Ann asks to take a move back.")
    press(ben, "Allow it")
    expect_line(ann)
    choice(ann, "1").click()
    expect_line(ben, "1")


def test_a_room_outlives_its_service(browser: Browser, database: str) -> None:
    """After a restart, pages that stayed open go on by themselves; browsers complain meanwhile."""
    ann, ben = new_window(browser).new_page(), new_window(browser).new_page()
    sockets: list[list[str | bytes]] = []
    for page in (ann, ben):
        page.on("websocket", partial(note_questions, sockets))
    settings = page_settings(GameArgument(["tictactoe"]), options={}, pairs=[], seed=None)
    store = Store(database)
    with served(settings, store=store) as address:
        ann.goto(address)
        ben.goto(invite(ann, "Ann", "x"))
        join(ben, "Ben")
        choice(ann, "5").click()
        expect_line(ben, "5")
    store.close()
    expect(ann.locator("#lost")).to_be_visible()
    choice(ben, "1").click()  # while nobody answers
    store = Store(database)
    with served(settings, store=store, port=int(address.rpartition(":")[2])):
        expect_line(ann, "5", "1")
        headline(ann, "Your move")
    for page in (ann, ben):
        page.context.close()
    store.close()
    assert len(sockets) > 4
    for sent in sockets:
        assert len(sent) == len(set(sent)), "asked twice, and the second answer is lost"


def note_questions(sockets: list[list[str | bytes]], socket: WebSocket) -> None:
    sent: list[str | bytes] = []
    sockets.append(sent)
    socket.on("framesent", lambda text: sent.append(text))


class Network:
    """Connections to a service, which are there and say nothing more once they are `silent`."""

    def __init__(self, address: str) -> None:
        self._service = ("127.0.0.1", int(address.rpartition(":")[2]))
        self._server = socket.create_server(("127.0.0.1", 0))
        self._open: list[socket.socket] = []
        self._silent: set[socket.socket] = set()
        self.address = f"http://127.0.0.1:{self._server.getsockname()[1]}"
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                near, far = self._server.accept()[0], socket.create_connection(self._service)
                self._open += [near, far]
                for one, other in ((near, far), (far, near)):
                    threading.Thread(target=self._carry, args=(one, other), daemon=True).start()

    def _carry(self, one: socket.socket, other: socket.socket) -> None:
        with suppress(OSError):
            while content := one.recv(65536):
                if one not in self._silent:
                    other.sendall(content)
            if one not in self._silent:
                other.shutdown(socket.SHUT_WR)

    def silence(self) -> None:
        """Carry nothing more on the connections that there are; new ones are as good as ever."""
        self._silent.update(self._open)

    def close(self) -> None:
        for each in (self._server, *self._open):
            each.close()


def test_a_page_whose_network_has_gone_goes_on_by_another(address: str, open_page: OpenPage) -> None:
    """No connection is closed, as after a change of networks; what was asked meanwhile is answered, once."""
    network = Network(address)
    ben = open_page()
    ben.clock.install()
    ben.goto(network.address)
    link = invite(ben, "Ben", "o")
    ann = open_page(link.replace(network.address, address))
    join(ann, "Ann")
    choice(ann, "5").click()
    expect_line(ben, "5")
    network.silence()
    choice(ben, "1").click()
    ben.clock.run_for(20_000)  # it asks whether the service is there
    ben.clock.run_for(10_000)
    for page in (ann, ben):
        expect_line(page, "5", "1")
    choice(ann, "9").click()
    expect_line(ben, "5", "1", "9")
    network.close()
