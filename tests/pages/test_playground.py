"""The playground in a real browser, served as files beneath a folder of a host.

The package of Pyodide is downloaded once and kept in the cache of this user; where the registry cannot be
reached, these tests say so and are skipped.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator
from functools import partial
from http.server import ThreadingHTTPServer
from pathlib import Path
from random import Random
from threading import Thread
from urllib.parse import urljoin

import pytest
from playwright.sync_api import BrowserContext, FrameLocator, Page, expect

from noughts.documents import library
from noughts.pages.playground.build import Unreachable, playground
from noughts.pages.playground.workbench import respond
from noughts.pages.site.folder import write_folder
from noughts.pages.site.leaf import game_leaf
from noughts.pages.site.site import Site
from tests.browser import page_in
from tests.faces.test_accessible_page import violations
from tests.pages.test_site import QuietHandler

EDITS = int(os.environ.get("NOUGHTS_FUZZ_EDITS", "5"))
"""Random edits about which Python is asked in the browser and here."""
DIE = "# A die\n\n/$ die := {1..6} $/\n\n/? |die| = 6 ?/\n"
SLOW = "/? |{(a, b, c) | a in {1..999} & b in {1..999} & c in {1..999} & a * b = c + 1}| = 3 ?/\n\n"
ENDLESS = f"# Slow\n\n/$ a_die := {{1..6}} $/\n\n{SLOW * 40}"  # each takes all the time that it may
COUNT_REHEARSALS = """
  self.rehearsed = 0;
  const post = Worker.prototype.postMessage;
  Worker.prototype.postMessage = function (asked) {
    const isOther = () => JSON.parse(localStorage.getItem("noughts-playground")).text !== asked.text;
    if (asked.do === "weave" && isOther()) self.rehearsed += 1;
    post.call(this, asked);
  };
"""
"""Counts how often Python is asked for the page of another text than that which is seen."""
FIELD = "#text .cm-content"
MARKED = f"{FIELD} .cm-lintRange-error"
DEEP = "# Deep\n\n/$ f(n) := f(n + 1) + 1 $/\n\n/? f(1) = 1 ?/\n"


@pytest.fixture(scope="session")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Where a playground is served."""
    try:
        made = playground()
    except Unreachable as reason:
        pytest.skip(str(reason))
    assert made.lacks_snapshot == ""
    folder = tmp_path_factory.mktemp("playground") / "public"
    write_folder(folder, made.files)
    serve = partial(QuietHandler, directory=str(folder.parent))
    with ThreadingHTTPServer(("127.0.0.1", 0), serve) as server:
        Thread(target=server.serve_forever).start()
        yield f"http://127.0.0.1:{server.server_port}/public/playground/index.html"
        server.shutdown()


@pytest.fixture(scope="module")
def opened(window: BrowserContext, address: str) -> Iterator[Page]:
    """The page, once Python has begun."""
    with page_in(window, address) as page:
        state(page, "No errors, 13 tests passed")
        yield page


CHOOSE = """(select, name) => {
  select.value = name;
  select.dispatchEvent(new Event("change"));
  return document.querySelector("#state").textContent;
}"""
"""What the playground says when another document has just been chosen."""


def state(page: Page, text: str) -> None:
    expect(page.locator("#state")).to_have_text(text)


def shown(page: Page) -> FrameLocator:
    """The page of the document that is seen; the next one may be on its way."""
    return page.frame_locator("iframe.seen")


def write(page: Page, text: str) -> None:
    """Write a text in place of what is there, as one paste."""
    field = page.locator(FIELD)
    field.focus()
    field.press("Control+a")
    page.keyboard.insert_text(text)


def expect_text(page: Page, text: str) -> None:
    """Wait until the editor has a text, of which only some lines are in the page."""
    page.wait_for_function(
        """async ([field, text]) => {
          const { EditorView } = await import("./codemirror.js");
          const place = document.querySelector("#text").shadowRoot.querySelector(field);
          return EditorView.findFromDOM(place).state.doc.toString() === text;
        }""",
        arg=[".cm-content", text],
    )


def test_the_page_of_a_document_plays(opened: Page) -> None:
    frame = shown(opened)
    expect(frame.locator("#headline")).to_have_text("Your move")
    expect(frame.locator("#seats")).to_contain_text("perfect")
    frame.locator("#choices button", has_text="5").first.click()
    expect(frame.locator("#line li")).to_have_count(3)
    assert opened.frames[-1].evaluate("() => self.origin") == "null"  # it can reach nothing of the playground
    assert violations(opened, {"iframes": False}) == []


def test_a_board_is_shown_before_the_formulas_of_its_rules_and_plays_on_with_them(opened: Page) -> None:
    text = library.path_of("nim").read_text("utf-8")
    write(opened, text.replace("heaps := (3, 4, 5)", "heaps := (2, 2, 1)"))
    frame = shown(opened)
    expect(frame.locator("#title")).to_have_text("Nim")
    expect(frame.locator("#choices button")).to_have_count(5)  # the page is not seen without its board
    expect(frame.locator("#noughts-program")).not_to_contain_text("kernel: null")
    expect(frame.locator("#seats .note")).to_contain_text("can be beaten")
    frame.locator("#choices button").first.click()
    expect(frame.locator("#line li")).to_have_count(3)


def test_edits_are_rehearsed_before_the_first_one(window: BrowserContext, address: str) -> None:
    """Three times, however long what is shown first takes; then Python does only what it is asked."""
    with page_in(window) as page:
        page.add_init_script(COUNT_REHEARSALS)
        page.goto(address)
        page.wait_for_function("() => self.rehearsed === 3")
        write(page, DIE)
        state(page, "No errors, 1 test passed")
        write(page, DIE.replace("A die", "Two dice"))
        expect(shown(page).locator("h1").last).to_have_text("Two dice")
        assert page.evaluate("() => self.rehearsed") == 3


def test_the_match_goes_on_when_the_text_changes(window: BrowserContext, address: str) -> None:
    """As it was by the same rules; by others with its moves, if they fit."""
    nim = library.path_of("nim").read_text("utf-8").replace("heaps := (3, 4, 5)", "heaps := (2, 2, 1)")
    with page_in(window, address) as page:
        write(page, nim)
        frame = shown(page)
        expect(frame.locator("#title")).to_have_text("Nim")
        expect(frame.locator("#seats .note")).to_contain_text("can be beaten")
        frame.locator("#choices button").first.click()
        moves = frame.locator("#line > li:not(.branch)")
        expect(moves).to_have_count(3)
        played = moves.all_text_contents()
        write(page, f"{nim}\nThe end.\n")
        expect(frame.locator("#paper")).to_contain_text("The end.")
        expect(moves).to_have_text(played)
        write(page, nim.replace("heaps := (2, 2, 1)", "heaps := (2, 2, 3)"))
        expect(frame.locator("#paper")).not_to_contain_text("The end.")
        expect(moves).to_have_text(played)


def test_undo_takes_back_an_example_with_its_name_and_redo_brings_it_again(
    window: BrowserContext, address: str
) -> None:
    with page_in(window, address) as page:
        field, examples = page.locator(FIELD), page.locator("#example")
        write(page, DIE)
        expect(examples).to_have_value("")
        state(page, "No errors, 1 test passed")
        examples.select_option("hex.led")
        expect(examples).to_have_value("hex.led")
        expect(page).to_have_title("hex.led – Noughts playground")
        field.press("Control+z")
        expect_text(page, DIE)
        expect(page).to_have_title("tictactoe.led – Noughts playground")
        field.press("Control+y")
        expect_text(page, library.path_of("hex").read_text("utf-8"))
        expect(page).to_have_title("hex.led – Noughts playground")
        for _ in range(20):  # more often than there was anything to take back
            field.press("Control+z")
        expect(examples).to_have_value("tictactoe.led")
        examples.select_option("nim.led")
        page.reload()
        expect(examples).to_have_value("nim.led")
        examples.select_option("")
        expect_text(page, DIE)  # what was written last; examples that were looked at are not


def test_nothing_is_said_of_the_document_before(window: BrowserContext, address: str) -> None:
    with page_in(window, address) as page:
        expect(page.locator("#state")).to_have_text(re.compile("^No errors"))
        assert page.locator("#example").evaluate(CHOOSE, "hex.led") == "Checking …"


def test_words_are_coloured_and_completed_by_what_they_mean(opened: Page) -> None:
    write(opened, f"{DIE}/$ larger(roll) := roll > 3 $/\n\n/$ two := $/")
    expect(opened.locator(f"{FIELD} .led-function")).to_have_text("larger")
    expect(opened.locator(f"{FIELD} .led-parameter")).to_have_text(["roll", "roll"])
    for _ in range(3):
        opened.keyboard.press("ArrowLeft")
    opened.keyboard.type(" lar")
    offered = opened.locator(".cm-tooltip-autocomplete [aria-selected]")
    expect(offered).to_contain_text("larger(roll)")
    offered.click()
    opened.keyboard.type("(")  # which is closed
    expect(opened.locator(f"{FIELD} .cm-line").last).to_have_text("/$ two := larger() $/")
    expect(opened.locator(f"{FIELD} .cm-matchingBracket")).to_have_count(2)


def test_an_error_is_shown_at_its_place_while_one_types(opened: Page) -> None:
    write(opened, DIE.replace("|die|", "|dice|"))
    state(opened, "1 error")
    expect(opened.locator(MARKED)).to_have_text("dice")
    expect(opened.locator("#problems li")).to_contain_text("Line 5: [E202] nothing defines `dice`")
    opened.locator("#problems button").click()
    expect(opened.locator(FIELD)).to_be_focused()
    opened.keyboard.type("die")  # in place of what is wrong, which is selected
    state(opened, "No errors, 1 test passed")
    expect(opened.locator(MARKED)).to_have_count(0)
    expect(shown(opened).locator("h1").last).to_have_text("A die")
    write(opened, DIE.replace("= 6", "= 7"))
    state(opened, "1 of 1 test failed")
    expect(opened.locator("#problems li")).to_contain_text("expected 7, got 6")


def test_a_program_that_does_not_end_is_stopped(opened: Page) -> None:
    write(opened, ENDLESS)
    opened.get_by_role("button", name="Stop").click()
    state(opened, "Stopped. It is tried again when the text changes.")
    write(opened, DIE)
    state(opened, "No errors, 1 test passed")


def test_a_recursion_that_does_not_end_is_an_error(opened: Page) -> None:
    write(opened, DEEP)
    state(opened, "1 of 1 test failed")
    expect(opened.locator("#problems li")).to_contain_text("[E403]")


def test_documents_are_saved_opened_and_shared(opened: Page, address: str, tmp_path: Path) -> None:
    (tmp_path / "mine.led").write_text(DIE.replace("A die", "Ein Würfel 🎲"), "utf-8")
    opened.locator("#file").set_input_files(tmp_path / "mine.led")
    expect(shown(opened).locator("h1").last).to_have_text("Ein Würfel 🎲")
    with opened.expect_download() as saving:
        opened.get_by_role("button", name="Save", exact=True).click()
    assert saving.value.suggested_filename == "mine.led"
    assert Path(saving.value.path()).read_bytes() == (tmp_path / "mine.led").read_bytes()
    with opened.expect_download() as saving:
        opened.get_by_role("button", name="Save page").click()
    assert "Ein Würfel" in Path(saving.value.path()).read_text("utf-8")
    opened.get_by_role("button", name="Copy link").click()
    expect(opened.locator("#state")).to_contain_text("contains the whole document")
    link = opened.url
    assert link.startswith(f"{address}#name=mine.led&document=")
    opened.select_option("#example", "nim.led")
    expect(shown(opened).locator("#title")).to_have_text("Nim")
    assert "#" not in opened.url
    opened.goto(link)
    expect(shown(opened).locator("h1").last).to_have_text("Ein Würfel 🎲")
    opened.evaluate("() => { location.hash = '#document=damaged'; }")
    state(opened, "The link is damaged: no document is in it.")


def test_a_link_opens_rules_of_the_library(opened: Page, address: str) -> None:
    leaf = game_leaf("knights")
    invitation = Site([], {"playground/index.html": b""}).weaver.invitation(leaf)
    [link] = re.findall('href="([^"]*)"', invitation)
    opened.goto(urljoin(f"{address}/../../{leaf.address}", link))
    expect(shown(opened).locator("#title")).to_have_text(library.title_of("knights"))
    assert opened.url == address
    opened.evaluate("() => { location.hash = '#example=nowhere.led'; }")
    state(opened, "The library has no document `nowhere.led`.")


def test_it_fits_on_a_phone(opened: Page) -> None:
    opened.set_viewport_size({"width": 360, "height": 740})
    opened.emulate_media(color_scheme="dark")
    assert opened.evaluate("() => document.documentElement.scrollWidth") <= 360
    assert violations(opened, {"iframes": False}) == []


def test_python_says_in_a_browser_what_it_says_here(opened: Page) -> None:
    dice = Random(0)
    text = library.path_of("nim").read_text("utf-8")
    questions = [{"do": "check", "name": "nim.led", "text": edited(text, dice)} for _ in range(EDITS)]
    found = opened.evaluate(
        """async (questions) => {
          const { Python } = await import("./python.js");
          const python = new Python({ isSnapshot: true, begins: () => {}, fails: () => {} });
          const answers = [];
          for (const question of questions) answers.push((await python.ask(question)).problems);
          python.worker.terminate();
          return answers;
        }""",
        questions,
    )
    assert found == [json.loads(respond(json.dumps(question)))["problems"] for question in questions]


def edited(text: str, dice: Random) -> str:
    """A text with a piece left out, doubled or moved."""
    start = dice.randrange(len(text))
    end = min(start + dice.randrange(1, 12), len(text))
    to = dice.randrange(len(text))
    piece = dice.choice(["", text[start:end] * 2, text[to : to + 8]])
    return text[:start] + piece + text[end:]
