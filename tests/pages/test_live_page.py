"""The woven page, opened from a file: it plays, and asks nobody for anything."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TypeAlias

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from noughts.cli.main import obey
from noughts.documents import library
from noughts.games.match import Match
from noughts.games.record import load_records, match_of, record_of, write_record
from noughts.page.scripts import FACE, WORKERS, module_files
from noughts.players.levels import LEVELS
from noughts.weave.typefaces import signs_of
from tests.browser import new_window, page_in
from tests.faces.test_accessible_page import violations_in_light_and_dark
from tests.pages.back_end import AT_LENGTH, library_game, rules_of

OpenPage: TypeAlias = Callable[..., Page]


@pytest.fixture
def open_page(open_page: OpenPage, pages: Callable[[str], Path]) -> Iterator[OpenPage]:
    """Opens the page of a game from its file, and sees afterwards that nobody was asked for anything."""
    asked: list[str] = []

    def open_one(name: str, fragment: str = "") -> Page:
        page, file = open_page(), pages(name).as_uri()
        page.on("request", lambda request: note(request.url, file))
        page.goto(f"{file}{fragment}")
        return page

    def note(url: str, file: str) -> None:
        if not url.startswith((file, "data:", "blob:")):
            asked.append(url)

    yield open_one
    assert asked == []


def headline(page: Page, text: str) -> None:
    """Wait for a headline."""
    expect(page.locator("#headline")).to_have_text(text)


def choose(page: Page, text: str) -> None:
    """Make a move from the list."""
    page.locator("#choices button", has_text=text).first.click()


def test_a_match_against_the_page_ends_in_a_draw_or_is_lost(open_page: OpenPage) -> None:
    page = open_page("tictactoe")
    headline(page, "Your move")
    expect(page.locator("#seats")).to_contain_text("perfect (cannot lose)")
    expect(page.locator("#paper h1")).to_have_text("Tic-tac-toe")
    page.locator("#values").click()
    for made in range(1, 6):
        expect(page.locator("#choices button[data-result]").first).to_be_visible()
        best = page.locator("#choices button[data-result=draw]:not([disabled])")
        expect(best.first).to_be_enabled()
        expect(page.locator("#seats")).to_contain_text("perfect (cannot lose)")
        best.first.click()
        expect(page.locator("#line li")).to_have_count(min(2 * made, 9) + 1)  # with the answer
    headline(page, "Draw")


def test_clicks_make_moves_and_undo_takes_them_back(open_page: OpenPage) -> None:
    page = open_page("tictactoe")
    headline(page, "Your move")
    expect(page.locator("#areas .area")).to_have_count(9)
    box = page.evaluate("() => document.querySelectorAll('#areas .area')[4].getBoundingClientRect().toJSON()")
    page.mouse.click(box["x"] + box["width"] / 3, box["y"] + box["height"] / 3)
    expect(page.locator("#line li")).to_have_count(3)
    headline(page, "Your move")
    page.keyboard.press("u")
    headline(page, "Your move")
    expect(page.locator("#line [aria-current]")).to_have_text("Start")


def test_what_decided_is_marked_once_it_is_found(open_page: OpenPage) -> None:
    """The picture of the last move does not wait for it, and a step back takes the marks away."""
    page = open_page("tictactoe", "#moves=5~1~4~2~6")
    headline(page, "You win")
    expect(page.locator("#areas .deciding")).to_have_count(3)
    page.keyboard.press("u")
    headline(page, "Your move")
    expect(page.locator("#areas .deciding")).to_have_count(0)


def test_a_game_without_formulas_is_solved_by_its_rules(open_page: OpenPage) -> None:
    page = open_page("mnk --by clicks --let m=2 --let n=2 --let k=2")
    page.locator("#values").click()
    expect(page.locator("#legend span").first).to_be_visible()
    expect(page.locator("#seats")).to_contain_text("perfect (can be beaten)")


def test_rules_of_too_many_positions_are_searched(open_page: OpenPage) -> None:
    """A hint says that it comes from a search; a move has a value only where the search has proved one."""
    page = open_page("mnk --by clicks --let n=4")
    headline(page, "Your move")
    expect(page.locator("#seats")).to_contain_text("best (as strong as this page allows)")
    page.locator("#values").click()
    expect(page.locator("#message")).to_contain_text("Only what a search has proved is shown")
    expect(page.locator("#message")).to_contain_text("too many positions for a page")
    expect(page.locator("#seats")).to_contain_text("search (looks ahead, and can lose)")
    page.locator("#hint").click()
    said = re.compile(r"Searched to depth \d+, not proved|Proved by search")
    expect(page.locator("#message")).to_contain_text(said)
    expect(page.locator("#choices button[data-hinted]").first).to_be_attached()
    page.locator("#choices button:not([disabled])").first.evaluate("button => button.click()")
    expect(page.locator("#line li")).to_have_count(3)


def test_the_best_line_of_a_search_is_shown_and_played(open_page: OpenPage) -> None:
    """In words it is not proved; a click on one of its moves plays the line up to there, for both sides."""
    page = open_page("mnk --let m=5 --let n=5 --let k=4")
    headline(page, "Your move")
    page.locator("#values").click()
    searched, moves = page.locator("#message .searched"), page.locator("#message .searched button")
    said = re.compile(
        r"Searched to depth \d+, not proved: x scores \d+ % in [\d,]+ random matches. Best line: x "
    )
    expect(searched).to_have_text(said)
    expect(page.locator("#announcer")).to_contain_text(said)
    line = moves.all_text_contents()
    assert [move.split()[0] for move in line] == ["x", "o", "x", "o", "x", "o", "x", "o", "x"][: len(line)]
    moves.last.hover()
    expect(page.locator("#areas .pointed")).to_have_count(1)
    page.locator("#paper").evaluate("node => node.remove()")
    assert violations_in_light_and_dark(page) == []
    moves.last.click()
    expect(page.locator("#line > li:nth-child(2)")).to_be_visible()
    headline(page, "Your move")  # after an answer, if the line ends with a move of the person
    assert [f"{made['side']} {made['text']}" for made in line_of(page)][: len(line)] == line
    expect(searched).to_contain_text("Best line: x ")  # of the position that is shown now
    page.locator("#line button").first.click()
    expect(moves).to_have_count(len(line))
    moves.nth(0).click()  # which has been made
    expect(page.locator("#line [aria-current]")).to_contain_text("1")
    expect(page.locator("#line .branch")).to_have_count(0)


def line_of(page: Page) -> list[dict[str, str]]:
    """The moves of the match, with their sides."""
    return [
        {name: move.locator(f".{part}").inner_text() for name, part in (("side", "who"), ("text", "what"))}
        for move in page.locator("#line > li:not(:first-child)").all()
    ]


def test_no_search_is_shown_where_there_are_exact_values(open_page: OpenPage) -> None:
    page = open_page("tictactoe")
    page.locator("#values").click()
    expect(page.locator("#legend span").first).to_be_visible()
    page.locator("#hint").click()
    expect(page.locator("#message")).to_contain_text("keep")
    expect(page.locator("#message .searched")).to_have_count(0)


@pytest.mark.parametrize("name", ["disctru", "four"] if AT_LENGTH else ["disctru"])
def test_games_that_are_too_large_to_be_solved_are_played_too(open_page: OpenPage, name: str) -> None:
    page = open_page(name)
    headline(page, "Your move")
    page.locator("#choices button").first.click()
    expect(page.locator("#line li")).to_have_count(3)
    headline(page, "Your move")
    expect(page.locator("#seats")).not_to_contain_text("perfect")


def test_constants_are_chosen_when_the_page_is_woven(open_page: OpenPage) -> None:
    page = open_page("mnk --let m=2 --let n=3 --let k=2")
    headline(page, "Your move")
    expect(page.locator("#areas .area")).to_have_count(6)
    expect(page).to_have_title(re.compile("m=2, n=3, k=2"))
    expect(page.locator("#paper .noughts-here")).to_have_text(["here 2", "here 2"])  # and n as it was


def test_settings_are_chosen_on_the_page(open_page: OpenPage) -> None:
    page = open_page("mnk --offer m=2,n=2,k=2 --offer k=2")
    headline(page, "Your move")
    choose(page, "2,2")
    expect(page.locator("#line li")).to_have_count(3)
    dialog = page.get_by_role("dialog")
    page.locator("#choose").click()
    dialog.get_by_label("Settings").select_option("m = 2, n = 2, k = 2")
    dialog.get_by_label("o", exact=True).select_option("person")
    dialog.get_by_role("button", name="Start").click()
    expect(page.locator("#areas .area")).to_have_count(4)
    expect(page.locator("#paper #def-m .noughts-here")).to_have_text("here 2")
    choose(page, "1,2")
    expect(page.locator("#line li")).to_have_count(2)
    page.locator("#share").click()
    expect(page.locator("#link")).to_have_value(re.compile(r"#game=mnk&let=m%3D2~n%3D2~k%3D2&moves=1%2C2$"))
    page.keyboard.press("Escape")
    page.locator("#choose").click()
    expect(dialog.get_by_label("Settings").locator("option:checked")).to_have_text("m = 2, n = 2, k = 2")
    dialog.get_by_label("Settings").select_option("m = 3, n = 3, k = 3")
    dialog.get_by_role("button", name="Start").click()
    expect(page.locator(".noughts-here")).to_have_count(0)
    expect(page.locator("#line li")).to_have_count(1)
    expect(page.locator("#undo")).to_be_enabled()  # the key does nothing before
    page.keyboard.press("u")
    expect(page.locator("#line li")).to_have_count(3)  # what was played before


def test_a_link_leads_to_the_settings_of_its_match(open_page: OpenPage) -> None:
    name = "mnk --offer m=2,n=2,k=2 --offer k=2"
    page = open_page(name, "#game=mnk&let=m%3D3~k%3D2&moves=2%2C1~2%2C2")
    expect(page.locator("#line li")).to_have_count(3)
    expect(page.locator("#paper .noughts-here")).to_have_text(["here 2"])
    page = open_page(name, "#game=mnk&let=m%3D4&moves=2%2C1")
    expect(page.locator("#message")).to_have_text("This page does not offer mnk with m = 4.")
    headline(page, "Your move")


SETTINGS = "mnk --offer m=2,n=2,k=2 --offer k=2"


def begin(page: Page, settings: str, **players: str) -> None:
    """Begin a match with other settings, by those who are chosen with them."""
    dialog = page.get_by_role("dialog")
    page.locator("#choose").click()
    dialog.get_by_label("Settings").select_option(settings)
    for side, who in players.items():
        dialog.get_by_label(side, exact=True).select_option(who)
    dialog.get_by_role("button", name="Start").click()
    expect(dialog).to_be_hidden()


def test_a_reload_keeps_the_settings_and_the_players(open_page: OpenPage) -> None:
    page = open_page(SETTINGS)
    headline(page, "Your move")
    begin(page, "m = 2, n = 2, k = 2", o="person")
    expect(page.locator("#areas .area")).to_have_count(4)
    choose(page, "1,2")
    expect(page.locator("#line li")).to_have_count(2)
    page.reload()
    expect(page.locator("#line li")).to_have_count(2)
    expect(page.locator("#areas .area")).to_have_count(3)
    expect(page.locator("#seats")).to_have_text(re.compile("x person.*o person"))
    headline(page, "o to move")


def test_start_begins_a_new_match_behind_what_was_played_with_these_settings(open_page: OpenPage) -> None:
    page = open_page(SETTINGS)
    headline(page, "Your move")
    choose(page, "2,2")
    expect(page.locator("#line li")).to_have_count(3)
    begin(page, "m = 2, n = 2, k = 2")
    begin(page, "m = 3, n = 3, k = 3", o="person")
    expect(page.locator("#line li")).to_have_count(1)
    expect(page.locator("#seats")).to_have_text(re.compile("o person"))
    page.keyboard.press("u")
    expect(page.locator("#line li")).to_have_count(3)


def test_a_link_is_followed_behind_what_was_played_in_the_tab(open_page: OpenPage) -> None:
    page = open_page(SETTINGS)
    headline(page, "Your move")
    choose(page, "2,2")
    expect(page.locator("#line li")).to_have_count(3)
    address = page.url
    page.goto("about:blank")
    page.goto(f"{address}#game=mnk&moves=1%2C1~3%2C3")
    expect(page.locator("#line")).to_have_text(re.compile(r"Start\s*1\s*x\s*1,1\s*2\s*o\s*3,3"))
    page.keyboard.press("u")
    expect(page.locator("#line [aria-current]")).to_have_text("Start")
    page.keyboard.press("u")
    expect(page.locator("#line")).to_have_text(re.compile(r"Start\s*1\s*x\s*2,2"))


def test_nothing_can_be_chosen_before_the_page_knows_what(open_page: OpenPage) -> None:
    """A choice among what could be chosen in the game before would be lost when the answer comes."""
    page = open_page(SETTINGS)
    headline(page, "Your move")
    begin(page, "m = 2, n = 2, k = 2")
    expect(page.locator("#areas .area")).to_have_count(4)
    asked = """() => {
      document.querySelector("#choose").click();
      return document.querySelectorAll("#choices-form :is(#settings, #players) select").length;
    }"""
    assert page.evaluate(asked) == 0
    expect(page.locator("#players select")).to_have_count(2)


def test_a_level_can_be_chosen_and_says_how_it_errs(open_page: OpenPage) -> None:
    page = open_page("tictactoe")
    headline(page, "Your move")
    page.locator("#choose").click()
    page.locator("#players select[name=o]").select_option("middling")
    page.locator("#choices-form [value=start]").click()
    level = next(level for level in LEVELS if level.word == "middling")
    expect(page.locator("#seats")).to_contain_text(f"middling ({level.summary})")
    choose(page, "1")
    expect(page.locator("#line .what")).to_have_count(3)


def test_a_click_on_a_seat_chooses_who_plays_there(open_page: OpenPage) -> None:
    page = open_page("tictactoe")
    headline(page, "Your move")
    dialog = page.get_by_role("dialog")
    for side in "ox":
        page.locator("#seats").get_by_role("button", name=re.compile(f"^{side} ")).click()
        player = dialog.get_by_label(side, exact=True)
        expect(player).to_be_focused()
        player.select_option({"o": "person", "x": "beginner"}[side])
        dialog.get_by_role("button", name="Start").click()
        expect(dialog).to_be_hidden()
    expect(page.locator("#seats")).to_have_text(re.compile("x beginner.*o person"))
    headline(page, "Your move")
    expect(page.locator("#line li")).to_have_count(2)  # the beginner moves first


def test_who_has_lost_is_offered_a_weaker_opponent(open_page: OpenPage) -> None:
    page = open_page("tictactoe", "#moves=1~5~2~3~4~7")
    headline(page, "You lose")
    page.get_by_role("button", name="Choose a weaker opponent").click()
    player = page.locator("#players select[name=o]")
    expect(player).to_be_focused()
    player.select_option("beginner")
    page.locator("#choices-form [value=start]").click()
    headline(page, "Your move")
    expect(page.locator("#seats")).to_contain_text("beginner")
    expect(page.locator("#message")).to_have_text("A new match. Undo leads back to the one before.")
    page.keyboard.press("u")
    headline(page, "You lose")
    expect(page.locator("#seats")).to_contain_text("perfect")


@pytest.mark.parametrize("name", ["tapatan", "hex"])
def test_the_headline_speaks_to_the_one_person_who_plays(open_page: OpenPage, name: str) -> None:
    page = open_page(name)
    headline(page, "Your move")
    second = page.locator("#seats b").nth(1).text_content()
    page.locator("#rematch").click()
    expect(page.locator("#headline")).to_have_text(re.compile("is thinking|Your move"))
    headline(page, "Your move")
    expect(page.locator("#line .who").first).not_to_have_text(str(second))
    page.keyboard.press(",")
    expect(page.locator("#headline")).to_have_text(re.compile("to move$"))


@pytest.mark.parametrize("button", ["restart", "rematch"])
def test_new_and_swap_lose_nothing(open_page: OpenPage, button: str) -> None:
    page = open_page("tictactoe")
    headline(page, "Your move")
    choose(page, "5")
    expect(page.locator("#line li")).to_have_count(3)
    before = page.locator("#line").text_content()
    page.locator(f"#{button}").click()
    expect(page.locator("#message")).to_contain_text("Undo leads back to the one before")
    headline(page, "Your move")
    page.evaluate("() => document.querySelector('#choices button').click()")
    expect(page.locator("#line li")).to_have_count({"restart": 3, "rematch": 4}[button])
    page.keyboard.press("u")
    expect(page.locator("#line [data-undone]")).not_to_have_count(0)
    page.keyboard.press("u")
    expect(page.locator("#line")).to_have_text(str(before))
    expect(page.locator("#seats")).to_have_text(re.compile("x person.*o perfect"))
    page.keyboard.press("r")
    expect(page.locator("#line")).not_to_have_text(str(before))  # and the later one is there, too


def test_the_last_matches_are_kept_when_their_tab_is_closed(open_page: OpenPage) -> None:
    page = open_page("tictactoe", "#moves=1~5~2~3~4~7")
    headline(page, "You lose")
    page.locator("#seats").get_by_role("button", name=re.compile("^o ")).click()
    page.locator("#players select[name=o]").select_option("person")
    page.locator("#choices-form [value=start]").click()
    headline(page, "x to move")
    choose(page, "9")
    expect(page.locator("#line li")).to_have_count(2)
    other = open_page("tictactoe")
    expect(other.locator("#message")).to_have_text("A new match. Undo leads back to the one before.")
    expect(other.locator("#line li")).to_have_count(1)
    expect(other.locator("#seats")).to_contain_text("perfect")
    other.keyboard.press("u")
    expect(other.locator("#line")).to_have_text(re.compile("x9"))
    expect(other.locator("#seats")).to_have_text(re.compile("x person.*o person"))
    other.keyboard.press("u")
    expect(other.locator("#line [aria-current]")).to_have_text("Start")
    other.keyboard.press("u")
    headline(other, "You lose")
    expect(other.locator("#seats")).to_contain_text("perfect")


def test_moves_of_a_link_that_is_refused_are_forgotten(open_page: OpenPage) -> None:
    page = open_page(SETTINGS, "#game=mnk&let=m%3D9&moves=1%2C1~1%2C2")
    expect(page.locator("#message")).to_have_text("This page does not offer mnk with m = 9.")
    begin(page, "m = 2, n = 2, k = 2")
    expect(page.locator("#areas .area")).to_have_count(4)
    expect(page.locator("#line li")).to_have_count(1)


def test_work_is_not_shown_once_other_settings_have_been_chosen_by_a_link(open_page: OpenPage) -> None:
    page = open_page(SETTINGS, "#game=mnk&let=k%3D2&moves=")
    expect(page.locator("#seats")).to_contain_text("perfect (can be beaten)")
    expect(page.locator("#busy")).to_be_hidden()


def test_a_button_on_the_board_is_as_wide_as_its_cell(open_page: OpenPage) -> None:
    """However narrow that is: else a press would play the neighbouring cell."""
    page = open_page("chomp --let w=12 --let h=2")
    page.set_viewport_size({"width": 360, "height": 640})
    expect(page.locator("#areas .area")).to_have_count(24)
    area = page.locator("#areas .area").first.bounding_box()
    button = page.locator(".stage .choice").first.bounding_box()
    assert area is not None
    assert button is not None
    assert button["width"] == pytest.approx(area["width"], abs=1)


@pytest.mark.parametrize("name", ["planets", "pong"])
def test_films_run(open_page: OpenPage, name: str) -> None:
    page = open_page(name)
    headline(page, "Running")
    before = page.locator("#images").inner_html()
    page.wait_for_function("before => document.querySelector('#images').innerHTML !== before", arg=before)


def test_a_page_is_small(pages: Callable[[str], Path]) -> None:
    woven = pages("tictactoe").read_bytes()
    assert len(woven) <= 600_000
    packed = subprocess.run(["gzip", "-9"], input=woven, capture_output=True, check=True).stdout
    assert len(packed) <= 200_000


@pytest.mark.parametrize(("script", "entry"), [("noughts-face", FACE), ("noughts-workers", WORKERS)])
def test_the_source_of_a_page_can_be_read_and_is_the_same_for_all_games(
    pages: Callable[[str], Path], script: str, entry: str
) -> None:
    """Line by line, but for imports and exports."""
    scripts = {script_in(pages(name), script) for name in ("tictactoe", "planets", SETTINGS)}
    assert len(scripts) == 1
    lines = scripts.pop().splitlines()
    paths = {line[1 : -len('": () => {')] for line in lines if line.endswith('.js": () => {')}
    assert entry in paths
    for path in paths & module_files().keys():
        text = re.sub(r"^(import [^;]*;|export \{.*)", "", module_files()[path], flags=re.MULTILINE)
        assert {line.removeprefix("export ") for line in text.splitlines()} <= set(lines), path


def script_in(page: Path, name: str) -> str:
    """A script of a woven page."""
    [text] = re.findall(rf'<script id="{name}"[^>]*>(.*?)</script>', page.read_text("utf-8"), re.DOTALL)
    return str(text)


LOOKS = """() => {
  const found = { upright: "", italic: "", bold: "", formula: "" };
  const texts = document.createTreeWalker(document.querySelector("#paper"), NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const style = getComputedStyle(texts.currentNode.parentElement);
    const weight = Number(style.fontWeight) > 500 ? "bold" : "upright";
    const slope = style.fontStyle === "italic" ? "italic" : weight;
    if (style.fontFamily.startsWith('"Noughts Math"')) found.formula += texts.currentNode.data;
    else if (style.fontFamily.startsWith('"Noughts Text"')) found[slope] += texts.currentNode.data;
  }
  return found;
}"""
"""The text of a paper by its looks, as the browser sets it."""


@pytest.mark.parametrize("name", ["tictactoe", "disctru"])
def test_the_signs_of_each_look_are_known_before_the_page_is_shown(
    open_page: OpenPage, pages: Callable[[str], Path], name: str
) -> None:
    page = open_page(name)
    found = {look: set(text.split()) for look, text in page.evaluate(LOOKS).items() if text.strip()}
    [paper] = re.findall(
        r'<section id="paper".*?</section>(?=\s*</main>)', Path(page.url[7:]).read_text(), re.DOTALL
    )
    assert {look: set("".join(words)) for look, words in found.items()} == {
        look: {sign for sign in signs if sign.strip()} for look, signs in signs_of(paper)[0].items()
    }


def test_white_men_stay_white_in_the_dark_and_cells_have_one_name(open_page: OpenPage) -> None:
    page = open_page("mutorere")
    expect(page.locator("#images text")).to_have_count(9)
    page.emulate_media(color_scheme="dark")
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    expect(page.locator("#sheet")).to_have_css("filter", "none")
    assert sorted(page.locator("#screen text").all_text_contents()) == list("012345678")


def test_the_page_says_why_a_click_makes_no_move(open_page: OpenPage) -> None:
    page = open_page("tictactoe")
    headline(page, "Your move")
    page.locator("#choices button").first.click()
    expect(page.locator("#line li")).to_have_count(3)
    headline(page, "Your move")
    page.locator("#screen text", has_text=re.compile("^x$")).click(force=True)
    panel = page.get_by_role("region", name="1 is not legal")
    expect(panel.locator("li p").first).to_have_text("legalMove((`x, 1)) false")
    panel.get_by_role("link", name="occupied(c)", exact=True).click()
    expect(page.locator("#def-occupied")).to_be_in_viewport()


def test_every_link_to_a_definition_shows_it(open_page: OpenPage) -> None:
    page = open_page("tictactoe")
    links = page.locator('#paper a[href="#def-occupied"]:not(.noughts-number-of a)')
    titles = set(links.evaluate_all("links => links.map(link => link.title)"))
    assert len(titles) == 1
    assert titles.pop().startswith("occupied(c) iff")


def test_without_scripts_the_paper_can_be_read(browser: Browser, pages: Callable[[str], Path]) -> None:
    """And no click is lost while the script is still being read: board and buttons are not there yet."""
    with new_window(browser, java_script_enabled=False) as window:
        page = window.new_page()
        page.goto(pages("tictactoe").as_uri())
        expect(page.locator("#paper h1")).to_be_visible()
        expect(page.locator("button, select, input, #screen").filter(visible=True)).to_have_count(0)
        said = page.locator("noscript").text_content()  # which Chromium shows only if it is set so itself
        assert said is not None
        assert "The board needs JavaScript." in said


def test_a_page_plays_in_a_frame_that_may_keep_nothing(
    window: BrowserContext, pages: Callable[[str], Path], tmp_path: Path
) -> None:
    frame = f'<iframe sandbox="allow-scripts" src="{pages("tictactoe").as_uri()}" width="900"></iframe>'
    (tmp_path / "around.html").write_text(f"<!doctype html><title>Around</title>{frame}")
    with page_in(window, (tmp_path / "around.html").as_uri()) as page:
        inside = page.frame_locator("iframe")
        inside.locator("#choices button").first.click()
        expect(inside.locator("#line li")).to_have_count(3)


def test_the_policy_keeps_out_what_the_page_is_not_made_of(
    window: BrowserContext, pages: Callable[[str], Path]
) -> None:
    page = window.new_page()  # not `open_page`, which takes what is said of a violation for a complaint
    page.goto(pages("tictactoe").as_uri())
    assert "default-src 'none'" in pages("tictactoe").read_text("utf-8")
    blocked = page.evaluate(
        """() => new Promise((resolve) => {
          addEventListener("securitypolicyviolation", (event) => resolve(event.effectiveDirective));
          const script = document.createElement("script");
          script.textContent = "document.title = 'taken over'";
          document.body.append(script);
        })"""
    )
    assert blocked == "script-src-elem"
    assert page.title() != "taken over"
    page.close()


def test_a_match_goes_to_python_and_back(open_page: OpenPage, tmp_path: Path) -> None:
    page = open_page("tictactoe")
    headline(page, "Your move")
    choose(page, "5")
    expect(page.locator("#line li")).to_have_count(3)
    with page.expect_download() as saving:
        page.keyboard.press("s")
    saving.value.save_as(tmp_path / "saved.match")
    (record,) = load_records(tmp_path / "saved.match")
    game = rules_of(library_game("tictactoe"))
    match = match_of(record, game)
    assert [match.move_texts()[0], len(match.moves)] == ["5", 2]
    other = Match(game)
    for text in ("1", "2", "3"):
        other = other.play(other.legal_moves[other.legal_texts.index(text)])
    (tmp_path / "python.match").write_text(write_record(record_of(other, {"x": "Ann", "o": "Bob"})))
    page.locator("#file").set_input_files(tmp_path / "python.match")
    expect(page.locator("#line")).to_contain_text("3")
    expect(page.locator("#line li")).to_have_count(5)  # and the program has answered


def test_the_link_is_the_match(open_page: OpenPage) -> None:
    page = open_page("tictactoe", "#game=tictactoe&moves=5~1~9")
    expect(page.locator("#line")).to_contain_text("9")
    headline(page, "Your move")  # the program has answered
    page.evaluate("() => { location.hash = '#game=tictactoe&moves=none'; }")
    said = page.locator("#message")
    expect(said).to_contain_text("the link does not fit: move 1, `none`, is not legal for `x`")
    page.evaluate("() => { location.hash = '#game=chess&let=n%3D9&moves=e4'; }")
    expect(said).to_have_text("This link is for chess n=9, not for this page.")


def test_a_button_of_the_board_says_why_it_makes_no_move(open_page: OpenPage) -> None:
    """Though nobody could ever press it in this match."""
    page = open_page("othello")
    headline(page, "Your move")
    page.locator("#images text", has_text="pass").click()
    expect(page.locator("#why-fact")).to_have_text("pass is not legal")
    expect(page.locator("#reasons")).to_contain_text("stuck")


@pytest.mark.parametrize(("width", "height"), [(740, 360), (640, 400), (568, 320)])
def test_the_board_is_seen_where_there_is_little_height(open_page: OpenPage, width: int, height: int) -> None:
    page = open_page("othello")
    page.set_viewport_size({"width": width, "height": height})
    headline(page, "Your move")
    header, top, bottom, page_width = page.evaluate(
        """() => {
          const [header, sheet] = [".top", "#sheet"].map((name) => document.querySelector(name));
          const { top, bottom } = sheet.getBoundingClientRect();
          return [header.offsetHeight, top, bottom, document.documentElement.scrollWidth];
        }"""
    )
    assert header <= top < bottom <= height
    assert bottom - top > height / 2
    assert page_width <= width


def test_a_reload_keeps_the_match_with_its_variations(open_page: OpenPage) -> None:
    """Also of a match that a link led to, which is followed once."""
    page = open_page("tictactoe", "#game=tictactoe&moves=5~1~9")
    expect(page.locator("#line li")).to_have_count(5)
    page.keyboard.press("u")
    choose(page, "3")
    expect(page.locator("#line .branch")).to_have_count(1)
    expect(page.locator("#line button:not([data-index])")).to_have_count(5)  # the program has answered
    line = page.locator("#line button").all_text_contents()
    page.reload()
    expect(page.locator("#line .branch")).to_have_count(1)
    expect(page.locator("#line button")).to_have_text(line)
    page.locator("#line .branch button", has_text="9").click()
    expect(page.locator("#line button[data-ply='3']:not([data-index])")).to_contain_text("9")


def test_the_page_is_read_back_and_a_paper_alone_is_woven_on_request(
    pages: Callable[[str], Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert obey(["check", str(pages("tictactoe"))]) == 0
    assert (
        obey(["weave", str(library.path_of("tictactoe")), "--paper", "-o", str(tmp_path / "paper.html")]) == 0
    )
    assert "<script" not in (tmp_path / "paper.html").read_text("utf-8")
    assert "its board" not in capsys.readouterr().out.splitlines()[-1]


ON_PIECES = """() => {
  const places = [...document.querySelectorAll("#areas .value")].map((node) => node.getBBox());
  const isFilled = (node) => node.getAttribute("fill") !== "none";
  const discs = [...document.querySelectorAll("#images circle")].filter(isFilled);
  const near = (value, start, length) => Math.min(Math.max(value, start), start + length);
  return [places.length, places.filter((box) => discs.some((disc) => {
    const [x, y, r] = ["cx", "cy", "r"].map((name) => Number(disc.getAttribute(name)));
    const low = box.height * 0.2; // a digit is lower than its line
    const height = box.height - 2 * low;
    return Math.hypot(x - near(x, box.x, box.width), y - near(y, box.y + low, height)) < r - 1;
  })).length];
}"""
"""How many values are written on the board, and how many of them on discs."""


@pytest.mark.parametrize(("name", "begins"), [("nim", "Your move"), ("river", "Your move")])
def test_values_stand_on_no_piece(open_page: OpenPage, name: str, begins: str) -> None:
    page = open_page(name)
    headline(page, begins)
    page.locator("#values").click()
    expect(page.locator("#legend")).to_contain_text("the number")
    count, on_pieces = page.evaluate(ON_PIECES)
    assert count > 0
    assert on_pieces == 0


def test_white_pieces_are_white_in_the_dark_and_a_puzzle_is_nobodys_game(open_page: OpenPage) -> None:
    page = open_page("knights")
    headline(page, "Your move")
    expect(page.locator("#sheet")).to_have_attribute("data-ground", "")
    page = open_page("pegs")
    headline(page, "Your move")
    expect(page.locator("#sheet")).not_to_have_attribute("data-ground", "")


SIDES = {"tictactoe": ("x", "o"), "y": ("red", "blue")}

IN_BETWEEN = """([first, second]) => new Promise((done) => {
  const areas = () => [...document.querySelectorAll("#areas .last")].map((node) => node.outerHTML).join();
  const before = areas();
  const press = (text) => document.querySelector(`#choices li[data-key="${text}"] button`).click();
  new MutationObserver((_, seen) => {
    seen.disconnect();
    done(areas() === before);
    press(second);
  }).observe(document.querySelector("#images"), { childList: true, subtree: true, attributes: true });
  press(first);
})"""
"""Whether a picture is there before the marks on it; another place is pressed at once when it is."""


@pytest.mark.parametrize(("name", "texts"), [("tictactoe", ("5", "1")), ("y", ("b2", "a1"))])
def test_a_press_between_a_picture_and_the_rest_is_not_lost(
    open_page: OpenPage, name: str, texts: tuple[str, str]
) -> None:
    page = open_page(name)
    headline(page, "Your move")
    page.locator("#choose").click()
    for side in SIDES[name]:
        page.locator(f"#players select[name={side}]").select_option("person")
    page.locator("#choices-form [value=start]").click()
    expect(page.locator("#seats .note")).to_have_count(0)
    assert page.evaluate(IN_BETWEEN, list(texts))
    expect(page.locator("#line .what")).to_have_text(["Start", *texts])


SYSTEM = """/$
variable light in {`red, `green}
initially light = `red
action turn: light' = `green
$/"""


def test_nobody_is_advised_where_nobody_plays(
    open_page: OpenPage, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("light.led").write_text(SYSTEM, "utf-8")
    page = open_page("light.led")
    expect(page.locator("#choices button")).to_have_count(1)
    for name in ("hint", "values"):
        expect(page.locator(f"#{name}")).to_be_disabled()
