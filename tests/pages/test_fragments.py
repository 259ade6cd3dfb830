"""Whatever stands behind the `#` of its address, a page plays, and says in a sentence what is wrong."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser import page_in
from tests.faces.programs import running

DAMAGED = [
    "%E0%A4%A",
    "%",
    "%zz",
    "def-%C3",
    "no-such-place",
    "constructor",
    "__proto__",
    "game=nim",
    "moves=99",
    "moves=%E0%A4%A",
    "moves=1~1",
    "moves=1~~~~~constructor",
    "game=&moves=toString",
    "game=nim&moves=%",
    "game=%&moves=1",
    "game=constructor&let=__proto__=1&moves=1",
    "game=tictactoe&let=m=x&moves=1",
    "game=tictactoe&let=~~=~&moves=1",
    "moves=1&moves=2&game=..%2F..%2Fetc",
    "#",
    "a b",
    "a b]\"'\\",
    "𝕏=%F0%9F",
]
FUZZED = int(os.environ.get("NOUGHTS_FUZZ_FRAGMENTS", "3"))
"""Fragments that are made by dice."""


def random_fragment(dice: Random) -> str:
    """A fragment of parts that mean something, and of others."""
    parts = ["%", "%E0", "%A4%", "moves=", "game=", "let=", "1", "~", "&", "=", "tictactoe", "nim", "#"]
    parts += ["def-rows", "é", "\\", "constructor", "m=1e999", "+", ";", "<b>"]
    return "".join(dice.choices(parts, k=dice.randint(1, 7)))


OPENED = ("%E0%A4%A", "constructor")
"""Names of places with which a page is opened; the others are given to a page that is open, as by a link."""
NO_PLACE = "The address names a place that is not on this page."

FRAGMENTS = ["moves", "moves=", *DAMAGED, *(random_fragment(Random(seed)) for seed in range(FUZZED))]


@pytest.fixture(scope="module")
def woven(window: BrowserContext, pages: Callable[[str], Path]) -> Iterator[tuple[Page, str]]:
    """A page, and its address without a fragment."""
    with page_in(window) as page:
        yield page, pages("tictactoe").as_uri()


@pytest.fixture(scope="module")
def served(window: BrowserContext) -> Iterator[tuple[Page, str]]:
    """The same from a service."""
    with running("tictactoe") as program, page_in(window) as page:
        yield page, program.address


@pytest.mark.parametrize("fragment", FRAGMENTS)
def test_a_woven_page_plays_whatever_its_fragment_is(woven: tuple[Page, str], fragment: str) -> None:
    assert_plays(*woven, fragment)


@pytest.mark.parametrize("fragment", FRAGMENTS[1::3] if len(FRAGMENTS) < 50 else FRAGMENTS)
def test_a_served_page_plays_whatever_its_fragment_is(served: tuple[Page, str], fragment: str) -> None:
    assert_plays(*served, fragment)


def assert_plays(page: Page, address: str, fragment: str) -> None:
    """With that fragment a move can be made, and a damaged one is told in a sentence."""
    is_open = page.url != "about:blank"
    if not is_open or "moves" in fragment or fragment in OPENED or len(DAMAGED) < FUZZED:
        page.goto("about:blank")
        told = re.compile(r"^\S.*\S$", re.DOTALL)
    else:
        page.locator("#restart").evaluate("button => button.click()")
        expect(page.locator("#message")).to_contain_text("A new match")
        told = re.compile(re.escape(NO_PLACE))
    page.goto(f"{address}#{fragment}")
    choices = page.locator("#choices button:not([disabled])")
    expect(choices.first).to_be_attached()
    if fragment in DAMAGED:
        expect(page.locator("#message")).to_have_text(told)
    expect(page.locator("#error")).to_be_hidden()
    expect(page.locator("#line li").nth(2)).not_to_be_attached()
    choices.first.evaluate("button => button.click()")
    expect(page.locator("#line li").nth(2)).to_be_attached()
    page.evaluate("() => sessionStorage.clear()")  # where the tab keeps its match
