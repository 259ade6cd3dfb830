"""Names that every object of JavaScript has are names like others: of sides, definitions, moves, settings."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from noughts.cli.main import obey
from noughts.pages.live_game import LiveGame, live_game
from noughts.text.document import split_document
from noughts.text.source import Source
from tests.browser import new_window, page_in
from tests.faces.programs import running
from tests.pages.back_end import (
    Json,
    answers_on_page,
    comparable,
    random_commands,
    reasons_in_python,
    views_in_python,
)

INHERITED = [
    "constructor",
    "toString",
    "valueOf",
    "hasOwnProperty",
    "isPrototypeOf",
    "propertyIsEnumerable",
    "toLocaleString",
]
"""Names of what every object has; `__proto__` begins with no letter, and can be the text of a side only."""
OF_THE_LANGUAGE = [
    "arguments",
    "eval",
    "await",
    "yield",
    "undefined",
    "NaN",
    "self",
    "frame",
    "place",
    "length",
    "then",
    "submit",
    "prototype",
    "entered",
    "default",
]
"""Names that generated code, a form or a promise could take for its own."""
SIDES = [("`{0}", "`{1}"), ('"__proto__"', "`{1}"), ("`{1}", '"__proto__"')]
"""Atoms and texts; the last pair has a side that comes behind the one of a person."""


def hostile(seed: int) -> str:
    """A document whose every name is such a word."""
    dice = Random(seed)
    words = [*INHERITED, *OF_THE_LANGUAGE]
    dice.shuffle(words)
    taken, other, size, ended, held, piece, first, second, third = words[:9]
    sides = dice.sample(INHERITED, 2)
    one, two = (side.format(*sides) for side in SIDES[seed % len(SIDES)])
    drawn = f"""
images := {{text({piece}, point(200 * {piece}, 400), 40, color(0, 0, 0)) | {piece} in {{1..{size}}}}}
newState := currentState if ~mouseClicked V gameOver; outcome(`{second}) otherwise
"""
    return f"""# {first}

/$
{size} := 4
initialState := ({one}, {{`{second} |-> 0, `{third} |-> 0}})
playerToMove := currentState[1]
{held} := currentState[2]
{other} := {two} if currentState[1] = {one}; {one} otherwise
{taken} := {held}[`{second}] + {held}[`{third}]
moves := {{`{second}, `{third}}}
legalMove({piece}) iff {piece} in moves & {taken} < {size} & {held}[{piece}] < 3
outcome({piece}) := ({other}, {held}[{piece} |-> {first}]) where {first} = {held}[{piece}] + 1
{ended} iff {taken} = {size}
gameOver iff {ended}
wins({first}) iff {ended} & {first} = {other} & {held}[`{second}] > 1
{drawn if seed % 2 else ""}$/
"""


def hostile_game(seed: int) -> LiveGame:
    """The game of such a document, in a file of such a name."""
    name = INHERITED[seed % len(INHERITED)]
    document = split_document(Source(name, hostile(seed)))
    return live_game([document], name=name, title=name, folder=Path())


@pytest.fixture(scope="module")
def page(browser: Browser) -> Iterator[Page]:
    """A page with nothing on it."""
    with new_window(browser) as window:
        yield window.new_page()


@pytest.mark.parametrize("seed", range(9))
def test_a_page_shows_what_python_shows(page: Page, seed: int) -> None:
    game = hostile_game(seed)
    commands = random_commands(game, Random(seed), 20, solves=True)
    shown = answers_on_page(page, game, commands, solves=True)
    meant = views_in_python(game, commands, solves=True)
    assert not [answer for answer in shown if "view" not in answer]
    assert [comparable(each["view"]) for each in shown] == [comparable(view) for view in meant]


@pytest.mark.parametrize("seed", range(3))
def test_a_page_gives_the_reasons_that_python_gives(page: Page, seed: int) -> None:
    game = hostile_game(seed)
    commands: list[Json] = [{"do": "play", "index": 0, "ply": ply} for ply in range(3)]
    commands += [{"do": "why not", "text": text, "ply": 3} for text in INHERITED]
    commands += [{"do": "play", "index": 0, "ply": 3}, {"do": "why over"}]
    shown = answers_on_page(page, game, commands)
    assert [each["why"] for each in shown if "why" in each] == reasons_in_python(game, commands)
    assert '"bindings": {"' in json.dumps(shown)


def played_in(page: Page, tmp_path: Path) -> None:
    """A match in a page from its first move to its last, saved and loaded, with its players changed."""
    first = page.locator("#choices button:not([disabled])").first
    items = page.locator("#line > li")
    for made in range(1, 5):
        first.evaluate("button => button.click()")
        expect(items).to_have_count(made + 1)
    expect(page.locator("#headline")).to_have_attribute("data-state", "over")
    page.locator("#why-over").click()
    expect(page.locator("#reasons li").first).to_be_attached()
    with page.expect_download() as saved:
        page.locator("#save").click()
    saved.value.save_as(tmp_path / "saved.match")
    page.locator("#rematch").click()
    expect(items).to_have_count(1)
    page.locator("#file").set_input_files(tmp_path / "saved.match")
    expect(items).to_have_count(5)
    expect(page.locator("#error")).to_be_hidden()


def everybody_a_person(page: Page) -> None:
    """Choose persons for all sides."""
    expect(page.locator("#choices button").first).to_be_attached()
    page.locator("#choose").click()
    expect(page.locator("#players select")).to_have_count(2)
    for choice in page.locator("#players select").all():
        choice.select_option("person")
    page.locator("#choosing button[value=start]").click()
    expect(page.locator("#seats .player")).to_have_text(["person", "person"])


@pytest.mark.parametrize("seed", range(3))
def test_a_woven_page_plays(window: BrowserContext, tmp_path: Path, seed: int) -> None:
    document = tmp_path / "constructor.led"
    document.write_text(hostile(seed), encoding="utf-8")
    woven = tmp_path / "constructor.html"
    assert obey(["weave", str(document), "-o", str(woven)]) == 0
    with page_in(window, woven.as_uri()) as page:
        everybody_a_person(page)
        played_in(page, tmp_path)


@pytest.mark.parametrize("seed", range(2))
def test_a_served_page_plays(window: BrowserContext, tmp_path: Path, seed: int) -> None:
    document = tmp_path / "constructor.led"
    document.write_text(hostile(seed), encoding="utf-8")
    with running(document) as program, page_in(window, program.address) as page:
        everybody_a_person(page)
        played_in(page, tmp_path)
