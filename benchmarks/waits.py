"""How long does one wait from the lobby for a first picture, and for the first move of a strong player?"""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from os import environ
from time import perf_counter
from typing import TYPE_CHECKING, Final

from benchmarks.measuring import Ratio, load
from system_packages import chromium
from tests.browser import OPTIONS

if TYPE_CHECKING:
    from playwright.sync_api import Page

PATIENCE: Final = 60_000
PICTURE: Final = 3.0
"""Seconds in which every game has promised its first picture."""
REPLY: Final = 4.0
"""Seconds in which a strong player has promised its first move: three for thought, and what begins it."""

STRONG_BEGINS: Final = """() => {
  const [first, ...others] = document.querySelectorAll("#players select");
  first.value = "strong";
  for (const other of others) other.value = "person";
  document.querySelector("#choices-form [value=start]").click();
}"""


def measure() -> Iterator[Ratio]:
    from playwright.sync_api import sync_playwright

    with lobby() as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=list(OPTIONS))
        page = browser.new_page()
        begun = perf_counter()
        page.goto(address)
        page.wait_for_selector("a[href*=play]", state="attached")
        shown = perf_counter() - begun
        links = page.locator("a[href]").evaluate_all("all => all.map((each) => each.href)")
        for link in dict.fromkeys(each for each in links if "/play/" in each):
            yield from waits(page, link, shown)
        browser.close()


def waits(page: Page, link: str, lobby: float) -> Iterator[Ratio]:
    """The two waits for a game; the first alone where no opponent plays."""
    name = link.rpartition("/")[2]
    begun = perf_counter()
    page.goto(link)
    page.wait_for_selector("#images *", state="attached", timeout=PATIENCE)
    picture = perf_counter() - begun
    yield Ratio(f"{name}: first picture", picture, "the lobby", lobby, PICTURE, load())
    if page.locator("#seats button").count() < 2:
        return
    page.locator("#seats button").first.click()
    page.wait_for_selector("#players select option[value=strong]", state="attached", timeout=PATIENCE)
    begun = perf_counter()
    page.evaluate(STRONG_BEGINS)
    page.wait_for_function(
        "() => document.querySelectorAll('#line li').length > 1", timeout=PATIENCE, polling=20
    )
    yield Ratio(f"{name}: strong's move", perf_counter() - begun, "its picture", picture, REPLY, load())


@contextmanager
def lobby() -> Iterator[str]:
    """The address of the library, served by a process that has nothing in its cache."""
    with tempfile.TemporaryDirectory() as cache:
        serving = subprocess.Popen(
            [sys.executable, "-m", "noughts", "play", "--face", "browser", "--no-open", "--port", "0"],
            stdout=subprocess.PIPE,
            text=True,
            env={**environ, "XDG_CACHE_HOME": cache},
        )
        try:
            assert serving.stdout is not None
            found = next(filter(None, (re.search(r"http://\S+", line) for line in serving.stdout)))
            yield found[0]
        finally:
            serving.terminate()
            serving.wait()
