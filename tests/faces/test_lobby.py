"""The page that lists the games: chosen there, played, left again, and found again."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from threading import Event
from typing import Any
from urllib.error import HTTPError
from urllib.request import urlopen

import pytest
from msgspec.structs import replace
from playwright.sync_api import Page, expect

from noughts.cli.page_options import start_page
from noughts.documents import library
from noughts.pages.site.start import Facts, card_at_once, served_page, tags_of
from noughts.service.page_settings import StartPage
from noughts.workers.engine import Here, TaskCall
from tests.browser import OpenPage
from tests.faces.serving import Serve
from tests.faces.test_accessible_page import violations
from tests.faces.test_page import expect_line, stage_for


def choose(page: Page, title: str) -> None:
    page.get_by_role("link", name=title).first.click()
    expect(page.locator("#headline")).to_have_text("Your move")


def page_of_two() -> StartPage:
    """Two games whose facts nobody knows yet: all others of the library are there, but not on the page."""
    cards = [replace(card_at_once(name), facts=None) for name in ("nim", "hexapawn")]
    whole = start_page(options={"o": "random"}, seed=1)
    return replace(whole, file=lambda name: served_page(cards) if name == "start" else whole.file(name))


def test_a_game_is_chosen_played_left_and_found_again(open_page: OpenPage, serve: Serve) -> None:
    page = open_page(serve(None, start=page_of_two()))
    expect(page.get_by_role("heading", level=3)).to_have_text(["Hexapawn", "Nim"])
    expect(page.locator(".games li").last).to_contain_text("x wins in 11 moves with perfect play")
    expect(page.locator(".games li").first).to_contain_text("135 positions")
    picture = page.locator(".games img").last
    page.wait_for_function("image => image.complete", arg=picture.element_handle())
    assert picture.evaluate("image => image.naturalWidth") > 100
    assert violations(page) == []
    choose(page, "Nim")
    expect(page.locator("#paper h1")).to_have_text("Nim")
    expect(page.locator("#seats")).to_contain_text("random")
    page.locator("#choices button").first.click()
    expect(page.locator("#line > li")).to_have_count(3)
    page.get_by_role("link", name="All games").click()
    choose(page, "Hexapawn")
    expect_line(page)
    page.go_back()
    choose(page, "Nim")
    expect(page.locator("#line > li")).to_have_count(3)
    page.reload()
    expect(page.locator("#line > li")).to_have_count(3)


def test_games_are_found_by_words_and_filters(open_page: OpenPage, serve: Serve) -> None:
    """The script shows the cards that have all words and all tags; kinds without a card are hidden, too."""
    page = open_page(serve(None, start=start_page()), width=390, height=844)
    cards = page.locator(".games li:visible")
    expect(cards).to_have_count(len(library.names()))
    field = page.get_by_label("Search the games")
    field.fill("graph")
    expect(cards).to_have_count(len(library.topics()["Graphs"]))
    page.get_by_role("button", name="Puzzles").click()
    graphs = {*library.topics()["Graphs"]} & {*library.kinds()["Puzzles"]}
    expect(page.get_by_role("heading", level=2).filter(visible=True)).to_have_text(["Puzzles", "For lessons"])
    expect(cards).to_have_count(len(graphs))
    expect(page.locator(".filter output")).to_have_text(
        f"{len(graphs)} game{'' if len(graphs) == 1 else 's'}"
    )
    assert violations(page) == []
    field.fill("nothing has this name")
    expect(page.locator(".filter output")).to_have_text("No game fits.")
    field.fill("nim")
    page.get_by_role("button", name="Puzzles").click()
    page.get_by_role("button", name="For two").click()
    expect(page.get_by_role("heading", name="Nim", exact=True)).to_be_visible()
    expect(page.get_by_role("heading", name="Nim for three")).to_be_hidden()
    page.keyboard.press("Tab")
    field.press("Enter")
    expect(page.locator("#headline")).to_have_text("Your move")


@pytest.mark.parametrize(
    ("name", "facts", "tags"),
    [
        ("tictactoe", Facts("a draw", "", solved=True), "two solved"),
        ("tictactoe", Facts("x wins in 12 moves", "", solved=True, moves=12), "two solved short"),
        ("tictactoe", Facts("x wins in 13 moves", "", solved=True, moves=13), "two solved"),
        ("hanoi", Facts("not solved", ""), "puzzle"),
        ("threenim", None, ""),
        ("pong", None, ""),
    ],
)
def test_a_card_has_the_tags_of_its_facts(name: str, facts: Facts | None, tags: str) -> None:
    """A match of up to a dozen moves is short."""
    assert tags_of(name, facts) == tags


def test_the_pictures_that_are_seen_come_first(open_page: OpenPage, serve: Serve) -> None:
    """Wherever one scrolls to while others are still to be drawn."""
    asked: list[str] = []
    scrolled = Event()
    whole = start_page()

    def file(name: str) -> str:
        if name.endswith(".svg"):
            asked.append(name.split("/")[-1].removesuffix(".svg"))
            scrolled.wait()
            return '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'
        return whole.file(name)

    page = open_page(serve(None, start=replace(whole, file=file)))
    page.wait_for_function("() => document.readyState === 'complete'")
    last = library.kinds()["Animations"][-1]
    page.locator(".games li").last.scroll_into_view_if_needed()
    scrolled.set()
    page.wait_for_function(
        "() => [...document.querySelectorAll('.games img')].every(({ src, complete }) => src && complete)"
    )
    assert sorted(asked) == sorted(library.names())
    assert asked.index(last) < len(asked) // 2


def test_a_game_is_chosen_while_pictures_and_facts_take_long(open_page: OpenPage, serve: Serve) -> None:
    """A browser has six connections to a server: the page leaves some to a game that is chosen."""
    over = Event()
    cards = [replace(card_at_once(name), facts=None) for name in library.names()]
    whole = start_page()

    def file(name: str) -> str:
        if name.endswith(".svg"):
            over.wait()
        return served_page(cards) if name == "start" else whole.file(name)

    def facts(name: str) -> tuple[str, str]:
        over.wait()
        return "", ""

    page = open_page(serve(None, start=replace(whole, file=file, facts=facts)))
    with page.expect_request("**/start/*.svg"):
        page.reload()
    choose(page, "Hexapawn")
    expect_line(page)
    over.set()


def test_pictures_and_facts_are_made_by_an_engine_and_once() -> None:
    made = list[str]()

    class Noting(Here):
        def results(self, calls: Sequence[TaskCall]) -> Iterator[tuple[int, Any]]:
            made.extend(name for _, name in calls)
            return super().results(calls)

    shown = start_page(engine=Noting())
    for _ in range(2):
        assert shown.file("start/hexapawn.svg").startswith("<svg ")
        assert list(shown.facts("hexapawn"))[1] == "135 positions"
        assert shown.file("start.css")
    assert made == ["start/hexapawn.svg", "hexapawn"]


def test_a_page_that_begins_with_a_game_leads_to_all_others(open_page: OpenPage, serve: Serve) -> None:
    address = serve(stage_for("nim"), start=start_page())
    page = open_page(address)
    expect(page.locator("#title")).to_have_text("Nim")
    page.get_by_role("link", name="All games").click()
    expect(page.locator(".games li")).to_have_count(len(library.names()))
    choose(page, "Hexapawn")
    with pytest.raises(HTTPError, match="404"):
        urlopen(f"{address}/play/chess")
