"""The site: every page is whole, every link leads somewhere, and the search finds things."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from itertools import pairwise
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING
from urllib.parse import unquote

import pytest
from playwright.sync_api import expect

from noughts.documents import library
from noughts.documents.settings import suggested
from noughts.language.check import read_program
from noughts.pages.site.leaf import INTRODUCTION, game_leaf, leaves, manual
from noughts.pages.site.site import DOCUMENTS, Site
from noughts.pages.site.start import Card, cards, facts_of, game_of_library, known_facts, of_size
from noughts.stop import Stop, Stopped, honouring
from noughts.text.document import read_documents
from tests.browser import OpenPage, new_window
from tests.faces.test_accessible_page import OF_COLOURS, violations
from tests.library.games import ANIMATIONS, ASKED, AT_LENGTH, by_rules
from tests.weave.pages import Page

if TYPE_CHECKING:
    from playwright.sync_api import Browser
    from playwright.sync_api import Page as Tab


ROOT = Path(__file__).parents[2]
FIGURES = tomllib.loads((ROOT / "tests" / "library" / "figures.toml").read_text("utf-8"))["game"]
MANUAL_OF_PYTHON = (ROOT / "docs" / "python.md").read_text("utf-8")
OF_EACH_KIND = (
    "index",
    "introduction",
    "reference",
    "decisions/index",
    "library/nim",
    f"library/{ANIMATIONS[0]}",
)
SECONDS = 5 if AT_LENGTH else 600
"""For a game to be solved, at most: what is not found so soon is not shown.

The plan of a typical game ends by itself, so no clock decides what its card shows.
"""
OFFERED = library.names() if AT_LENGTH else ("frogs", "hanoi")
"""Games whose pages offer other settings here; those of all are tested in tests/pages/test_live_game.py."""


@pytest.fixture(scope="module")
def shown() -> list[Card]:
    return cards(SECONDS, names=ASKED)


@pytest.fixture(scope="module")
def site(shown: list[Card], tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site") / "public"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(
            "noughts.pages.site.site.suggested", lambda name: suggested(name) if name in OFFERED else []
        )
        Site(shown).write(folder)
    return folder


@pytest.fixture(scope="module")
def pages(site: Path) -> dict[Path, Page]:
    return {path: Page(path.read_text("utf-8")) for path in site.rglob("*.html")}


def test_every_page_is_there_and_whole(pages: dict[Path, Page]):
    assert len(pages) == sum(not leaf.is_game for leaf in leaves()) + len(ASKED) + 1 > 30
    for path, page in pages.items():
        assert page.open == [], path
        assert len(set(page.anchors)) == len(page.anchors), path


def test_the_readme_lists_every_page_of_the_manual_once():
    assert sorted(manual()) == sorted(path.stem for path in (ROOT / "docs").glob("*.md"))


def test_a_reader_can_go_through_the_manual_page_by_page(site: Path, pages: dict[Path, Page]):
    order = [site / f"{name}.html" for name in (INTRODUCTION, *manual())]
    for page, after in pairwise(order):
        assert pages[page].links[-1] == after.name
        assert page.name in pages[after].links[-2:]


def test_comments_are_not_shown(site: Path):
    """But as code, which says how they are written."""
    for path in site.glob("*.html"):
        shown = re.sub(r"<(code|pre)\b.*?</\1>", "", path.read_text("utf-8"), flags=re.DOTALL)
        assert "&lt;!--" not in shown, path


def test_every_link_leads_somewhere(pages: dict[Path, Page]):
    for path, page in pages.items():
        for link in page.links:
            if re.match(r"https?:", link):
                continue
            name, _, anchor = link.partition("#")
            target = (path.parent / name).resolve() if name else path
            assert target.is_file(), (path, link)
            assert not anchor or unquote(anchor) in pages[target].anchors, (path, link)


def test_nothing_comes_from_elsewhere(site: Path, pages: dict[Path, Page]):
    for path, page in pages.items():
        for wanted in page.wanted:
            if wanted.startswith("data:"):
                continue
            assert (path.parent / wanted).resolve().is_relative_to(site.resolve()), (path, wanted)
            assert (path.parent / wanted).is_file(), (path, wanted)


def test_the_page_of_a_document_is_read_as_the_document(site: Path):
    [document] = read_documents(site / "library" / "nim.html")
    assert document.source.text == library.path_of("nim").read_text("utf-8")
    for name in DOCUMENTS:
        page = site / Path(name).with_suffix(".html").name
        assert read_program([page]).definitions.keys() == read_program([ROOT / name]).definitions.keys()


def test_the_rules_of_a_game_lead_to_the_playground_where_there_is_one():
    leaf = game_leaf("nim")
    link = 'href="../playground/index.html#example=nim.led"'
    for extra, there in (({}, 0), ({"playground/index.html": b""}, 1)):
        assert Site([], extra).weaver.woven(leaf).live.count(link) == there


def test_facts_that_nobody_waits_for_are_not_found_and_not_kept():
    """The page that asked for them was closed: that they took too long is no fact."""
    text, unwanted = library.path_of("quarto").read_text("utf-8"), Stop()
    unwanted.wanted = True
    with honouring(unwanted), pytest.raises(Stopped):
        facts_of(by_rules("quarto"), text)
    assert known_facts(text) is None


def test_the_facts_of_a_game_are_its_figures(shown: list[Card]):
    known = {figures["name"]: figures for figures in FIGURES if "let" not in figures}
    solved = 0
    for card in shown:
        figures = known.get(card.name, {})
        if "value" not in figures or (figures.get("large") and not figures.get("formulas", True)):
            continue  # unknown, or not certainly found in so short a time
        assert card.facts is not None
        if figures.get("large") and not card.facts.solved:
            continue  # morris takes a little longer
        solved += 1
        winner = re.sub(r"( in \d+) moves?", r"\1", card.facts.winner)
        value = figures["value"]
        puzzle = re.sub(r"^\w+ wins?", "can be solved", value)
        assert winner.removeprefix("a ") in (f"{value} with perfect play", puzzle)
        counted = f"{sum(figures['by_ply']):,} positions"
        assert card.facts.positions == counted + of_size(game_of_library(card.name))
    assert solved >= 5


def test_facts_say_of_which_size_they_are_where_people_know_another_one():
    for name, words in (("hex", " with n = 3"), ("kalah", " with k = 2, n = 2"), ("tictactoe", "")):
        assert of_size(game_of_library(name)) == words


def test_every_game_has_a_picture_and_a_link(site: Path, pages: dict[Path, Page]):
    start = pages[site / "index.html"]
    for name in ASKED:
        assert f"library/{name}.html" in start.links
    text = (site / "index.html").read_text("utf-8")
    assert text.count("<svg") + text.count("<pre") == len(ASKED)


@pytest.fixture
def tab(browser: Browser) -> Iterator[Tab]:
    with new_window(browser) as window:
        yield window.new_page()


def test_the_language_on_one_page_is_printed_on_one_sheet(site: Path, tab: Tab):
    tab.goto((site / "led.html").as_uri())
    sides = re.findall(rb"/Type\s*/Page\b", tab.pdf(format="A4"))
    assert 1 <= len(sides) <= 2


def test_the_search_finds_headings_words_and_definitions(site: Path, tab: Tab):
    tab.goto((site / "decisions" / "index.html").as_uri())
    found = tab.locator(".site .found a")
    tab.fill("input[type=search]", "playerToMove nim")
    expect(found.first).to_contain_text("playerToMove")
    tab.fill("input[type=search]", "Game.solve")
    expect(found.first).to_have_attribute("href", "../reference.html#Game.solve")
    tab.fill("input[type=search]", "E202")
    tab.press("input[type=search]", "Enter")
    tab.wait_for_url("**/errors.html#e202")
    tab.fill("input[type=search]", "nowhere to be found")
    expect(tab.locator(".site .found output")).to_have_text("Nothing found.")


def test_the_search_finds_other_forms_of_a_word_and_shows_where_it_stands(site: Path, tab: Tab):
    tab.goto((site / "index.html").as_uri())
    found = tab.locator(".site .found a")
    answers = list[list[str]]()
    for typed in ("solving large games", "solves a large game", "solved LARGE Games"):
        tab.fill("input[type=search]", typed.replace(" a ", " "))
        expect(found.first).to_contain_text("arge")
        answers.append([link.get_attribute("href") or "" for link in found.all()])
        marks = {text.lower() for text in found.first.locator("mark").all_inner_texts()}
        assert all(any(mark.startswith(word) for mark in marks) for word in ("solv", "large", "game"))
    assert answers[0] == answers[1] == answers[2] != []


def test_a_word_in_a_heading_counts_more_than_in_a_text(site: Path, tab: Tab):
    tab.goto((site / "index.html").as_uri())
    tab.fill("input[type=search]", "glossary")
    expect(tab.locator(".site .found a").first).to_have_attribute("href", "glossary.html#glossary")


def test_the_search_works_by_keys_alone(site: Path, tab: Tab):
    tab.goto((site / "faq.html").as_uri())
    tab.keyboard.press("/")
    tab.keyboard.type("cookbook")
    found = tab.locator(".site .found a")
    expect(found.first).to_be_visible()
    tab.keyboard.press("ArrowDown")
    expect(found.first).to_be_focused()
    tab.keyboard.press("ArrowUp")
    tab.keyboard.press("Escape")
    expect(found.first).not_to_be_visible()
    tab.keyboard.type("cookbook")
    expect(found.first).to_be_visible()
    tab.keyboard.press("ArrowDown")
    tab.keyboard.press("Enter")
    tab.wait_for_url("**/cookbook.html#cookbook")


def test_code_is_copied_by_keys_and_by_touch_without_prompts_and_answers(site: Path, browser: Browser):
    with new_window(browser, viewport={"width": 360, "height": 740}, has_touch=True) as window:
        window.grant_permissions(["clipboard-read", "clipboard-write"])
        tab = window.new_page()
        tab.goto((site / "python.html").as_uri())
        button = tab.locator(".code button").first
        button.focus()
        expect(button).to_be_in_viewport()
        tab.keyboard.press("Enter")
        expect(button).to_have_text("Copied")
        typed = 'import noughts\ngame = noughts.load("tictactoe")\ngame.sides'
        assert tab.evaluate("navigator.clipboard.readText()") == typed
        [program] = re.findall(
            r"^```python\n(from noughts.*?alpha_beta.*?)\n```", MANUAL_OF_PYTHON, re.M | re.S
        )
        block = tab.locator(".code", has_text="alpha_beta_search").first
        block.get_by_role("button").tap()
        expect(block.get_by_role("button")).to_have_text("Copied")
        assert tab.evaluate("navigator.clipboard.readText()") == program


def test_the_contents_are_folded_on_a_phone_and_beside_the_text_on_a_desk(site: Path, open_page: OpenPage):
    tab = open_page(width=360, height=740)
    tab.goto((site / "python.html").as_uri())
    contents, order = tab.locator(".noughts-contents li").first, tab.locator("nav.manual")
    expect(contents).not_to_be_visible()
    expect(order).not_to_be_visible()
    tab.locator(".noughts-contents summary").click()
    expect(contents).to_be_visible()
    tab.set_viewport_size({"width": 1280, "height": 740})
    expect(order.locator("[aria-current]")).to_be_in_viewport()
    boxes = [part.bounding_box() for part in (order, tab.locator("article > p").first, contents)]
    for left, right in pairwise(boxes):
        assert left is not None
        assert right is not None
        assert left["x"] + left["width"] <= right["x"]


@pytest.fixture(scope="module")
def beneath(site: Path) -> Iterator[str]:
    """The address of the site where a host has it in a folder beneath its own."""
    serve = partial(QuietHandler, directory=str(site.parent))
    with ThreadingHTTPServer(("127.0.0.1", 0), serve) as server:
        Thread(target=server.serve_forever).start()
        yield f"http://127.0.0.1:{server.server_port}/{site.name}"
        server.shutdown()


class QuietHandler(SimpleHTTPRequestHandler):
    """The files of a folder, as ``python -m http.server`` serves them."""

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing."""


@pytest.mark.parametrize("host", ["a disk", "a server"])
def test_a_game_is_chosen_played_and_left_again(
    site: Path, beneath: str, open_page: OpenPage, host: str
) -> None:
    root = site.as_uri() if host == "a disk" else beneath
    tab = open_page()
    asked = list[str]()
    tab.on("request", lambda request: asked.append(request.url))
    tab.goto(f"{root}/index.html")
    tab.get_by_role("link", name="Tic-tac-toe").first.click()
    expect(tab.locator("#headline")).to_have_text("Your move")
    tab.locator("#choices button", has_text="5").first.click()
    expect(tab.locator("#line li")).to_have_count(3)
    tab.get_by_role("link", name="All games").click()
    expect(tab.get_by_role("heading", level=1)).to_have_text("Noughts")
    local = (root, "data:", "blob:")
    assert [url for url in asked if not url.startswith(local)] == []


def looked_at(site: Path, pages: dict[Path, Page]) -> list[Path]:
    """Pages of each kind; all of them if that was asked for."""
    if AT_LENGTH:
        return sorted(pages)
    return [site / f"{name}.html" for name in OF_EACH_KIND]


@pytest.mark.parametrize(("width", "scheme"), [(360, "light"), (1280, "dark")])
def test_pages_fit_any_window_and_can_be_used_by_all(
    site: Path, pages: dict[Path, Page], beneath: str, open_page: OpenPage, width: int, scheme: str
) -> None:
    """No page scrolls sideways or breaks a rule of axe-core, and none has anything to say on the console.

    What a page is made of is the same in the dark: there rules of colours are asked, and all at length.
    """
    rules = None if AT_LENGTH or scheme == "light" else OF_COLOURS
    tab = open_page(width=width, height=740, color_scheme=scheme)
    wrong = dict[str, object]()
    for path in looked_at(site, pages):
        name = path.relative_to(site).as_posix()
        tab.goto(f"{beneath}/{name}")
        if path.parent.name == "library":
            expect(tab.locator("#headline")).not_to_have_text("…")
        if (wide := tab.evaluate("document.documentElement.scrollWidth")) > width:
            wrong[name] = f"{wide} pixels wide"
        if broken := violations(tab, rules):
            wrong[name] = broken
    assert wrong == {}
