"""What goes wrong in a page itself is told in it, and the match goes on."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from noughts.cli.main import obey
from tests.browser import new_window

BREAKS_DOWN = """
() => {
  const send = Worker.prototype.postMessage;
  Worker.prototype.postMessage = function (told) {
    send.call(this, told.do === "hint" ? { do: "no such thing" } : told);
  };
}
"""
"""From now on the worker of a match cannot answer when it is asked for a hint."""


@pytest.fixture
def page(browser: Browser, pages: Callable[[str], Path]) -> Iterator[Page]:
    """A page in which something may go wrong: tic-tac-toe after two moves, with values."""
    with new_window(browser) as window:
        page = window.new_page()
        page.goto(f"{pages('tictactoe').as_uri()}#moves=5~1")
        expect(page.locator("#line li")).to_have_count(3)
        page.locator("#values").click()
        expect(page.locator("#choices button[data-result]").first).to_be_attached()
        yield page


def expect_trouble(page: Page, error: str) -> None:
    """The page says that it is to blame, and why; and all else of it is there."""
    expect(page.locator("#trouble")).to_be_visible()
    expect(page.locator("#trouble-title")).to_have_text("Noughts has an error")
    expect(page.locator("#error")).to_contain_text(error)
    expect(page.locator("#message")).to_have_text("This is a bug in Noughts, not your mistake.")
    expect(page.locator("#headline")).to_have_text("Your move")
    expect(page.locator("#line li")).to_have_count(3)
    expect(page.locator("#choices button[data-result]:not([disabled])")).to_have_count(7)


def expect_to_go_on(page: Page) -> None:
    """A move can be made, and there is no trouble any more."""
    page.locator("#choices button:not([disabled])").first.evaluate("button => button.click()")
    expect(page.locator("#line li")).to_have_count(5)
    expect(page.locator("#trouble")).to_be_hidden()


def test_a_worker_that_breaks_down_loses_nothing(page: Page) -> None:
    page.evaluate(BREAKS_DOWN)
    page.locator("#hint").click()
    expect_trouble(page, "TypeError")
    page.evaluate(
        "() => new Promise((resolve) => setTimeout(resolve, 500))"
    )  # what the new worker says comes then
    expect_trouble(page, "TypeError")
    expect_to_go_on(page)


@pytest.mark.parametrize("how", ["throw error", "Promise.reject(error)"])
def test_an_error_of_the_page_is_told(page: Page, how: str) -> None:
    page.evaluate(f"() => setTimeout(() => {{ const error = new TypeError('broken'); {how}; }})")
    expect_trouble(page, "TypeError: broken")
    expect_to_go_on(page)


def test_a_view_that_cannot_be_shown_is_told(page: Page) -> None:
    page.evaluate(
        "() => { document.querySelector('#graph').setAttribute = () => { throw new Error('no graph'); }; }"
    )
    page.locator("#choices button:not([disabled])").first.evaluate("button => button.click()")
    expect(page.locator("#trouble-title")).to_have_text("Noughts has an error")
    expect(page.locator("#error")).to_contain_text("no graph")


def test_a_film_that_breaks_down_says_why(browser: Browser, tmp_path: Path) -> None:
    document, woven = tmp_path / "film.led", tmp_path / "film.html"
    images = "images := {disc(point(500, 400), 9 / (9 - currentState), color(0, 0, 0))}"
    document.write_text(f"/$\ninitialState := 0\nnewState := currentState + 1\n{images}\n$/\n")
    assert obey(["weave", str(document), "-o", str(woven)]) == 0
    with new_window(browser) as window:
        page = window.new_page()
        page.goto(woven.as_uri())
        expect(page.locator("#headline")).to_have_text("Stopped")
        expect(page.locator("#trouble-title")).to_have_text("The rules have an error")
        expect(page.locator("#error")).to_contain_text("9/0 has no value")
        page.locator("#restart").click()
        expect(page.locator("#headline")).to_have_text("Running")
