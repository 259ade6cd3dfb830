"""What tests of every part may ask for: a browser and a display.

Where one is missing the test fails and says what to install: a face that nobody looked at is not tested.
"""

from __future__ import annotations

import gc
import os
import shutil
import signal
import subprocess
from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest
from hypothesis import settings

from tests.browser import browser, open_page, window

if TYPE_CHECKING:
    from playwright.sync_api import Browser

    from tests.javascript import JavaScript

__all__ = ["browser", "open_page", "window"]

EXAMPLES = int(os.environ.get("NOUGHTS_FUZZ_EXAMPLES", "30"))
"""How many examples of a property are tried, where its test does not say so itself."""

SAME_EXAMPLES = "CI" in os.environ
"""Whether each run tries the same examples, so that what decides a merge depends on the change alone.

Everywhere else they are new each time, and what they find becomes a test.
"""

settings.register_profile(
    "noughts",
    parent=settings.get_profile("ci" if SAME_EXAMPLES else "default"),
    deadline=None,  # a machine may be slow at any moment
    max_examples=EXAMPLES,
)
settings.load_profile("noughts")

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    # A shell starts what runs in the background deaf to Ctrl-C, and so would be every program of a test.
    signal.signal(signal.SIGINT, signal.default_int_handler)

BROWSER = "browser"
"""The group of all tests that need the browser: one Chromium is enough."""


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Run the tests of a file in one worker, which then makes what they share once.

    Whatever asks for the browser runs in the worker that has it, unless its group is chosen already.
    """
    for item in items:
        if not item.get_closest_marker("xdist_group"):
            group = BROWSER if BROWSER in getattr(item, "fixturenames", ()) else item.path.as_posix()
            item.add_marker(pytest.mark.xdist_group(group))


def pytest_collection_finish() -> None:
    """Look no more for garbage among what has been collected: it stays, and is a million objects.

    Without this a third of the time of the tests goes into looking through them again and again.
    """
    gc.collect()
    gc.freeze()


@pytest.fixture(scope="session")
def javascript(browser: Browser) -> type[JavaScript]:
    """The meaning that a page has, in a page that is shared by all tests."""
    from tests.javascript import JavaScript, Site

    JavaScript.site = Site(browser)
    return JavaScript


@pytest.fixture(scope="session")
def display() -> Iterator[str]:
    """An X server of its own for this run of the tests, named in ``DISPLAY``, such as ``:3``."""
    try:
        import tkinter  # noqa: F401
    except ImportError:
        pytest.fail("This Python has no tkinter: install python3-tk, or run make test", pytrace=False)
    for program in ("Xvfb", "xdotool"):
        if shutil.which(program) is None:
            pytest.fail(f"There is no {program}: install it, or run make test", pytrace=False)
    server, name = start_x_server()
    before = os.environ.get("DISPLAY")
    os.environ["DISPLAY"] = name
    yield name
    if before is None:
        del os.environ["DISPLAY"]
    else:
        os.environ["DISPLAY"] = before
    server.terminate()
    server.wait(timeout=10)


def start_x_server() -> tuple[subprocess.Popen[bytes], str]:
    """An Xvfb on the first free display: it tells the number once it listens."""
    reading, writing = os.pipe()
    command = ["Xvfb", "-displayfd", str(writing), "-screen", "0", "1280x1024x24", "-nolisten", "tcp"]
    with open(reading, encoding="ascii") as told:
        server = subprocess.Popen(command, pass_fds=[writing], stderr=subprocess.DEVNULL)
        os.close(writing)
        number = told.readline().strip()
    if not number:
        pytest.fail("Xvfb did not start", pytrace=False)
    return server, f":{number}"
