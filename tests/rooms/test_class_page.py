"""A class in browsers: pupils are led to their boards, and the teacher sees all of them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from noughts.cli.game_argument import GameArgument
from noughts.cli.page_options import page_settings
from noughts.games.record import load_records
from noughts.rooms.store import Store
from tests.browser import OpenPage
from tests.faces.serving import served
from tests.faces.test_accessible_page import violations_in_light_and_dark
from tests.faces.test_page import choice, expect_line
from tests.firefox import running_firefox
from tests.rooms.test_page import CHOOSE, play_a_friend

JOIN = """(name) => {
    document.querySelector('#join-name').value = name;
    document.querySelector('#join-form').requestSubmit();
}"""
PHONE = {"has_touch": True, "width": 390, "height": 844}


@pytest.fixture
def address(tmp_path: Path) -> Iterator[str]:
    settings = page_settings(GameArgument(["tictactoe"]), options={}, pairs=[], seed=None)
    store = Store(f"sqlite:///{tmp_path / 'rooms.db'}")
    with served(settings, store=store) as address:
        yield address
    store.close()


def gather(teacher: Page, system: str = "swiss") -> str:
    """Open a class: its link."""
    play_a_friend(teacher)
    teacher.locator("#invite-with").select_option(system)
    expect(teacher.locator("#invite-name")).to_be_hidden()
    teacher.get_by_role("button", name="Get a link").click()
    link = teacher.get_by_label("Link for the class")
    expect(link).to_have_value(re.compile("/class/"))
    return link.input_value()


def join(page: Page, name: str) -> None:
    page.get_by_label("Your name").fill(name)
    page.get_by_role("button", name="Join").click()


def says(page: Page, text: str) -> None:
    expect(page.locator("#says")).to_have_text(text)


def headline(page: Page, text: str) -> None:
    expect(page.locator("#headline")).to_have_text(text)


def of_two(address: str, open_page: OpenPage) -> tuple[Page, Page]:
    """A class in which Ann and Ben have begun to play: the pages of the teacher and of Ann."""
    teacher = open_page(address)
    link = gather(teacher)
    ann, ben = open_page(link, locale="de"), open_page(link, locale="fr")
    join(ann, "Ann")
    says(ann, "Ann, wait here: the next player who joins is your opponent.")
    join(ben, "Ben")
    headline(ann, "Your move")
    return teacher, ann


def table(page: Page) -> list[list[str]]:
    """The names and points in the table."""
    rows = page.locator("#rows tr")
    return [row.locator("td").all_text_contents()[1:3] for row in rows.all()]


def test_a_class_from_the_link_to_the_table(address: str, open_page: OpenPage) -> None:
    teacher = open_page(address)
    link = gather(teacher)
    ann = open_page(link, **PHONE)
    join(ann, "Ann")
    says(ann, "Ann, wait here: the next player who joins is your opponent.")
    says(teacher, "1 player here. Round 1: no matches are being played. Ann is waiting for an opponent.")
    ben = open_page(link, locale="de")
    join(ben, "Ben")
    for page in (ann, ben):
        expect(page.locator("#board")).to_be_visible()
    headline(ann, "Your move")
    board = teacher.locator("#boards li a")
    expect(board).to_have_text("Ann (x) – Ben (o)x to move, after 0 moves")
    choice(ann, "5").click()
    expect_line(ben, "5")
    expect(board).to_have_text("Ann (x) – Ben (o)o to move, after 1 move")
    expect(board.locator("img")).to_have_attribute("src", re.compile(r"/picture\?1$"))
    assert board.locator("img").evaluate("async (node) => (await node.decode(), node.naturalWidth > 50)")

    watching = open_page(teacher.locator("#boards a").evaluate("node => node.href"), locale="fr")
    expect_line(watching, "5")
    expect(watching.locator("#choices button:not([disabled])")).to_have_count(0)

    cem = open_page(link, locale="it")
    join(cem, "Ann")
    expect(cem.locator("#refused")).to_contain_text("the name Ann is taken")
    join(cem, "Cem")
    says(cem, "Cem, wait here: the next player who joins is your opponent.")

    teacher.get_by_role("button", name="Begin round 2").click()
    says(teacher, "Some matches are not over. Press again to begin the next round anyway.")
    for _ in range(2):
        ben.locator("#room").get_by_role("button", name="Resign").click()
    headline(ann, "You win")
    expect(teacher.locator("#boards .state")).to_have_text("x wins: o resigned")
    says(teacher, "3 players here. Round 1: no matches are being played. Cem is waiting for an opponent.")
    assert table(teacher) == [["Cem", "1"], ["Ann", "1"], ["Ben", "0"]]

    teacher.get_by_role("button", name="Begin round 2").click()
    expect(teacher.locator("#boards-title")).to_have_text("Boards of round 2")
    expect(cem.locator("#headline")).to_have_text(re.compile("Your move|x to move"))
    for page in (ann, ben):
        page.get_by_role("link", name="The next round has begun").click()
    headline(ann, "Your move" if cem.locator("#headline").text_content() != "Your move" else "x to move")
    says(ben, "Ben, wait here: the next player who joins is your opponent.")

    with teacher.expect_download() as download:
        teacher.get_by_role("button", name="Download all matches").click()
    assert download.value.suggested_filename == "tictactoe-class.match"
    [record] = load_records(Path(download.value.path()))
    assert (record.moves, record.players) == (("5",), {"x": "Ann", "o": "Ben"})
    assert record.outcome is not None
    assert record.outcome.winner == "x"


def test_a_round_robin_begins_when_the_teacher_says_so(address: str, open_page: OpenPage) -> None:
    teacher = open_page(address)
    link = gather(teacher, "round robin")
    pupils = [open_page(link, locale=locale) for locale in ("de", "fr")]
    for page, name in zip(pupils, ("Ann", "Ben"), strict=True):
        join(page, name)
        says(page, f"{name}, you have joined. Wait here until the teacher begins the first round.")
    says(teacher, "2 players here.")
    teacher.get_by_role("button", name="Begin round 1").click()
    headline(pupils[0], "Your move")
    late = open_page(link, locale="it")
    says(late, "The tournament has begun.")
    expect(late.locator("#join-form")).to_be_hidden()
    expect(late.locator("#rows tr")).to_have_count(0)


def test_one_who_is_removed_has_lost(address: str, open_page: OpenPage) -> None:
    teacher, ann = of_two(address, open_page)
    remove = teacher.get_by_role("button", name="Remove Ben")
    remove.click()
    says(teacher, "Press again to remove Ben, who loses an unfinished match.")
    choice(ann, "5").click()  # meanwhile
    expect(teacher.locator("#boards .state")).to_have_text("o to move, after 1 move")
    says(teacher, "Press again to remove Ben, who loses an unfinished match.")
    remove.click()
    headline(ann, "You win")
    expect(teacher.locator("#rows tr")).to_have_count(1)


def test_a_pupil_in_firefox_plays_one_in_chromium(address: str, open_page: OpenPage) -> None:
    teacher = open_page(address)
    link = gather(teacher)
    ann = open_page(link, locale="de")
    join(ann, "Ann")
    says(ann, "Ann, wait here: the next player who joins is your opponent.")
    with running_firefox() as ben:
        ben.open(link)
        ben.until("() => document.querySelector('#join-form')?.checkVisibility()")
        ben.evaluate(JOIN, "Ben")
        headline(ann, "Your move")
        choice(ann, "5").click()
        ben.headline("Your move")
        ben.evaluate(CHOOSE, "1")
        headline(ann, "Your move")
        expect(teacher.locator("#boards .state")).to_have_text("x to move, after 2 moves")
        assert ben.complaints == []


def test_a_teacher_sets_a_result(address: str, open_page: OpenPage) -> None:
    teacher, _ = of_two(address, open_page)
    result = teacher.get_by_label("Result of Ann and Ben")
    expect(result).to_have_value("")
    result.select_option("0")
    expect(teacher.locator("#boards .state")).to_have_text("Result by the teacher")
    expect(teacher.locator("#rows tr").first).to_contain_text("Ben")
    assert table(teacher) == [["Ben", "1"], ["Ann", "0"]]
    says(teacher, "2 players here. Round 1: no matches are being played.")
    teacher.reload()
    expect(result).to_have_value("0")
    result.select_option("As played")
    expect(teacher.locator("#boards .state")).to_have_text("x to move, after 0 moves")


def test_a_place_in_a_class_goes_on_elsewhere(address: str, open_page: OpenPage) -> None:
    """By the link of a pupil, and by that of the teacher, whose secrets do not stay in the address."""
    teacher = open_page(address)
    link = gather(teacher)
    ann = open_page(link, locale="de")
    join(ann, "Ann")
    says(ann, "Ann, wait here: the next player who joins is your opponent.")
    for page, locale in ((ann, "fr"), (teacher, "it")):
        elsewhere = open_page(page.locator("#seat-link").get_attribute("href"), locale=locale)
        expect(elsewhere.locator("#says")).to_have_text(page.locator("#says").text_content() or "")
        assert elsewhere.url == link


def test_a_class_that_is_none_says_so(address: str, open_page: OpenPage) -> None:
    page = open_page(f"{address}/class/none")
    expect(page.locator("#refused")).to_have_text("there is no such class; ask for the link again")
    expect(page.locator("#join-form")).to_be_hidden()


def test_the_page_of_a_class_breaks_no_rule_of_accessibility(address: str, open_page: OpenPage) -> None:
    """Nor is it wider than a phone."""
    teacher = open_page(address, **PHONE)
    link = gather(teacher)
    pupils = [open_page(link, locale=locale) for locale in ("de", "fr", "it")]
    assert violations_in_light_and_dark(pupils[0]) == []
    for page, name in zip(pupils, ("Ann", "A rather long name for a pupil", "Cem"), strict=True):
        join(page, name)
        expect(page.locator("#join-form")).to_be_hidden()
    expect(teacher.locator("#rows tr")).to_have_count(3)
    for page in (teacher, pupils[2]):
        assert violations_in_light_and_dark(page) == []
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
