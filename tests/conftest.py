"""What tests of every part may ask for: a browser and a display.

Where one is missing the test fails and says what to install: a face that nobody looked at is not tested.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest
from hypothesis import settings

from system_packages import chromium

if TYPE_CHECKING:
    from playwright.sync_api import Browser

EXAMPLES = int(os.environ.get("NOUGHTS_FUZZ_EXAMPLES", "30"))
"""How many examples of a property are tried, where its test does not say so itself."""

settings.register_profile(
    "noughts", deadline=None, max_examples=EXAMPLES
)  # a machine may be slow at any moment
settings.load_profile("noughts")

CHROMIUM_OPTIONS = (
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
)
"""Leave the machine and the network alone, begin no process without need; root has no sandbox."""


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """A Chromium without a window; take ``browser.new_page()`` and close it."""
    from playwright.sync_api import sync_playwright

    program = chromium()
    if program is None:
        pytest.fail("There is no Chromium: install the package chromium, or run make test", pytrace=False)
    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=program, args=list(CHROMIUM_OPTIONS))
        yield running
        running.close()


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
