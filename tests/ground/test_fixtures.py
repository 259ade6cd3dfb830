"""The browser and the display that the faces are tested with do work."""

from __future__ import annotations

import subprocess
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Browser


@pytest.mark.xdist_group("browser")  # one Chromium is enough
def test_the_browser_shows_a_page(browser: Browser) -> None:
    page = browser.new_page()
    page.set_content("<h1>Noughts</h1>")
    assert page.inner_text("h1") == "Noughts"
    page.close()


def test_the_display_holds_a_window(display: str) -> None:
    import tkinter

    root = tkinter.Tk()
    root.title("Noughts on a display")
    root.update()
    command = ["xdotool", "search", "--name", "Noughts on a display"]
    found = subprocess.run(command, capture_output=True, text=True, timeout=20, check=False)
    root.destroy()
    assert found.stdout.strip()
