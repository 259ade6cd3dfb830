"""The page in a real Chromium: mouse, keys, values, going back, screen readers, light, dark, a phone."""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Callable, Iterator
from fractions import Fraction
from importlib.resources import files
from pathlib import Path
from random import Random
from threading import Event
from xml.etree import ElementTree

import pytest
from playwright.sync_api import Browser, BrowserContext, Locator, Page, Route, expect

from noughts.cli.game_argument import GameArgument
from noughts.cli.page_options import documents_of_game, page_settings, paper_style, paper_writer
from noughts.documents import library
from noughts.easel import Circle, Color, Disc, Point, Segment, Text, Triangle
from noughts.faces.table import RecordedTable, Table
from noughts.games.game import RulesError
from noughts.games.record import load_records
from noughts.games.record_file import RecordFile
from noughts.players.player import GivesUp, Person
from noughts.players.strategy import StrategyPlayer
from noughts.service.answers import images_json
from noughts.service.page_settings import PageSettings
from noughts.stop import Stopped, current
from tests.browser import OpenPage
from tests.faces.pixels import click_pixel
from tests.faces.programs import running
from tests.faces.sample_games import (
    BOUNCING,
    DULL,
    FADING,
    Breaking,
    Failing,
    First,
    PicturedTicTacToe,
    Subtraction,
    film,
    table_for,
)
from tests.faces.serving import Serve, served
from tests.faces.test_slow_documents import LEFT, SLOW
from tests.modules import module_page


@pytest.fixture(scope="module")
def against_first() -> Iterator[str]:
    """Tic-tac-toe with somebody who always takes the first free cell."""
    with served(lambda: table_for(PicturedTicTacToe(), o=First())) as address:
        yield address


@pytest.fixture(scope="module")
def among_people() -> Iterator[str]:
    with served(lambda: table_for(PicturedTicTacToe())) as address:
        yield address


def expect_line(page: Page, *moves: str) -> None:
    expect(page.locator("#line > li:not(.branch) .what")).to_have_text(["Start", *moves])


def play(page: Page, *moves: str) -> None:
    """Choose the moves, each once the one before is seen: what is chosen of an older view does not count."""
    for made, move in enumerate(moves, 1):
        choice(page, move).click()
        expect_line(page, *moves[:made])


def play_on(page: Page, move: str) -> None:
    """Choose a move, whatever was played before."""
    choice(page, move).click()
    expect(page.locator("#line [aria-current] .what")).to_have_text(move)


def marks(page: Page) -> list[str]:
    return page.locator("#images text").all_text_contents()


def choice(page: Page, text: str) -> Locator:
    return page.locator("#choices").get_by_role("button", name=re.compile(rf"^{text}\b"))


def test_a_click_on_the_board_is_answered(open_page: OpenPage, against_first: str) -> None:
    page = open_page(against_first)
    expect(page).to_have_title("Your move – Tic-tac-toe")
    expect(page.get_by_role("heading", name="Tic-tac-toe")).to_be_visible()
    expect(page.locator("#seats li")).to_have_text(["x person", "o first"])
    click_pixel(page, 250, 550)
    expect_line(page, "5", "1")
    assert sorted(marks(page)) == ["o", "restart", "x", "x's turn"]
    click_pixel(page, 900, 100)
    click_pixel(page, 250, 550)
    click_pixel(page, 350, 550)
    expect_line(page, "5", "1", "6", "2")


def test_the_match_ends_and_the_documents_own_button_begins_another(
    open_page: OpenPage, among_people: str
) -> None:
    page = open_page(among_people)
    clicks = {"1": (150, 650), "4": (150, 550), "2": (250, 650), "5": (250, 550), "3": (350, 650)}
    for made, pixel in enumerate(clicks.values(), 1):
        click_pixel(page, *pixel)
        expect_line(page, *list(clicks)[:made])
    expect(page.locator("#headline")).to_have_text("x wins")
    expect(page.locator("#choices button")).to_have_count(0)
    expect(page.locator("#announcer")).to_contain_text("x plays 3. x wins.")
    click_pixel(page, 450, 750)
    expect_line(page)
    expect(page.locator("#headline")).to_have_text("x to move")


def test_back_and_forth_in_the_match(open_page: OpenPage, against_first: str) -> None:
    page = open_page(against_first)
    choice(page, "5").click()
    expect_line(page, "5", "1")
    choice(page, "9").click()
    expect_line(page, "5", "1", "9", "2")
    page.get_by_role("button", name="Undo").click()
    expect(page.locator("#line [aria-current]")).to_have_text(re.compile("2.*o.*1"))
    expect_line(page, "5", "1", "9", "2")
    page.get_by_role("button", name="Redo").click()
    expect(page.locator("#line [aria-current]")).to_have_text(re.compile("4.*o.*2"))
    page.get_by_role("button", name="Start").click()
    expect(page.locator("#line [aria-current]")).to_have_text("Start")
    assert marks(page) == ["restart", "x's turn"]
    page.locator("#line li").nth(1).click()
    expect(page.locator("#message")).to_contain_text("Here o is played by a program.")
    choice(page, "3").click()
    expect_line(page, "5", "3")
    expect(page.locator("#line .branch")).to_have_text("Variation: 2o13x94o2")
    expect(page.locator("#headline")).to_have_text("Your move")
    page.locator("#line li").nth(1).click()
    page.get_by_role("button", name="Play on from here").click()
    expect_line(page, "5", "1")
    page.get_by_role("button", name="New").click()
    expect_line(page)


def test_what_decided_is_marked(open_page: OpenPage, serve: Serve) -> None:
    page = open_page(serve(stage_for("tictactoe")))
    play(page, "5", "1", "4", "2")
    expect(page.locator("#areas .deciding")).to_have_count(0)
    play_on(page, "6")
    expect(page.locator("#headline")).to_have_text("x wins")
    marks = page.locator("#areas .deciding")
    expect(marks).to_have_count(3)
    heights = marks.evaluate_all("nodes => nodes.map((node) => node.getAttribute('y'))")
    assert len(set(heights)) == 1
    page.locator("#line button").first.click()
    expect(marks).to_have_count(0)


def test_rows_and_columns_have_their_names_beside_the_board(open_page: OpenPage, serve: Serve) -> None:
    page = open_page(serve(stage_for("mnk")))
    names = page.locator("#areas .coordinate")
    expect(names).to_have_text(["1", "2", "3"] * 2)
    choice(page, "1,1").click()
    expect_line(page, "1,1")
    expect(names).to_have_count(6)  # though the first cell is no move any more


def test_every_move_is_coloured_by_its_value(open_page: OpenPage, serve: Serve) -> None:
    page = open_page(serve(lambda: table_for(PicturedTicTacToe())))
    play(page, "5", "2")
    switch = page.get_by_role("switch", name="Values")
    switch.click()
    expect(switch).to_have_attribute("aria-checked", "true")
    expect(choice(page, "1")).to_have_text(re.compile("win in 5"))
    results = page.locator("#areas .area").evaluate_all("areas => areas.map(area => area.dataset.result)")
    assert results == ["win", "win", "win", "win", "win", "draw", "win"]
    expect(page.locator("#areas .value").first).to_have_text("win 5")
    colors = page.locator("#fills rect").evaluate_all(
        "nodes => nodes.map(node => getComputedStyle(node).fill)"
    )
    assert colors[0] != colors[5]
    assert "rgba(0, 0, 0, 0)" not in colors
    choice(page, "1").click()
    expect(choice(page, "3")).to_have_text(re.compile("loss in"))
    switch.click()
    expect(page.locator("#areas [data-result]")).to_have_count(0)


def test_a_press_lasts_over_a_redraw(open_page: OpenPage, among_people: str) -> None:
    page = open_page(among_people)
    play(page, "5", "2")
    pressed = choice(page, "9").element_handle()
    pressed.hover()
    page.mouse.down()
    page.keyboard.press("v")
    expect(choice(page, "9")).to_have_text(re.compile("win in"))
    assert pressed.evaluate("node => node.isConnected && node.dataset.result") == "win"
    page.mouse.up()
    expect_line(page, "5", "2", "9")
    start = page.locator("#line button").first.element_handle()
    choice(page, "1").click()
    expect_line(page, "5", "2", "9", "1")
    assert start.evaluate("node => node.isConnected")


def with_modules(page: Page) -> Page:
    """A page with the modules that it is joined from, each by its path."""
    room = files("noughts.page")

    def answer(route: Route) -> None:
        path = route.request.url.rpartition("/modules/")[2]
        route.fulfill(body=(room / path).read_text("utf-8"), content_type="text/javascript")

    page.route("**/modules/**", answer)
    return page


def test_all_of_the_page_is_there_after_a_few_requests(open_page: OpenPage, among_people: str) -> None:
    page = open_page(among_people)
    expect(page.locator("#choices button")).to_have_count(9)
    asked = page.evaluate(
        "performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname)"
    )
    assert sorted({*asked} - {"/page/icon.svg"}) == [
        *("/page/main.js", "/page/style.css", "/page/workers.js", "/paper.css")
    ]


def test_what_waits_for_a_picture_is_dropped_once_there_is_another(browser: Browser) -> None:
    with module_page(browser) as modules:
        done = modules.page.evaluate(
            """async () => {
              const { awaitFrame, catchUp, later } = await import("/src/noughts/page/face/later.js");
              const done = [];
              for (const view of ["first", "second"]) {
                awaitFrame();
                later(() => done.push(view));
              }
              awaitFrame();
              catchUp();
              later(() => done.push("third"));
              return done;
            }"""
        )
    assert done == ["third"]


def test_redrawing_keeps_the_nodes_that_stay(open_page: OpenPage, among_people: str) -> None:
    page = with_modules(open_page(among_people))
    kept = page.evaluate(
        """async () => {
          const { redraw } = await import("/modules/face/nodes.js");
          const parent = document.createElement("div");
          const made = (html) => {
            const template = document.createElement("template");
            template.innerHTML = html;
            return template.content.childNodes;
          };
          const steps = [
            "<p>a</p><p data-key=x>b</p>text<p data-key=y>c</p>",
            "<p data-key=y class=n>d<b>e</b></p><p>f</p>other",
            "<p data-key=y>d</p><p data-key=y>twice</p><i>g</i>",
            "",
          ];
          const counts = [];
          for (const step of steps) {
            const before = [...parent.childNodes];
            redraw(parent, made(step));
            const right = parent.innerHTML === step.replaceAll(/=([a-z])/g, '="$1"');
            counts.push([right, [...parent.childNodes].filter((node) => before.includes(node)).length]);
          }
          return counts;
        }"""
    )
    assert kept == [[True, 0], [True, 3], [True, 2], [True, 0]]


def test_where_a_strategy_decides_the_page_shows_what_it_permits(open_page: OpenPage, serve: Serve) -> None:
    game = PicturedTicTacToe()
    page = open_page(serve(lambda: Table(game, {"o": StrategyPlayer(game, "o", seed=1)})))
    choice(page, "1").click()
    expect(page.locator("#line li")).to_have_count(3)
    page.locator("#line li").nth(1).click()
    expect(page.locator('#choices [data-permitted="true"]')).to_have_text(["5"])
    expect(page.locator('#choices [data-permitted="false"]')).to_have_count(7)
    expect(page.locator('#areas [data-permitted="true"]')).to_have_count(1)
    expect(page.locator("#message")).to_contain_text("whose strategy permits 1 of 8 moves")


def test_the_nearer_the_end_the_stronger_the_colour(open_page: OpenPage, among_people: str) -> None:
    page = open_page(among_people)
    play(page, "5", "2", "4", "8")
    page.keyboard.press("v")
    expect(choice(page, "6")).to_have_text(re.compile("win in 1"))
    strengths = page.locator("#fills rect").evaluate_all(
        "areas => areas.map(area => Number(area.style.getPropertyValue('--strength')))"
    )
    assert max(strengths) == strengths[2]
    assert strengths.count(max(strengths)) == 1


def test_a_hint_is_said_and_marked_until_the_position_changes(open_page: OpenPage, among_people: str) -> None:
    page = open_page(among_people)
    play(page, "5", "2", "4", "8")
    page.get_by_role("button", name="Hint").click()
    expect(page.locator("#message")).to_have_text("Hint: 6 wins in 1 move.")
    expect(page.locator("#choices [data-hinted]")).to_have_text(re.compile("^6"))
    expect(page.locator("#areas [data-hinted]")).to_have_count(1)
    choice(page, "1").click()
    expect(page.locator("#message")).to_have_text("")


def test_a_match_is_played_with_the_keys_alone(open_page: OpenPage, against_first: str) -> None:
    page = open_page(against_first)
    keys = page.keyboard
    keys.press("ArrowRight")
    expect(choice(page, "1")).to_be_focused()
    keys.press("ArrowRight")
    keys.press("ArrowDown")
    expect(choice(page, "5")).to_be_focused()
    reach = page.locator("#areas [data-index='4'] .reach").bounding_box()
    assert choice(page, "5").bounding_box() == pytest.approx(reach, abs=2)
    keys.press("ArrowUp")
    keys.press("ArrowLeft")
    expect(choice(page, "1")).to_be_focused()
    keys.press("ArrowLeft")
    expect(choice(page, "1")).to_be_focused()
    for key in ("ArrowDown", "ArrowRight", "Enter"):
        keys.press(key)
    expect_line(page, "5", "1")
    expect(page.locator("#choices button:focus")).to_have_count(1)
    keys.press("u")
    expect(page.locator("#line [aria-current]")).to_have_text("Start")
    keys.press("r")
    keys.press(",")
    expect(page.locator("#line [aria-current]")).to_have_text(re.compile("^1.*x.*5$"))
    keys.press("p")
    expect(page.locator("#line [aria-current]")).to_have_text(re.compile("^2.*o.*1$"))
    expect_line(page, "5", "1")
    keys.press("h")
    expect(page.locator("#message")).to_contain_text("Hint")
    keys.press("n")
    expect_line(page)


@pytest.mark.parametrize(("key", "code"), [("U", "KeyU"), ("г", "KeyU"), ("б", "Comma"), ("u", "KeyF")])
def test_keys_work_with_caps_lock_and_on_other_layouts(
    open_page: OpenPage, among_people: str, key: str, code: str
) -> None:
    """A letter counts wherever its layout has it; one of another script by its place on the keyboard."""
    page = open_page(among_people)
    play(page, "5", "2")
    page.evaluate(
        "key => document.body.dispatchEvent(new KeyboardEvent('keydown', { ...key, bubbles: true }))",
        {"key": key, "code": code},
    )
    expect(page.locator("#line [aria-current] .what")).to_have_text("5")


def test_a_board_that_is_flipped_is_clicked_and_walked_where_it_is_seen(
    open_page: OpenPage, among_people: str
) -> None:
    page = open_page(among_people)
    play(page, "1")
    mark = page.locator("#images text", has_text=re.compile("^x$"))
    grid = page.locator("#sheet").bounding_box()
    before = mark.bounding_box()
    page.locator("#turn").click()
    expect(page.locator("#turn")).to_have_attribute("aria-pressed", "true")
    after = mark.bounding_box()
    assert grid is not None
    assert before is not None
    assert after is not None
    across = (before["x"] + after["x"] + before["width"]) / 2
    down = (before["y"] + after["y"] + before["height"]) / 2
    assert across == pytest.approx(grid["x"] + grid["width"] / 2, abs=3)
    assert down == pytest.approx(grid["y"] + grid["height"] / 2, abs=3)
    expect(mark).to_have_css("rotate", "180deg")  # upright on the turned sheet
    box = choice(page, "9").bounding_box()
    assert box is not None
    assert box["x"] < after["x"], "the last cell comes first"
    page.mouse.click(box["x"] + 20, box["y"] + 20)
    expect_line(page, "1", "9")
    choice(page, "6").focus()
    page.keyboard.press("ArrowRight")
    expect(choice(page, "5")).to_be_focused()
    page.keyboard.press("ArrowDown")
    expect(choice(page, "2")).to_be_focused()
    page.keyboard.press("f")
    expect(page.locator("#turn")).to_have_attribute("aria-pressed", "false")
    assert page.locator("#images text", has_text=re.compile("^x$")).bounding_box() == before


def test_all_keys_are_listed_and_the_list_can_be_closed(open_page: OpenPage, against_first: str) -> None:
    page = open_page(against_first)
    page.keyboard.press("?")
    dialog = page.get_by_role("dialog", name="Keys")
    expect(dialog).to_be_visible()
    for key in ("Enter", "u", "r", "h", "v", "n", "p", ",", ".", "b", "t", "?"):
        expect(dialog.locator("kbd").get_by_text(key, exact=True)).to_be_visible()
    page.keyboard.press("n")
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()


def test_a_screen_reader_is_told_what_there_is_and_what_happens(
    open_page: OpenPage, against_first: str
) -> None:
    page = open_page(against_first)
    expect(page.get_by_role("img", name="Tic-tac-toe", exact=True)).to_be_visible()
    for name in ("Undo", "Redo", "Hint", "New", "Keys", "Start"):
        expect(page.get_by_role("button", name=name)).to_have_count(1)
    expect(page.get_by_role("list", name="You may play").get_by_role("listitem")).to_have_count(9)
    expect(page.get_by_role("region", name="Moves")).to_be_visible()
    announcer = page.get_by_role("status")
    choice(page, "5").click()
    expect(announcer).to_contain_text("o plays 1. Your move.")
    page.get_by_role("button", name="Undo").click()
    expect(announcer).to_have_text("After 0 moves.")
    unnamed = page.locator("button, [role=img], section").evaluate_all(
        """nodes => nodes.filter(node =>
            !(node.textContent.trim() || node.getAttribute("aria-label"))).length"""
    )
    assert unnamed == 0


def test_a_match_is_saved_and_gone_on_with_in_another_tab(
    open_page: OpenPage, against_first: str, tmp_path: Path
) -> None:
    page, path = open_page(against_first), tmp_path / "saved.match"
    choice(page, "5").click()
    expect_line(page, "5", "1")
    choice(page, "3").click()
    expect_line(page, "5", "1", "3", "2")
    with page.expect_download() as download:
        page.get_by_role("button", name="Save").click()
    assert download.value.suggested_filename == "Tic-tac-toe.match"
    download.value.save_as(path)
    assert load_records(path)[0].moves == ("5", "1", "3", "2")
    expect(page.get_by_role("status")).to_have_text("The match is saved as Tic-tac-toe.match.")
    other = open_page(against_first)
    other.evaluate(
        """() => document.querySelector("#file").addEventListener("click", (event) => {
            event.preventDefault();
            document.body.dataset.asked = Number(document.body.dataset.asked ?? 0) + 1;
        })"""
    )
    other.keyboard.press("l")
    other.get_by_role("button", name="Load").click()
    expect(other.locator("body")).to_have_attribute("data-asked", "2")
    other.locator("#file").set_input_files(path)
    expect_line(other, "5", "1", "3", "2")
    choice(other, "7").click()
    expect(other.locator("#headline")).to_have_text("You win")
    path.write_text("noughts match 1\ngame: Tic-tac-toe\nmoves: 5; 5\n")
    other.locator("#file").set_input_files(path)
    expect(other.locator("#message")).to_contain_text("move 2, `5`, is not legal for `o`")
    expect_line(other, "5", "1", "3", "2", "7")


def test_a_reload_keeps_the_match_and_another_tab_has_its_own(
    open_page: OpenPage, against_first: str
) -> None:
    page = open_page(against_first)
    choice(page, "5").click()
    expect_line(page, "5", "1")
    page.reload()
    expect_line(page, "5", "1")
    other = open_page(against_first)
    expect_line(other)
    choice(other, "3").click()
    expect_line(other, "3", "1")
    page.reload()
    expect_line(page, "5", "1")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_light_and_dark_follow_the_system_until_somebody_chooses(
    open_page: OpenPage, against_first: str, scheme: str
) -> None:
    page = open_page(against_first, color_scheme=scheme)
    other = {"light": "dark", "dark": "light"}[scheme]
    assert brightness(page, "body") == scheme
    page.get_by_role("button", name=other.capitalize()).click()
    assert brightness(page, "body") == other
    page.reload()
    expect(page.locator("#headline")).to_have_text("Your move")
    assert brightness(page, "body") == other


def brightness(page: Page, selector: str) -> str:
    color = page.locator(selector).evaluate("node => getComputedStyle(node).backgroundColor")
    red, green, blue = map(int, re.findall(r"\d+", color)[:3])
    return "light" if red + green + blue > 384 else "dark"


def test_text_can_be_read(open_page: OpenPage, among_people: str) -> None:
    """A contrast of 4.5 to 1 at least, as WCAG 2.2 (1.4.3) asks, of whatever can be pressed or is said."""
    page = open_page(among_people, color_scheme="light")
    play(page, "5", "2")
    page.keyboard.press("v")
    expect(choice(page, "1")).to_have_text(re.compile("win in 5"))
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        expect(page.locator("html")).to_have_attribute("data-theme", scheme)
        assert page.evaluate(CONTRAST) == [], scheme


CONTRAST = """() => {
    const parse = color => color.match(/[\\d.]+/g).map(Number);
    const channel = part => (part /= 255) <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
    const light = ([r, g, b]) => 0.2126 * channel(r) + 0.7152 * channel(g) + 0.0722 * channel(b);
    const ground = node => {
        for (; node; node = node.parentElement) {
            const color = parse(getComputedStyle(node).backgroundColor);
            if (color.length < 4 || color[3] > 0) return color;
        }
    };
    const texts = [...document.querySelectorAll("h1, h2, h3, p, button, span, kbd")];
    return texts
        .filter(node => node.checkVisibility() && !node.closest(":disabled, .unseen, dialog, #sheet"))
        .filter(node => [...node.childNodes].some(part => part.nodeType === 3 && part.data.trim()))
        .map(node => {
            const [a, b] = [light(parse(getComputedStyle(node).color)), light(ground(node))];
            return [node.textContent.trim(), (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)];
        })
        .filter(([, contrast]) => contrast < 4.5);
}"""


def test_a_phone_shows_the_board_large_and_needs_no_sideways_scrolling(
    open_page: OpenPage, against_first: str
) -> None:
    page = open_page(against_first, width=375, height=812, has_touch=True, is_mobile=True)
    assert page.evaluate("document.documentElement.scrollWidth") <= 375
    screen = page.locator("#screen").bounding_box()
    board = page.locator("#images line").first.bounding_box()
    assert screen is not None
    assert board is not None
    assert board["height"] > 150, "fitted to what is drawn"
    click_pixel(page, 250, 550)
    expect_line(page, "5", "1")
    page.get_by_role("switch", name="Values").tap()
    expect(choice(page, "2")).to_have_text(re.compile("draw"))
    assert page.evaluate("document.documentElement.scrollWidth") <= 375


@pytest.mark.parametrize(("game", "height"), [("tictactoe", 520), ("morris", 520), ("hex", 500)])
def test_the_board_fills_the_window_and_the_page_does_not_scroll(
    open_page: OpenPage, serve: Serve, game: str, height: int
) -> None:
    """On a desktop the paper stands beside it; on a phone the board is as wide as the screen."""
    arguments = GameArgument([game])
    page_of_it = page_settings(arguments, options={}, pairs=[], seed=1)
    paper = paper_writer(documents_of_game(arguments))
    page = open_page(serve(page_of_it, paper=paper, style=paper_style()), width=1280, height=800)
    expect(page.locator("#paper article")).to_be_visible()
    sheet, stage = (page.locator(name).bounding_box() for name in ("#sheet", ".stage"))
    assert sheet is not None
    assert stage is not None
    assert sheet["height"] >= height or sheet["width"] == stage["width"] > 720
    assert page.evaluate("document.querySelector('#board').scrollHeight") <= 800 - 48
    page.set_viewport_size({"width": 390, "height": 844})
    expect(page.locator("#sheet")).to_have_js_property("offsetWidth", 390 - 2 * 12)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


def test_the_grid_of_tic_tac_toe_is_in_the_middle(open_page: OpenPage, serve: Serve) -> None:
    page = open_page(serve(page_settings(GameArgument(["tictactoe"]), options={}, pairs=[], seed=1)))
    expect(page.locator("#areas .area")).to_have_count(9)
    middles = """() => ["#screen", "#areas"].map((name) => {
        const { left, width } = document.querySelector(name).getBoundingClientRect();
        return left + width / 2;
    })"""
    screen, cells = page.evaluate(middles)
    assert cells == pytest.approx(screen, abs=20)


def test_nothing_jumps_while_one_plays(open_page: OpenPage, against_first: str) -> None:
    page = open_page(against_first)
    assert page.evaluate("document.documentElement.scrollHeight") == 900, "nothing is below the window"
    selectors = ("#screen", "#headline", ".actions", "#line-title")

    def places() -> list[object]:
        return [page.locator(selector).bounding_box() for selector in selectors]

    def at() -> list[tuple[float, float]]:
        return [(box["x"], box["y"]) for box in places() if isinstance(box, dict)]

    before = at()
    for cell in "53":
        choice(page, cell).click()
        expect(choice(page, cell)).to_have_count(0)
        assert at() == before
    expect_line(page, "5", "1", "3", "2")  # before the answer there is no hint
    page.keyboard.press("h")
    expect(page.locator("#message")).to_contain_text("Hint")
    assert at() == before


def test_a_game_without_a_screen_is_played_by_its_moves(open_page: OpenPage, serve: Serve) -> None:
    page = open_page(serve(lambda: table_for(Subtraction(), second=First())))
    expect(page.locator("#position")).to_have_text("7 left")
    expect(page.locator("#screen")).to_be_hidden()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(page.locator("#position")).to_have_text("4 left")
    expect_line(page, "take 2", "take 1")


def test_the_paper_stands_beside_the_board_and_can_be_put_away(open_page: OpenPage, serve: Serve) -> None:
    """On a phone and in print the board comes first; a paper that is put away is not printed."""
    paper_of_it = paper_writer(documents_of_game(GameArgument(["tictactoe"])))
    table = table_for(PicturedTicTacToe())
    page = open_page(serve(lambda: table, paper=paper_of_it, style=paper_style()), width=1280, height=800)
    paper, board, tabs = page.locator("#paper"), page.locator("#board"), page.locator(".tabs")
    expect(paper.get_by_role("heading", name="The rules")).to_be_visible()
    left, right = paper.bounding_box(), page.locator("#screen").bounding_box()
    assert left is not None
    assert right is not None
    assert left["x"] + left["width"] <= right["x"]
    assert right["y"] + right["height"] < 800
    paper.locator(".noughts-contents").get_by_role("link", name="The mouse").click()
    expect(paper.get_by_role("heading", name="The mouse")).to_be_in_viewport()
    expect(page.locator("#screen")).to_be_in_viewport(ratio=1)
    page.emulate_media(media="print")
    expect(paper).to_be_visible()
    above, beneath = page.locator("#screen").bounding_box(), paper.bounding_box()
    assert above is not None
    assert beneath is not None
    assert above["y"] + above["height"] < beneath["y"]
    page.emulate_media(media="screen")
    page.locator("#reading").click()
    for media in ("print", "screen"):
        page.emulate_media(media=media)
        expect(paper).to_be_hidden()
        expect(page.locator("#screen")).to_be_visible()
    page.set_viewport_size({"width": 360, "height": 740})
    tabs.get_by_role("link", name="Paper").click()
    expect(paper.get_by_role("heading", name="Tic-tac-toe")).to_be_in_viewport()
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    tabs.get_by_role("link", name="Board").click()
    expect(board.locator("#headline")).to_be_in_viewport()


def stage_for(game: str) -> PageSettings:
    """The page of a game of the library, with people on all sides."""
    people = {"x": "person", "o": "person"}
    return page_settings(GameArgument([game]), options=people, pairs=[], seed=1)


def test_game_numbers_and_players_are_chosen_on_the_page(open_page: OpenPage, serve: Serve) -> None:
    page = open_page(serve(stage_for("tictactoe")))
    expect(page.locator("#choices button")).to_have_count(9)
    page.keyboard.press("g")
    dialog = page.get_by_role("dialog", name="Game and players")
    expect(dialog.get_by_label("x", exact=True)).to_have_value("person")
    dialog.get_by_label("Game", exact=True).select_option("mnk")
    dialog.get_by_label("m", exact=True).fill("0")
    expect(page.locator("#title")).to_have_text("Tic-tac-toe")  # until the other game begins
    dialog.get_by_role("button", name="Start").click()
    expect(dialog.get_by_role("alert")).to_contain_text("these settings make no game")
    dialog.get_by_label("m", exact=True).fill("4")
    dialog.get_by_label("o", exact=True).select_option("random")
    dialog.get_by_label("Name of x").fill("Ada")
    dialog.get_by_role("button", name="Start").click()
    expect(dialog).to_be_hidden()
    expect(page.locator("#title")).to_have_text("The m,n,k-game")
    expect(page.locator("#choices button")).to_have_count(12)
    expect(page.locator("#seats li")).to_have_text(["x Ada", "o random"])
    expect(page.locator("#paper")).to_contain_text("Tic-tac-toe is one of a family")
    page.keyboard.press("x")
    expect(page.locator("#seats li")).to_have_text(["x random", "o Ada"])


def test_a_game_that_is_not_begun_after_all_changes_nothing(open_page: OpenPage, serve: Serve) -> None:
    page = open_page(serve(stage_for("tictactoe")))
    play(page, "5", "1")
    page.keyboard.press("g")
    dialog = page.get_by_role("dialog", name="Game and players")
    dialog.get_by_label("Game", exact=True).select_option("threenim")
    expect(dialog.get_by_label("cleo", exact=True)).to_have_value("best")
    dialog.get_by_role("button", name="Cancel").click()
    expect(dialog).to_be_hidden()
    expect(page.locator("#line > li:not(.branch)")).to_have_count(3)
    page.keyboard.press("g")
    expect(dialog.get_by_label("Game", exact=True)).to_have_value("tictactoe")
    expect(dialog.get_by_label("o", exact=True)).to_have_value("person")


def test_what_was_asked_before_the_formulas_came_is_known_with_them(
    open_page: OpenPage, serve: Serve, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The match goes on in another worker, whose positions have other numbers."""
    whole, may_come = vars(PageSettings)["whole"], Event()
    found = property(lambda settings: may_come.wait(600) and whole.fget(settings))
    monkeypatch.setattr(PageSettings, "whole", found)
    page = open_page(serve(stage_for("tictactoe")))
    play(page, "5")
    page.keyboard.press("v")
    expect(page.locator("#legend span").first).to_be_visible()
    with page.expect_event("worker"):
        may_come.set()
    play_on(page, "1")
    expect(page.locator("#legend span").first).to_be_visible()
    expect(page.locator("#trouble")).to_be_hidden()


def test_values_that_a_page_cannot_find_come_from_the_service(open_page: OpenPage, serve: Serve) -> None:
    """Or why there are none."""
    for game, sides, said in (
        ("four", ("x", "o"), re.compile("^Hint: .* Searched to depth .* not proved")),
        (
            "threenim",
            ("ann", "ben", "cleo"),
            re.compile("^The values of the moves could not be .*: threenim has"),
        ),
    ):
        people = dict.fromkeys(sides, "person")
        page = open_page(serve(page_settings(GameArgument([game]), options=people, pairs=[], seed=1)))
        page.keyboard.press("h")
        expect(page.locator("#message")).to_have_text(said)


def test_how_often_a_level_errs_is_said_of_a_game_in_python_too(
    open_page: OpenPage, serve: Serve, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "own_game.py").write_text("from tests.small_games import TicTacToe\n")
    monkeypatch.syspath_prepend(tmp_path)  # faults in its folder, which has no other tests, are the author's
    game = GameArgument(["own_game:TicTacToe"])
    page = open_page(serve(page_settings(game, options={"o": "middling"}, pairs=[], seed=1)))
    expect(page.locator("#seats")).to_contain_text("makes one move in three at random")
    choice(page, "5").click()
    expect(page.locator("#line > li")).to_have_count(3)


def test_a_link_leads_to_the_settings_of_its_match(open_page: OpenPage, serve: Serve) -> None:
    address = serve(stage_for("tictactoe"))
    page = open_page(f"{address}#game=mnk&let=m%3D4~n%3D2&moves=1%2C1~4%2C2")
    expect(page.locator("#choices button")).to_have_count(6)
    page.locator("#share").click()
    expect(page.locator("#link")).to_have_value(re.compile(r"#game=mnk&let=m%3D4~n%3D2&moves=1%2C1~4%2C2$"))


def test_a_game_begins_in_the_known_size_and_the_dialog_starts_either_size(
    open_page: OpenPage, serve: Serve, tmp_path: Path
) -> None:
    path = tmp_path / "own.led"
    text = library.path_of("domineering").read_text("utf-8")
    path.write_text(text.replace("{`n |-> 8}", "{`n |-> 2}"), "utf-8")
    people = {"left": "person", "right": "person"}
    page = open_page(serve(page_settings(GameArgument([str(path)]), options=people, pairs=[], seed=1)))
    number = page.locator("#paper [id='def-n']")
    moves = page.locator("#choices button")
    expect(number).to_contain_text("here 2")
    expect(moves).to_have_count(4)
    dialog = page.get_by_role("dialog", name="Game and players")
    for size, count in ("Solved", 16), ("Known", 4):
        page.keyboard.press("g")
        dialog.get_by_role("button", name=f"{size} size").click()
        expect(dialog).to_be_hidden()
        expect(moves).to_have_count(count)
        page.locator("#share").click()
        expect(page.locator("#link")).to_have_value(re.compile(f"let=n%3D{count**0.5:.0f}"))
        page.keyboard.press("Escape")


def test_a_paper_that_comes_late_has_the_numbers_of_the_size_that_is_shown(
    open_page: OpenPage, serve: Serve
) -> None:
    page = open_page(serve(stage_for("tictactoe")))
    late = list[Route]()
    page.route("**/paper?*", lambda route: route.continue_() if late else late.append(route))
    page.reload()
    expect(page.locator("#choices button")).to_have_count(9)
    page.keyboard.press("g")
    dialog = page.get_by_role("dialog", name="Game and players")
    dialog.get_by_label("Game", exact=True).select_option("mnk")
    dialog.get_by_label("m", exact=True).fill("4")
    dialog.get_by_role("button", name="Start").click()
    expect(page.locator("#paper h1")).to_have_text("The m,n,k-game")
    with page.expect_response("**/paper?*") as response:
        late[0].continue_()
    response.value.finished()
    page.evaluate("() => new Promise((resolve) => setTimeout(resolve))")  # after the page has read it
    expect(page.locator("#paper h1")).to_have_text("The m,n,k-game")


def test_a_game_that_is_left_no_longer_looks_for_its_formulas(
    open_page: OpenPage, serve: Serve, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else the next one would wait for them."""
    begun, left = Event(), Event()

    def look_until_stopped(settings: PageSettings) -> None:
        begun.set()
        try:
            while True:
                current.get().look()
                left.wait(0.01)
        except Stopped:
            left.set()
            raise

    whole = vars(PageSettings)["whole"]
    monkeypatch.setattr(PageSettings, "whole", property(look_until_stopped))
    page = open_page(serve(stage_for("tictactoe")))
    assert begun.wait(600)
    monkeypatch.setattr(PageSettings, "whole", whole)
    page.keyboard.press("g")
    dialog = page.get_by_role("dialog", name="Game and players")
    dialog.get_by_label("Game", exact=True).select_option("mnk")
    dialog.get_by_label("m", exact=True).fill("4")
    dialog.get_by_role("button", name="Start").click()
    expect(page.locator("#title")).to_have_text("The m,n,k-game")
    assert left.wait(600)


def test_a_click_where_no_move_is_legal_is_answered_with_the_reason(
    open_page: OpenPage, serve: Serve
) -> None:
    page = open_page(serve(stage_for("tictactoe")))
    expect(page.locator("#def-occupied")).to_be_attached()  # reasons have links into the paper that is there
    play(page, "5", "1")
    panel = page.get_by_role("region", name="5 is not legal")
    click_pixel(page, 350, 550)
    expect(panel.locator("li p")).to_contain_text(
        ["legalMove((`x, 5)) false", "m[1] = playerToMove ∧ legalToMoveIn(m[2]) false m = (`x, 5)"]
    )
    expect(panel.locator("li p").last).to_have_text("currentState {(`x, 5), (`o, 1)}")
    panel.get_by_role("link", name="occupied(c)", exact=True).click()
    expect(page.locator("#def-occupied")).to_be_in_viewport()
    page.keyboard.press("Escape")
    expect(panel).to_be_hidden()
    click_pixel(page, 350, 550)
    expect(panel).to_be_visible()
    choice(page, "4").click()
    expect(panel).to_be_hidden()
    click_pixel(page, 500, 120)  # nothing is there
    play_on = [choice(page, move) for move in ("2", "6")]
    for made, move in enumerate(play_on, 4):
        move.click()
        expect(page.locator("#line > li:not(.branch)")).to_have_count(made + 1)
    page.get_by_role("button", name="Why?").click()
    over = page.get_by_role("region", name="x has won")
    expect(over.locator("#reasons > li > p")).to_have_text(["wins(`x) true", "gameOver true"])


def test_the_keyboard_asks_why_a_move_is_not_legal(open_page: OpenPage, serve: Serve) -> None:
    page = open_page(serve(stage_for("tictactoe")))
    play(page, "5")
    panel = page.locator("#why")
    for move, fact in (
        ("7", "7 is legal"),
        ("12", "The rules have no move “12”"),
        ("5", "5 is not legal"),
    ):
        page.keyboard.press("y")
        expect(page.get_by_label("Why is this move not legal?")).to_be_focused()
        page.keyboard.type(move)
        page.keyboard.press("Enter")
        expect(panel.locator("h3")).to_have_text(fact)
        page.keyboard.press("Escape")
        expect(panel).to_be_hidden()


def test_a_game_without_reasons_is_not_asked_for_them(open_page: OpenPage, among_people: str) -> None:
    page = open_page(among_people)
    play(page, "1", "4", "2", "5", "3")
    expect(page.locator("#headline")).to_have_text("x wins")
    expect(page.get_by_role("button", name="Why?")).to_be_hidden()


def test_what_cannot_be_chosen_is_said_where_it_was_chosen(open_page: OpenPage, serve: Serve) -> None:
    page = open_page(serve(stage_for("tictactoe")))
    expect(page.locator("#choices button")).to_have_count(9)
    page.keyboard.press("g")
    expect(page.get_by_label("x", exact=True)).to_have_value("person")
    page.evaluate("document.querySelector('#game').append(new Option('chess', 'chess'))")
    page.get_by_label("Game", exact=True).select_option("chess")
    expect(page.locator("#choosing-error")).to_contain_text("there is no game `chess`")
    expect(page.get_by_label("Game", exact=True)).to_have_value("tictactoe")


def test_the_score_counts_the_matches_of_those_who_sit_at_the_table(
    open_page: OpenPage, serve: Serve
) -> None:
    page = open_page(serve(stage_for("tictactoe")))
    play(page, "1", "4", "2", "5", "3")
    expect(page.locator("#headline")).to_have_text("x wins")
    expect(page.locator("#seats li")).to_have_text(["x person 1", "o person 0"])
    page.get_by_role("button", name="New").click()
    expect_line(page)
    play(page, "1", "2", "3", "5", "4", "6", "8", "7", "9")
    expect(page.locator("#seats li")).to_have_text(["x person 1", "o person 0", "draws 1"])


def test_mistakes_are_marked_after_the_match_and_variations_kept(
    open_page: OpenPage, among_people: str
) -> None:
    page = open_page(among_people)
    play(page, "5", "2")
    page.keyboard.press("v")
    expect(page.locator("#line .mistake")).to_have_text("2o2?")
    page.keyboard.press("v")
    expect(page.locator("#line .mistake, #graph:not([hidden])")).to_have_count(0)
    for move in ("1", "3", "9"):
        choice(page, move).click()
        expect(choice(page, move)).to_have_count(0)
    expect(page.locator("#headline")).to_have_text("x wins")
    expect(page.locator("#graph")).to_have_attribute("aria-label", "For x: draw; win; win; win; win")
    page.locator("#graph rect").nth(1).click()
    expect(page.locator("#line [aria-current]")).to_have_text("2o2?")
    choice(page, "8").click()
    expect(page.locator("#line .branch")).to_have_text("Variation: 3x14o35x9")
    page.locator("#line .branch button").last.click()
    expect(page.locator("#headline")).to_have_text("x wins")
    expect(page.locator("#line .branch")).to_have_text("Variation: 3x8")


def test_a_finished_match_is_tried_again_where_somebody_erred(open_page: OpenPage, among_people: str) -> None:
    page = open_page(among_people)
    play(page, "5", "2", "1", "3", "9")
    page.keyboard.press("v")
    expect(page.locator("#line .mistake")).to_have_count(1)
    page.keyboard.press("v")
    page.get_by_role("button", name="Try again: move 2").click()
    expect(page.locator("#line [aria-current]")).to_have_text("1x5")
    play_on(page, "1")
    expect(page.locator("#line .branch")).to_have_text("Variation: 2o23x14o35x9")
    expect(page.get_by_role("button", name=re.compile("^Try again"))).to_have_count(0)


DECODED = """async (bytes) => {
  const decoder = new ImageDecoder({ data: Uint8Array.from(bytes), type: "image/gif" });
  await Promise.all([decoder.completed, decoder.tracks.ready]);
  const frames = [];
  for (let frameIndex = 0; frameIndex < decoder.tracks.selectedTrack.frameCount; frameIndex += 1) {
    const { image } = await decoder.decode({ frameIndex });
    const pixels = new Uint8Array(image.allocationSize());
    await image.copyTo(pixels);
    frames.push([image.duration / 1e6, pixels.reduce((sum, byte, k) => (31 * sum + byte + k) % 1000003, 7)]);
  }
  return frames;
}"""
"""The seconds of each frame of a GIF as the browser reads it, and a number that pixels have."""


def test_the_link_is_the_match_and_pictures_stand_alone(
    open_page: OpenPage, serve: Serve, tmp_path: Path
) -> None:
    page = open_page(serve(stage_for("tictactoe")))
    play(page, "5", "2", "1")
    page.get_by_role("button", name="Share").click()
    link = page.get_by_label("Link to this position").input_value()
    saved = []
    for name in ("Board as SVG", "Board as PNG", "Match as animated SVG", "Match as GIF"):
        with page.expect_download() as download:
            page.get_by_role("button", name=name).click()
        path = tmp_path / download.value.suggested_filename
        download.value.save_as(path)
        saved.append(path)
    board, png, film, gif = saved
    drawn = page.evaluate(DECODED, list(gif.read_bytes()))
    assert [seconds for seconds, _ in drawn] == [1, 1, 1, 3]
    assert len({pixels for _, pixels in drawn}) == 4
    assert png.read_bytes().startswith(b"\x89PNG")
    texts = [str(node.text) for node in ElementTree.parse(board).iter() if node.tag.endswith("}text")]
    assert sorted(texts) == ["o", "o's turn", "restart", "x", "x"]
    groups = [node for node in ElementTree.parse(film).getroot() if node.tag.endswith("}g")]
    assert len(groups) == 4
    assert not any(word in path.read_text() for path in (board, film) for word in ("href", "script"))
    other = open_page(link)
    expect_line(other, "5", "2", "1")


def test_single_letters_can_be_left_to_others(open_page: OpenPage, among_people: str) -> None:
    page = open_page(among_people)
    play(page, "5")
    page.keyboard.press("?")
    page.get_by_label("Single letters are commands").uncheck()
    page.keyboard.press("Escape")
    page.keyboard.press("n")
    page.keyboard.press("?")
    expect_line(page, "5")
    page.get_by_label("Single letters are commands").check()
    page.keyboard.press("Escape")
    page.keyboard.press("n")
    expect_line(page)


RESTS = """
() => new Promise((resolve) => {
    const place = () => document.querySelector("#images circle").getAttribute("cx");
    const before = place();
    setTimeout(() => resolve(place() === before), 200);
})
"""


def test_a_film_can_be_paused_and_has_keys_for_thumbs(open_page: OpenPage, serve: Serve) -> None:
    page = open_page(serve(film(BOUNCING)), width=375, height=812, has_touch=True, is_mobile=True)
    key = page.locator("#touch-keys").get_by_role("button", name="w")
    key.dispatch_event("pointerdown")
    expect(page.locator("#images text").first).to_have_text("keys w")
    key.dispatch_event("pointerup")
    expect(page.locator("#images text").first).to_have_text("keys ")
    page.get_by_role("button", name="Pause").tap()
    expect(page.locator("#headline")).to_have_text("Paused")
    page.wait_for_function(RESTS)  # what was on its way has arrived
    ball = page.locator("#images circle")
    place = ball.get_attribute("cx")
    page.get_by_role("button", name="Play").tap()
    expect(ball).not_to_have_attribute("cx", place or "")


def test_the_space_bar_is_the_button_that_pauses_a_film(open_page: OpenPage, serve: Serve) -> None:
    """Wherever the focus is: a button in focus is pressed by the key, and no film pauses twice."""
    page = open_page(serve(film(BOUNCING)))
    button = page.locator("#pause")
    expect(button).to_have_accessible_name(re.compile("Pause"))
    for press in (lambda: page.keyboard.press("Space"), button.click, lambda: button.press("Space")):
        for shown, label in (("Paused", "Play"), ("Running", "Pause")):
            press()
            expect(page.locator("#headline")).to_have_text(shown)
            expect(button).to_have_accessible_name(re.compile(label))
    page.locator("#screen").click()  # which has the focus of the board
    page.keyboard.press("Space")
    expect(page.locator("#headline")).to_have_text("Paused")


def test_a_move_and_its_place_on_the_board_point_at_each_other(
    open_page: OpenPage, among_people: str
) -> None:
    page = open_page(among_people)
    play(page, "5", "2")
    area = page.locator("#areas .last").bounding_box()
    page.locator("#line button").nth(1).hover()
    expect(page.locator("#areas .pointed")).to_have_count(1)
    assert page.locator("#areas .pointed").bounding_box() != area
    assert area is not None
    page.mouse.move(area["x"] + 20, area["y"] + 20)
    expect(page.locator("#areas .pointed")).to_have_count(0)
    expect(page.locator("#line .lifted")).to_have_text("2o2")


def test_what_is_the_same_of_every_move_is_said_once(open_page: OpenPage, among_people: str) -> None:
    page = open_page(among_people)
    page.keyboard.press("v")
    expect(page.locator("#legend")).to_have_text("Every move draws.")
    expect(page.locator("#fills rect")).to_have_count(9)
    expect(page.locator("#areas .value")).to_have_count(0)
    play(page, "5", "2")
    expect(page.locator("#legend span")).to_have_text(["wins", "draws", "the number: moves to the end"])


def test_a_film_moves_and_hears_mouse_and_keys(open_page: OpenPage, serve: Serve) -> None:
    page = open_page(serve(film(BOUNCING)))
    ball = page.locator("#images circle")
    expect(ball).not_to_have_attribute("cx", ball.get_attribute("cx") or "")
    page.keyboard.down("a")
    page.keyboard.down("W")
    expect(page.locator("#images text").first).to_have_text("keys a w")
    page.keyboard.up("a")
    expect(page.locator("#images text").first).to_have_text("keys w")
    click_pixel(page, 500, 400)
    expect(page.locator("#images text").last).to_have_text("1")
    page.get_by_role("button", name="Start over").click()
    expect(page.locator("#images text").last).to_have_text("0")


def test_a_film_that_fails_says_why_and_is_begun_anew(open_page: OpenPage, serve: Serve) -> None:
    page = open_page(serve(film(FADING)))
    headline, error = page.locator("#headline"), page.locator("#error")
    for leave in (page.get_by_role("button", name="Start over").click, page.reload):
        expect(headline).to_have_text("Stopped")
        expect(page.get_by_role("heading", name="The rules have an error")).to_be_visible()
        expect(error).to_contain_text("error E302: 0/0 has no value")
        assert "mono" in error.evaluate("node => getComputedStyle(node).fontFamily")
        expect(page.locator("#images circle")).to_be_visible()
        leave()
    page.get_by_role("button", name="Start over").click()
    expect(headline).to_have_text("Running")
    expect(error).to_be_hidden()


@pytest.mark.parametrize("stage", [film(DULL), lambda: table_for(Breaking((1, 0)))])
def test_what_has_no_first_picture_says_why_and_is_begun_anew(
    open_page: OpenPage, serve: Serve, stage: Callable[[], Table] | PageSettings
) -> None:
    page = open_page(serve(stage))
    for again in range(2):
        expect(page.locator("#headline")).to_have_text("Stopped")
        expect(page.locator("#error")).to_have_text(re.compile("no value|no rules for 1"))
        page.reload() if again else page.get_by_role("button", name="Start over").click()


def test_rules_that_break_down_are_told_and_the_match_goes_on(open_page: OpenPage, serve: Serve) -> None:
    page = open_page(serve(lambda: table_for(Breaking())))
    play(page, "take 3")
    choice(page, "take 1").click()
    expect(page.locator("#error")).to_have_text("there are no rules for 3")
    expect_line(page, "take 3")
    page.get_by_role("button", name="Undo").click()
    expect(page.locator("#error")).to_be_hidden()


@pytest.mark.parametrize("error", [RulesError("no rules"), KeyError("key"), GivesUp("failing")])
def test_a_program_that_cannot_decide_is_asked_again_when_a_person_wants(
    open_page: OpenPage, serve: Serve, error: Exception
) -> None:
    program = Failing(error)
    page = open_page(serve(lambda: table_for(Subtraction(), second=program)))
    choice(page, "take 3").click()
    expect(page.locator("#headline")).to_have_text("second to move")
    expect(page.locator("#message")).to_contain_text("failing could not decide for second")
    expect(page.locator("#trouble, #message")).to_contain_text(
        ["", re.compile("failing gives up")] if isinstance(error, GivesUp) else [str(error), ""]
    )
    page.reload()
    expect(page.locator("#message")).to_contain_text("failing could not decide for second")
    program.told.set()
    page.get_by_role("button", name="Play on from here").click()
    expect_line(page, "take 3", "take 1")
    expect(page.locator("#error")).to_be_hidden()


def test_work_that_takes_long_is_told_and_can_be_stopped(open_page: OpenPage, tmp_path: Path) -> None:
    path = tmp_path / "slow.led"
    path.write_text(SLOW)
    with running(path, "--x", "person", "--o", "person", for_ever=True) as program:
        page = open_page(program.address)
        for stop in (page.get_by_role("button", name="Stop").click, lambda: page.keyboard.press("Escape")):
            expect(page.locator("#headline")).to_have_text("x to move")
            click_pixel(page, LEFT, 400)
            expect(page.get_by_role("button", name="Stop")).to_be_visible()
            stop()
            expect(page.locator("#message")).to_have_text("Stopped.")
            expect(page.get_by_role("button", name="Stop")).to_be_hidden()
            expect_line(page)
        page.close()


def test_a_file_that_is_too_large_is_refused_in_a_sentence(
    open_page: OpenPage, among_people: str, tmp_path: Path
) -> None:
    page, path = open_page(among_people), tmp_path / "large.match"
    path.write_bytes(b"x" * 17_000_000)
    page.locator("#file").set_input_files(path)
    expect(page.locator("#message")).to_have_text(
        "large.match has 17 megabytes, and a page takes up to 8: see noughts play --load."
    )
    path.write_bytes(bytes(range(256)) * 1000)
    page.locator("#file").set_input_files(path)
    expect(page.locator("#message")).to_contain_text("this is not the record of a match")
    play(page, "5")


def test_when_the_program_ends_the_page_says_so(window: BrowserContext) -> None:
    page = window.new_page()
    with served(lambda: table_for(Subtraction())) as address:
        page.goto(address)
        expect(page.locator("#position")).to_have_text("7 left")
    expect(page.get_by_role("alert")).to_contain_text("Noughts does not answer")
    page.close()


def duplicate(page: Page) -> Page:
    """Another tab with all that this one remembers, as when a browser duplicates it."""
    kept = page.evaluate("() => JSON.stringify(sessionStorage)")
    other = page.context.new_page()
    other.goto(f"{page.url}page/theme.js")
    script = "(kept) => Object.entries(JSON.parse(kept)).forEach(([key, text]) => sessionStorage[key] = text)"
    other.evaluate(script, kept)
    other.goto(page.url)
    expect(other.locator("#headline")).not_to_have_text("…")
    return other


def test_a_program_that_was_started_again_is_given_back_what_was_played(
    window: BrowserContext, port: int, tmp_path: Path
) -> None:
    """In the file they are the same matches: none is there twice, and none instead of another."""
    path = tmp_path / "all.match"

    def new_table() -> Table:
        return RecordedTable(PicturedTicTacToe(), {"x": Person(), "o": First()}, file=file)

    file = RecordFile(path)
    page = window.new_page()
    with served(new_table, port=port) as address:
        page.goto(address)
        play_against_first(page, "3", "5", "7")
        page.get_by_role("button", name="New").click()
        expect(page.locator("#message")).to_have_text("A new match. Undo leads back to the one before.")
        play_against_first(page, "9")
        expect_line(page, "9", "1")
        other = duplicate(page)
        expect_line(other, "9", "1")
    expect(page.get_by_role("alert")).to_contain_text("Noughts does not answer")
    file = RecordFile(path)
    with served(new_table, port=port):
        expect(page.get_by_role("alert")).to_be_hidden()
        expect_line(page, "9", "1")
        expect_line(other, "9", "1")
        choice(page, "5").click()
        expect_line(page, "9", "1", "5", "2")
        choice(other, "3").click()
        expect_line(other, "9", "1", "3", "2")
        page.reload()
        expect_line(page, "9", "1", "5", "2")
        for current in (re.compile("^2.*o.*1$"), "Start", re.compile("7")):
            page.get_by_role("button", name="Undo").click()
            expect(page.locator("#line [aria-current]")).to_have_text(current)
        expect_line(page, "3", "1", "5", "2", "7")
    page.close()
    other.close()
    moves = [" ".join(record.moves) for record in load_records(path)]
    assert moves[:2] == ["3 1 5 2 7", "9 1 5 2"]
    assert moves[2:] == ["9 1 3 2"]


def play_against_first(page: Page, *moves: str) -> None:
    """Choose the moves; whoever takes the first free cell answers each that does not end the match."""
    headline = page.locator("#headline")
    for move in moves:
        expect(headline).to_have_text("Your move")  # so there is a view to count in
        before = page.locator("#line .what").count()
        choice(page, move).click()
        expect(page.locator("#line .what")).not_to_have_count(before)  # else the headline is that of before
    expect(headline).to_have_text(re.compile("^(Your move|You win)$"))


WITH_PICTURE = """/$
initialState := 0
playerToMove := `x
moves := {1}
legalMove(m) iff currentState < m
outcome(m) := m
gameOver iff currentState = 1
wins(p) iff gameOver
newState := 1 if mouseClicked; currentState otherwise
images := {graphic("a picture.svg", point(500, 400), 200, 100)}
$/"""


def test_pictures_are_drawn(open_page: OpenPage, serve: Serve, tmp_path: Path) -> None:
    square = (
        '<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"><rect width="10" height="10"/></svg>'
    )
    (tmp_path / "a picture.svg").write_text(square)
    (tmp_path / "drawn.led").write_text(WITH_PICTURE)
    game = GameArgument([str(tmp_path / "drawn.led")])
    page = open_page(serve(page_settings(game, options={}, pairs=[], seed=1)))
    image = page.locator("#images image")
    expect(image).to_have_attribute("href", re.compile("^data:image/svg.xml;base64,"))
    expect(image).to_have_attribute("href", re.compile(re.escape(b64encode(square.encode()).decode())))
    for name, place in {"x": "400", "y": "350", "width": "200", "height": "100"}.items():
        expect(image).to_have_attribute(name, place)


def test_boxes_are_those_of_the_browser(open_page: OpenPage, among_people: str) -> None:
    """They are computed from what the images are, since a layout would take longer.

    The browser rounds the height of a text above and below its line to pixels of the display, and its edges.
    """
    page = with_modules(open_page(among_people))
    ink = Color(10, 20, 30)
    drawn = (
        Segment(Point(700, 30), Point(20, 600), ink),
        Circle(Point(300, 200), 40, ink),
        Disc(Point(Fraction(1, 3), 790), Fraction(5, 2), ink),
        Triangle(Point(900, 1), Point(30, 500), Point(444, 333), ink),
        Text("12", Point(100, 100), 30, ink),
        Text("a longer text", Point(500, 600), 18, ink),
        Text("12", Point(420, 77), 30, ink),
        Text("12", Point(420, 77), 60, ink),
        Text(" ", Point(1, 2), 10, ink),
    )
    differences = page.evaluate(
        """async (images) => {
          const { Screen } = await import("/modules/face/screen.js");
          const screen = new Screen();
          screen.draw(images);
          return [...document.querySelectorAll("#images > *")].flatMap((node, place) => {
            const [ours, theirs] = [screen.boxes[place], node.getBBox()];
            const pixel = node.tagName === "text" ? 1 / node.getScreenCTM().a : 0.01;
            const names = theirs.width ? ["x", "y", "width", "height"] : ["width", "height"];
            return names.map((name) => Math.abs(ours[name] - theirs[name]) / pixel);
          });
        }""",
        images_json(drawn),
    )
    assert len(differences) >= 4 * len(drawn) - 2  # a blank has no place
    assert max(differences) < 2


def test_a_picture_is_drawn_as_if_nothing_was_there_and_what_stays_is_not_touched(
    open_page: OpenPage, among_people: str
) -> None:
    """Images are put in, taken out and moved at any place, some of them twice in a picture."""
    page = with_modules(open_page(among_people))
    ink = Color(10, 20, 30)
    images = images_json([*(Disc(Point(k, k), 5, ink) for k in range(9)), Text("♞", Point(9, 9), 30, ink)])
    chance = Random(3)
    pictures = [[chance.choice(images) for _ in range(chance.randrange(12))] for _ in range(60)]
    page.evaluate(
        """async (pictures) => {
          const { Screen } = await import("/modules/face/screen.js");
          const [screen, node] = [new Screen(), document.querySelector("#images")];
          const drawn = (images) => {
            screen.draw(images);
            return node.innerHTML;
          };
          for (const images of pictures) {
            const [before, shown] = [screen.nodes, screen.shown.map((image) => JSON.stringify(image))];
            const now = drawn(images);
            const stays = images.filter((image) => {
              const place = shown.indexOf(JSON.stringify(image));
              if (place >= 0) shown[place] = "";
              return place >= 0;
            });
            const kept = screen.nodes.filter((each) => before.includes(each));
            if (kept.length !== stays.length) throw new Error(`${kept.length} of ${stays.length} kept`);
            drawn([]);
            if (now !== drawn(images)) throw new Error(`unlike a fresh picture: ${now}`);
          }
        }""",
        pictures,
    )
