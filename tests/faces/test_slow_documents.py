"""Documents that take long, in a real program: nobody else waits, and whoever waits can stop it."""

from __future__ import annotations

import os
from pathlib import Path
from random import Random
from typing import Final

import pytest
from playwright.sync_api import BrowserContext, Page, expect
from websockets.exceptions import ConnectionClosed

from tests.browser import OpenPage
from tests.faces.pixels import click_pixel
from tests.faces.programs import Tab, running

pytestmark = [pytest.mark.long, pytest.mark.xdist_group("browser")]

ROUNDS: Final = int(os.environ.get("NOUGHTS_FUZZ_TABS", "0")) or 40
"""How often one of many tabs does something."""

SLOW = """# Slow

/$
initialState := 0
newState :=
    currentState + 1 if mouseClicked & mouseX < 500;
    currentState + 100 if mouseClicked;
    currentState otherwise

late := 0 if currentState mod 100 = 0;
    Sum[i in {1..100000}] Sum[j in {1..100000}] (i mod j) otherwise
images := {text(currentState + late, point(500, 400), 40, color(0, 0, 0))}

playerToMove := `x if currentState mod 200 = 0; `o otherwise
gameOver iff currentState > 100000
wins(p) iff currentState = 100000 & p = `x
$/
"""
"""A click on the left half leads where the picture takes longer than any budget."""

FILM = """# Film

/$
initialState := 0
newState := currentState + 1
late := 0 if currentState < 3;
    Sum[i in {1..100000}] Sum[j in {1..100000}] (i mod j) otherwise
images := {text(currentState + late, point(500, 400), 40, color(0, 0, 0))}
$/
"""
"""The fourth frame takes longer than any budget."""

LEFT, RIGHT = 100, 900


@pytest.fixture
def slow(tmp_path: Path) -> Path:
    path = tmp_path / "slow.led"
    path.write_text(SLOW)
    return path


@pytest.fixture
def film(tmp_path: Path) -> Path:
    path = tmp_path / "film.led"
    path.write_text(FILM)
    return path


def click_slowly(page: Page) -> None:
    """A click where the picture takes for ever."""
    click_pixel(page, LEFT, 400)
    expect(page.get_by_role("button", name="Stop")).to_be_visible()


def plays_at_once(page: Page) -> None:
    """Two moves are made on another page."""
    for ply in range(2):
        click_pixel(page, RIGHT, 400)
        expect(page.locator("#line > li")).to_have_count(ply + 2)


def test_while_one_tab_waits_others_play_and_it_can_stop(open_page: OpenPage, slow: Path) -> None:
    with running(slow, "--x", "person", "--o", "person", for_ever=True) as program:
        page = open_page(program.address)
        expect(page.locator("#headline")).to_have_text("x to move")
        click_slowly(page)
        other = open_page(program.address)
        expect(other.locator("#headline")).to_have_text("x to move")
        plays_at_once(other)
        page.bring_to_front()
        page.get_by_role("button", name="Stop").click()
        expect(page.locator("#message")).to_have_text("Stopped.")
        plays_at_once(page)
        for each in (page, other):
            each.close()


def test_a_tab_that_comes_back_has_its_match(open_page: OpenPage, slow: Path) -> None:
    with running(slow, "--x", "person", "--o", "person", for_ever=True) as program:
        page = open_page(program.address)
        expect(page.locator("#headline")).to_have_text("x to move")
        plays_at_once(page)
        click_slowly(page)
        page.reload()
        expect(page.locator("#line > li")).to_have_count(3)
        page.close()


def test_ctrl_c_ends_at_once_whatever_is_worked_on(window: BrowserContext, slow: Path) -> None:
    with running(slow, "--x", "person", "--o", "person", for_ever=True) as program:
        page = window.new_page()
        page.goto(program.address)
        expect(page.locator("#headline")).to_have_text("x to move")
        click_slowly(page)
        assert program.stop() == "", "and tells nothing but its address"
        page.close()


def test_a_film_that_takes_long_can_stop(open_page: OpenPage, film: Path) -> None:
    with running(film, for_ever=True) as program:
        page = open_page(program.address)
        page.get_by_role("button", name="Stop").click()
        expect(page.locator("#message")).to_contain_text("It goes on from here")
        page.get_by_role("button", name="Start over").click()
        expect(page.get_by_role("button", name="Stop")).to_be_visible()
        page.close()


def test_many_tabs_that_ask_as_they_like(slow: Path) -> None:
    """Questions of all kinds, sense and nonsense, tabs that vanish: the others are answered."""
    dice = Random(ROUNDS)
    with running(slow, "--x", "person", "--o", "person") as program:
        tabs: list[Tab] = []
        threads = program.threads()
        for _ in range(ROUNDS):
            if len(tabs) < 6:
                tabs.append(program.tab())
            tab = dice.choice(tabs)
            if dice.random() < 0.2:
                tabs.remove(tab)
                tab.kill() if dice.random() < 0.5 else tab.connection.close()
            elif not asks_something(tab, dice):
                tabs.remove(tab)
        for tab in tabs:
            tab.connection.close()
        while program.threads() > threads + 8:
            with program.tab() as tab:
                assert tab.answer("options")["answer"]["sides"] == ["x", "o"]
        assert program.stop() == ""


def asks_something(tab: Tab, dice: Random) -> bool:
    """Ask what a page may ask, or what no page would; whether the tab is still open."""
    line = ["100"] * dice.randrange(4)
    asked: tuple[dict[str, object], ...] = (
        {"ask": "game"},
        {"ask": "game", "game": dice.choice(("chess", "nim", ""))},
        {"ask": "options", "settings": {"n": dice.choice((1, "1", None))}},
        {
            "ask": "move",
            "side": "x",
            "word": dice.choice(("random", "fly")),
            "line": line,
        },
        {"ask": "values", "line": line, "ply": 0, "first": 0, "wanted": dice.random() < 0.5},
        {"ask": "keep", "text": dice.choice(("", "noughts match 1\n", "x" * 1000))},
        {"stop": dice.randrange(9)},
        {"ask": dice.choice((None, 3, "fly", ["game"], {}))},
    )
    try:
        for number in range(dice.choice((1, 1, 1, 8))):
            tab.send({"number": number, **dice.choice(asked)})
        return True
    except ConnectionClosed:
        return False
