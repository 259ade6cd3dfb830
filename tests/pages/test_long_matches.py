"""A match may be long: nothing done with one takes a call within a call, or an argument, for each move."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser import OpenPage
from tests.modules import ModulePage, module_page

pytestmark = pytest.mark.long

PLIES = 200_000
"""More than a browser takes arguments in a call, and far more than calls within calls."""


@pytest.fixture(scope="module")
def modules(browser: Browser) -> Iterator[ModulePage]:
    """A page with the modules of the project."""
    with module_page(browser) as page:
        yield page


@pytest.mark.parametrize("lines", [True, False])
def test_a_match_of_very_many_moves_is_read_played_and_shown(modules: ModulePage, lines: bool) -> None:
    """In many lines of a file, and in a single one."""
    asked = {"plies": PLIES, "lines": lines}
    found = modules.call("/tests/pages/long_matches.js", "played", asked)
    assert found["ply"] == found["line"] == found["byRules"] == PLIES
    assert found["isSame"]
    assert found["code"] == [found["position"]]
    assert found["views"] == [
        [PLIES, PLIES, []],
        [3, 3, [[2, PLIES - 2]]],
        [PLIES, PLIES, [[2, 1]]],
        [PLIES - 1, PLIES, [[2, 1]]],
    ]


# A whole page

LINES = ["nw-sw", "ne-se", "sw-se", "nw-m", "ne-m", "sw-m", "se-m"]
"""The lines of the board of Pong hau k'i."""


def pong(plies: int) -> list[str]:
    """The moves of a match at random in which nobody is blocked."""
    dice, texts = Random(1), list[str]()
    men, side = {"nw": 0, "ne": 0, "sw": 1, "se": 1}, 0
    while len(texts) < plies:
        after = [(f"{a}-{b}", made) for a, b, made in steps(men, side) if steps(made, 1 - side)]
        text, men = dice.choice(after)
        texts.append(text)
        side = 1 - side
    return texts


def steps(men: dict[str, int], side: int) -> list[tuple[str, str, dict[str, int]]]:
    """The moves of a side to the empty point, each with the men after it."""
    ends = [line.split("-") for line in LINES]
    ways = [(a, b) for a, b in [*ends, *(pair[::-1] for pair in ends)] if men.get(a) == side and b not in men]
    return [(a, b, {**{p: s for p, s in men.items() if p != a}, b: side}) for a, b in ways]


@pytest.fixture
def long_match(tmp_path: Path) -> Path:
    """A file of a match of three thousand moves, all in one line."""
    path = tmp_path / "long.match"
    path.write_text(f"noughts match 1\ngame: ponghauki\nmoves: {'; '.join(pong(3000))}\n")
    return path


def test_a_page_shows_a_match_of_three_thousand_moves(
    open_page: OpenPage, pages: Callable[[str], Path], long_match: Path
) -> None:
    page = open_page(pages("ponghauki").as_uri())
    items = page.locator("#line > li:not(.branch)")
    expect(page.locator("#choices button:not([disabled])").first).to_be_attached()
    page.locator("#values").click()  # the graph of a match needs them
    expect(page.locator("#values")).to_have_attribute("aria-checked", "true")
    page.locator("#file").set_input_files(long_match)
    expect(items).to_have_count(3001)
    expect(page.locator("#graph rect")).to_have_count(3000)
    go_back_and_on(page)
    keep_it(page)
    expect(page.locator("#error")).to_be_hidden()


def go_back_and_on(page: Page) -> None:
    """Go back to the beginning, and make another move: the rest is a variation, and is taken up again."""
    page.locator("#line button").first.evaluate("button => button.click()")
    expect(page.locator("#line [aria-current]")).to_have_text("Start")
    made = page.locator("#line .what").nth(1).text_content() or ""
    other = page.locator("#choices button:not([disabled])").filter(has_not_text=made)
    other.first.evaluate("button => button.click()")  # the point that a man leaves, then where he goes
    expect(page.locator("#areas .chosen")).to_have_count(1)
    other.first.evaluate("button => button.click()")
    expect(page.locator("#line .branch button")).to_have_count(3000)
    page.locator("#line .branch button").last.evaluate("button => button.click()")
    expect(page.locator("#line [aria-current] .count")).to_have_text("3000")


def keep_it(page: Page) -> None:
    """Save the match, and as a picture that moves; see the link."""
    with page.expect_download() as saved:
        page.locator("#save").click()
    assert Path(saved.value.path()).read_text().count(";") > 2000
    page.locator("#share").click()
    expect(page.locator("#sharing")).to_be_visible()
    expect(page.locator("#link")).to_have_value(re.compile(r"#game=ponghauki&moves=([^~]*~){2999}[^~]*$"))
    with page.expect_download() as film:
        page.locator("#as-film").click()
    assert Path(film.value.path()).read_text().count("<animate") == 3001
