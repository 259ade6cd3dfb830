"""The browser and the display that the faces are tested with do work."""

from __future__ import annotations

import subprocess

from playwright.sync_api import expect

from tests.browser import OpenPage


def test_the_browser_shows_a_page(open_page: OpenPage) -> None:
    page = open_page()
    page.set_content("<h1>Noughts</h1>")
    expect(page.locator("h1")).to_have_text("Noughts")


def test_there_is_a_display(display: str) -> None:
    size = ["xdotool", "getdisplaygeometry"]
    assert subprocess.run(size, capture_output=True, text=True, timeout=600, check=True).stdout.split()
