"""The browser and the display that the faces are tested with do work."""

from __future__ import annotations

import subprocess

from playwright.sync_api import expect

from tests.browser import OpenPage


def test_the_browser_shows_a_page(open_page: OpenPage) -> None:
    page = open_page()
    page.set_content("<h1>Noughts</h1>")
    expect(page.locator("h1")).to_have_text("Noughts")


def test_the_display_holds_a_window(display: str) -> None:
    import tkinter

    root = tkinter.Tk()
    root.title("Noughts on a display")
    root.update()
    command = ["xdotool", "search", "--name", "Noughts on a display"]
    found = subprocess.run(command, capture_output=True, text=True, timeout=600, check=False)
    root.destroy()
    assert found.stdout.strip()
