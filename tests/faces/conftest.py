"""What the tests of all faces need."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import ExitStack

import pytest
from playwright.sync_api import Page, expect

from noughts.service.guard import ADDRESS
from tests.browser import OpenPage
from tests.faces.serving import Serve, served


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
