"""The served page follows its document: a file that is edited while a browser shows it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from noughts.cli.game_argument import GameArgument
from noughts.cli.page_options import page_settings
from noughts.documents import library
from tests.browser import OpenPage
from tests.faces.serving import Serve
from tests.faces.test_page import choice, expect_line, play

Edit = Callable[..., None]
PEOPLE = {"x": "person", "o": "person"}


@pytest.fixture
def document(tmp_path: Path) -> Path:
    """A document of one's own."""
    path = tmp_path / "mine.led"
    path.write_text(library.path_of("tictactoe").read_text("utf-8"), "utf-8")
    return path


@pytest.fixture
def page(open_page: OpenPage, serve: Serve, document: Path) -> Page:
    """Its page, on which two persons play."""
    return open_page(serve(page_settings(GameArgument([str(document)]), options=PEOPLE, pairs=[], seed=1)))


def edit(document: Path, old: str, new: str) -> None:
    """Replace what stands in it, as an editor does: by another file in its place."""
    text = document.read_text("utf-8")
    assert old in text
    other = document.with_suffix(".new")
    other.write_text(text.replace(old, new), "utf-8")
    other.replace(document)


def test_the_page_shows_the_new_rules_and_the_match_goes_on(page: Page, document: Path) -> None:
    play(page, "5", "1")
    expect(page.locator("#paper h1")).to_have_text("Tic-tac-toe")
    definition = page.locator("#def-moves").element_handle()
    edit(document, "# Tic-tac-toe", "# Noughts and crosses")
    expect(page.locator("#paper h1")).to_have_text("Noughts and crosses")
    expect(page.locator("#message")).to_have_text("The document has changed; the match goes on.")
    expect_line(page, "5", "1")
    assert definition.evaluate("node => node.isConnected")  # so that a reader stays where she is
    choice(page, "9").click()
    expect_line(page, "5", "1", "9")


def test_a_match_that_does_not_fit_any_more_is_left(page: Page, document: Path) -> None:
    play(page, "5", "9")
    edit(document, "gameBoard := {1..9}", "gameBoard := {1..8}")
    expect(page.locator("#message")).to_contain_text(
        "a new match begins: the match does not fit: move 2, `9`"
    )
    expect_line(page)
    expect(page.locator("#choices button")).to_have_count(8)


def test_an_error_is_shown_until_it_is_mended(page: Page, document: Path) -> None:
    play(page, "5")
    edit(document, "gameBoard := {1..9}", "gameBoard := {1..")
    expect(page.locator("#trouble h2")).to_have_text("The document has an error")
    expect(page.locator("#error")).to_contain_text("mine.led:")
    choice(page, "1").click()
    expect_line(page, "5", "1")  # by the rules before
    expect(page.locator("#trouble")).to_be_visible()
    edit(document, "gameBoard := {1..", "gameBoard := {1..9}")
    expect(page.locator("#trouble")).to_be_hidden()
    expect_line(page, "5", "1")
