"""What the tests of all faces need."""

from __future__ import annotations

import gc
import socket
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from noughts.faces.browser.guard import ADDRESS
from tests.browser import OpenPage
from tests.faces.serving import Serve, served


@pytest.fixture(autouse=True)
def no_theme_was_chosen(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A window remembers the theme that was chosen last: here in a cache of each test."""
    if "display" in request.fixturenames:
        home: Path = tmp_path_factory.mktemp("cache")
        monkeypatch.setenv("XDG_CACHE_HOME", str(home))


@pytest.fixture(autouse=True)
def windows_end_in_their_own_thread(request: pytest.FixtureRequest) -> Iterator[None]:
    """Let go of closed windows here: Tcl aborts the process if another thread happens to collect one."""
    yield
    if "display" in request.fixturenames:
        gc.collect()


@pytest.fixture
def port() -> Iterator[int]:
    """A port to listen on again and again, which meanwhile is given to nobody else."""
    with socket.socket() as keeper:
        keeper.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        keeper.bind((ADDRESS, 0))
        number: int = keeper.getsockname()[1]
        yield number


@pytest.fixture
def serve() -> Iterator[Serve]:
    """Begins to serve what is given, until the test is over."""
    with ExitStack() as running:
        yield lambda *stage, **options: running.enter_context(served(*stage, **options))


@pytest.fixture
def open_page(serve: Serve, open_page: OpenPage) -> OpenPage:
    """Opens the page of a table or a film, once it shows it.

    Pages are closed before what ``serve`` began ends: a page whose service has gone complains, and rightly.
    """

    def opened(address: str, **options: object) -> Page:
        page = open_page(address, **options)
        expect(page.locator("#headline, .games").first).not_to_have_text("…")
        return page

    return opened
