"""The service behind a reverse proxy with TLS, beneath a path of another site."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import ssl
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, nullcontext
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect
from websockets.typing import Origin

from noughts.cli.game_argument import GameArgument
from noughts.cli.page_options import page_settings, start_page
from noughts.cli.serve import base_of, proxies_of
from noughts.refusal import Refusal
from noughts.rooms.store import Store
from noughts.service.guard import ADDRESS, ANY_HOST, Site
from noughts.service.serve import listen
from tests.browser import new_window
from tests.faces.serving import served
from tests.faces.test_page import choice, expect_line
from tests.rooms.test_class_page import gather
from tests.rooms.test_class_page import join as join_class
from tests.rooms.test_page import headline, invite, join, press

ROOT = Path(__file__).parents[2]

BASE = "/noughts"
SEEN = "https://games.example"
"""The address that people see."""


@contextmanager
def caddy(upstream: str, folder: Path) -> Iterator[str]:
    """The proxy, with the settings that the project deploys: the address that people see."""
    if shutil.which("caddy") is None:
        pytest.skip("there is no Caddy: install the package caddy, or run make test")
    with listen(0) as one, listen(0) as other:
        ports = [free.getsockname()[1] for free in (one, other)]
    config = folder / "Caddyfile"
    private = f"skip_install_trust\n admin off\n http_port {ports[0]}\n storage file_system {folder}"
    config.write_text(f"{{\n{private}\n}}\nimport {ROOT / 'deploy' / 'Caddyfile'}\n")
    site = f"https://localhost:{ports[1]}"
    names = {"SITE": site, "BASE_PATH": BASE, "UPSTREAM": upstream.removeprefix("http://")}
    settings: list[str | Path] = ["--adapter", "caddyfile", "--config", config, "--pidfile", folder / "pid"]
    log = folder / "caddy.log"
    with log.open("w") as written:  # it goes on in the background, once it serves
        started = subprocess.run(
            ["caddy", "start", *settings], env=os.environ | names, stdout=written, stderr=written
        )
    assert started.returncode == 0, log.read_text()
    try:
        while not has_certificate(f"{site}{BASE}"):  # Caddy makes it after it has started
            time.sleep(0.05)
        yield site
    finally:
        os.kill(int((folder / "pid").read_text()), signal.SIGTERM)


def test_friends_play_beneath_a_path_behind_a_proxy(browser: Browser, tmp_path: Path) -> None:
    """Every address of the pages, of their pictures, of the room and of a class begins with the path."""
    store = Store(f"sqlite:///{tmp_path / 'rooms.db'}")
    site = Site((ANY_HOST,), BASE, (ADDRESS,))
    asked: list[str] = []
    complaints: list[str] = []
    with (
        served(None, start=start_page(), store=store, site=site) as inside,
        caddy(inside, tmp_path) as outside,
        new_window(browser, ignore_https_errors=True) as window,
        new_window(browser, ignore_https_errors=True) as other,
    ):
        for each in (window, other):
            each.on("request", lambda request: asked.append(request.url))
            each.on("console", lambda said: complaints.append(said.text))
        ann, ben = window.new_page(), other.new_page()
        ann.goto(f"{outside}{BASE}")
        card = ann.locator(f'a[href="{BASE}/play/tictactoe"]').first
        expect(card.locator("svg, img").first).to_be_visible()
        card.click()
        link = invite(ann, "Ann", "x")
        assert link.startswith(f"{outside}{BASE}/room/")
        ben.goto(link)
        join(ben, "Ben")
        choice(ann, "5").click()
        expect_line(ben, "5")
        ann.reload()
        choice(ben, "1").click()
        expect_line(ann, "5", "1")
        press(ann, "Resign")
        press(ann, "Resign")
        headline(ben, "You win")
        ben.get_by_role("link", name="Analyse the match").click()
        expect_line(ben, "5", "1")
        assert ben.url.startswith(f"{outside}{BASE}/play/tictactoe#")
        ben.locator("#home").click()
        expect(ben.locator(".games").first).to_be_visible()
        assert ben.url == f"{outside}{BASE}/start"
        ben.goto(f"{outside}{BASE}/play/tictactoe")
        lesson = gather(ben)
        assert lesson.startswith(f"{outside}{BASE}/class/")
        for name in ("Ann", "Cem"):
            with new_window(browser, ignore_https_errors=True) as third:
                third.on("request", lambda request: asked.append(request.url))
                page = third.new_page()
                page.goto(lesson)
                join_class(page, name)
                expect(page.locator("#join-form")).to_be_hidden()
        expect(ben.locator("#boards img")).to_be_visible()
        board = re.compile(re.escape(f"{outside}{BASE}/room/"))
        expect(ben.locator("#boards a")).to_have_attribute("href", board)
    store.close()
    assert complaints == []
    away = [url for url in asked if not url.startswith((f"{outside}{BASE}", "data:", "blob:"))]
    assert away == []


@pytest.mark.parametrize(
    ("proxies", "forwarded", "origin", "is_own"),
    [
        ((ADDRESS,), {"Host": "games.example", "Proto": "https"}, SEEN, True),
        (("127.0.0.0/8",), {"Host": "forged.example, games.example", "Proto": "https"}, SEEN, True),
        ((ADDRESS,), {"Host": "games.example", "Proto": "https"}, "http://games.example", False),
        ((ADDRESS,), {"Host": "games.example", "Proto": "https"}, "https://other.example", False),
        ((ADDRESS,), {"Proto": "https"}, SEEN, False),
        (("10.0.0.0/8",), {"Host": "games.example", "Proto": "https"}, SEEN, False),
        ((), {"Host": "games.example", "Proto": "https"}, SEEN, False),
    ],
)
def test_only_a_trusted_proxy_tells_the_address_that_people_see(
    proxies: tuple[str, ...], forwarded: dict[str, str], origin: str, is_own: bool
) -> None:
    settings = page_settings(GameArgument(["tictactoe"]), options={}, pairs=[], seed=None)
    headers = {f"X-Forwarded-{name}": value for name, value in forwarded.items()}
    with served(settings, site=Site((ANY_HOST,), "", proxies)) as address:
        url, people = address.replace("http", "ws") + "/tab", Origin(origin)
        expected = nullcontext() if is_own else pytest.raises(InvalidStatus)
        with expected, connect(url, origin=people, additional_headers=headers):
            pass


@pytest.mark.parametrize("path", ["noughts", "/noughts", "/noughts/", "//noughts//"])
def test_a_path_has_one_slash_at_its_beginning(path: str) -> None:
    assert (base_of(path), base_of("/"), base_of("")) == (BASE, "", "")


@pytest.mark.parametrize("path", ["a b", "/../x", "/a//b", "/?a", "/{a}", '/"', "/ä", "http://x"])
def test_a_path_needs_no_escapes(path: str) -> None:
    with pytest.raises(Refusal, match="is not a path"):
        base_of(path)


@pytest.mark.parametrize("word", ["localhost", "10.0.0", "10.0.0.1/8", "127.0.0.1, x", "*.example"])
def test_a_proxy_is_named_by_its_address(word: str) -> None:
    with pytest.raises(Refusal, match="has no address"):
        proxies_of(word)


def test_what_is_deployed_works(new_postgres: Callable[[], str], tmp_path: Path) -> None:
    """The command of the service and its health check, behind the proxy, which keeps counts to itself."""
    with listen(0) as free:
        port = str(free.getsockname()[1])
    compose = (ROOT / "deploy" / "compose.yaml").read_text()
    here = {"${BASE_PATH:-}": BASE, "8000": port, "0.0.0.0": ADDRESS}
    for name, value in here.items():
        compose = compose.replace(name, value)
    command = json.loads(one(r"command: (\[.*?\])", compose))
    command[-1] = new_postgres()
    with (
        subprocess.Popen(
            [sys.executable, "-m", "noughts", "serve", *command, "--port", port],
            cwd=tmp_path,
            stdout=subprocess.PIPE,
            text=True,
        ) as service,
        caddy(f"{ADDRESS}:{port}", tmp_path) as outside,
        ExitStack() as stack,
    ):
        stack.callback(service.kill)
        assert service.stdout is not None
        assert "page is at" in service.stdout.readline()
        check = json.loads(one(r'test: (\["CMD", "python".*?\])', compose))
        subprocess.run([sys.executable, *check[2:]], check=True)
        assert status(f"{outside}{BASE}/health") == 200
        assert status(f"{outside}{BASE}/metrics") == 404
        assert status(f"{outside}/start") == 404
        service.terminate()
        assert service.wait(timeout=600) == 0


def one(pattern: str, text: str) -> str:
    """The only match of a pattern."""
    [found] = re.findall(pattern, text, re.DOTALL)
    return str(found)


def has_certificate(address: str) -> bool:
    """Whether a site has a certificate, known or not."""
    try:
        status(address)
    except urllib.error.URLError as failure:
        if isinstance(failure.reason, ssl.SSLError):
            return False
        raise
    return True


def status(address: str) -> int:
    """The status of an answer by a site whose certificate nobody knows."""
    try:
        with urllib.request.urlopen(address, context=ssl._create_unverified_context()) as answer:
            return int(answer.status)
    except urllib.error.HTTPError as failure:
        return failure.code
