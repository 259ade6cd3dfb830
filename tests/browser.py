"""One Chromium for all the tests that need one, and pages in it.

    def test_the_title(open_page: OpenPage) -> None:
        page = open_page(address)                          # without an address a page of no content
        dark = open_page(address, color_scheme="dark")     # cheap: a page in the same window
        phone = open_page(address, has_touch=True)         # dear: a window of its own
        expect(page).to_have_title("…")

A page is closed when its test is over.  The test fails if anything went wrong in it: an uncaught error, a
message on the console.  What it left in the storage of its origin is gone before the next test.

Use `open_page` wherever it will do: a page in the shared window takes a third of a second of processor time,
a window (`new_window`) more than one, the browser itself two.  For several looks at one page open it
once for the module, with `page_in(window, address)`.  Each worker has a browser once a test asks for it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, TypeAlias

import pytest

from system_packages import headless_chromium

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page

OpenPage: TypeAlias = "Callable[..., Page]"

OPTIONS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-extensions",
    "--disable-site-isolation-trials",
    "--renderer-process-limit=1",
    "--in-process-gpu",  # a fifth less work for each page
)
"""Leave the machine and the network alone, begin no process without need; root has no sandbox."""

WAIT = 120_000
"""Milliseconds until something is given up: only a machine with much else to do takes a tenth of that."""


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """A Chromium without a window, for the whole run."""
    from playwright.sync_api import expect, sync_playwright

    program = headless_chromium()
    if program is None:
        pytest.fail("There is no Chromium: install the package chromium, or run make test", pytrace=False)
    expect.set_options(timeout=WAIT)
    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=program, args=list(OPTIONS), timeout=WAIT)
        yield running
        running.close()


@pytest.fixture(scope="session")
def window(browser: Browser) -> Iterator[BrowserContext]:
    """A window for all pages that ask for nothing special.

    One page stays open, so that the process that shows pages need not be started for each of them.
    """
    with new_window(browser) as window:
        window.new_page()
        yield window


def new_window(browser: Browser, **options: Any) -> BrowserContext:
    """A window of its own, as patient as that for all pages."""
    window = browser.new_context(**options)
    window.set_default_timeout(WAIT)
    return window


@pytest.fixture
def open_page(browser: Browser, window: BrowserContext) -> Iterator[OpenPage]:
    """Open a page at an address; further options, of ``browser.new_context``, ask for a window of its own."""
    opened: list[Opened] = []

    def open_at(address: str | None = None, **options: Any) -> Page:
        look = {name: options.pop(name) for name in LOOKS & options.keys()}
        opened.append(Opened(new_window(browser, **options) if options else window, shared=not options))
        return opened[-1].show(address, **look)

    yield open_at
    for one in opened:
        one.close()
    complaints = [text for one in opened for text in one.complaints]
    assert not complaints, complaints


@contextmanager
def page_in(window: BrowserContext, address: str | None = None, **look: Any) -> Iterator[Page]:
    """A page for a block, for a fixture of a module or a session: as from `open_page`, with its checks."""
    opened = Opened(window, shared=True)
    yield opened.show(address, **look)
    opened.close()
    assert not opened.complaints, opened.complaints


LOOKS = frozenset({"width", "height", "color_scheme"})
"""What a page can be asked for in any window."""


class Opened:
    """A page, its window, and what went wrong in it."""

    def __init__(self, window: BrowserContext, *, shared: bool) -> None:
        self._window, self._shared = window, shared
        self._page = window.new_page()
        self.complaints: list[str] = []
        self._page.on("console", lambda said: self.complaints.append(said.text))
        self._page.on("pageerror", lambda error: self.complaints.append(str(error)))

    def show(
        self,
        address: str | None = None,
        *,
        width: int = 1280,
        height: int = 900,
        color_scheme: Any = None,
    ) -> Page:
        """The page, once it has that size and has loaded the address."""
        page = self._page
        page.set_viewport_size({"width": width, "height": height})
        if color_scheme is not None:
            page.emulate_media(color_scheme=color_scheme)
        if address is not None:
            page.goto(address)
        return page

    def close(self) -> None:
        """Close it, and leave nothing behind in its origin."""
        if not self._shared:
            self._window.close()
            return
        if not self._page.is_closed():
            self._page.evaluate(FORGET)
            self._page.close()
        self._window.clear_cookies()


FORGET = "() => { try { localStorage.clear() } catch { /* a page without an origin keeps nothing */ } }"
