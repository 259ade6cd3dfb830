"""Whatever is clicked on a woven page, the match goes on by the rules: to its end, and nothing goes wrong."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from noughts.documents import library
from noughts.games.match import Match
from tests.browser import OpenPage
from tests.library.games import ANIMATIONS, by_rules
from tests.pages.back_end import AT_LENGTH

TYPICAL = ("nim", "river", "sprouts", "tictactoe", "y")
"""A game drawn by its document and one that is not, a puzzle, a large board, and one of whose moves sets are
parts: equal sets can be made in different orders."""
GAMES = [name for name in library.names() if name not in ANIMATIONS] if AT_LENGTH else TYPICAL

LONGEST = 12
"""Moves of a match: puzzles need not end."""
PATIENCE = 600
"""Seconds after which a page that shows nothing new after a click stands still."""

ALL_PERSONS = """() => {
  for (const select of document.querySelectorAll("#players select")) select.value = "person";
  document.querySelector("#choices-form [value=start]").click();
}"""

PLAY = """([longest, patience]) => new Promise((done) => {
  const all = (selector) => [...document.querySelectorAll(selector)];
  const texts = (selector) => all(selector).map((node) => node.textContent);
  const isBegun = () => document.querySelector("#areas [data-begun]") !== null;
  const text = (selector) => document.querySelector(selector).textContent;
  const shown = () => ({
    line: texts("#line .what").slice(1),
    sides: texts("#line .who"),
    choices: all("#choices li").map((node) => node.dataset.key),
    position: text("#position"),
    headline: text("#headline"),
    said: text("#message") + text("#error"),
    isBegun: isBegun(),
  });
  const views = [];
  let standing = 0;
  const press = () => {
    const view = shown();
    views.push(view);
    const free = all("#choices button:not([disabled])");
    if (view.said || free.length === 0 || view.line.length === longest) return end();
    standing = setTimeout(end, 1000 * patience);
    free[view.isBegun ? 0 : (5 * views.length + 3) % free.length].click();
  };
  const end = () => {
    seen.disconnect();
    done(views);
  };
  const look = () => {
    const [before, now] = [views.at(-1), shown()];
    if (JSON.stringify(now) === JSON.stringify(before)) return;
    clearTimeout(standing);
    press();
  };
  const seen = new MutationObserver(look);
  const changes = { childList: true, subtree: true, attributes: true, characterData: true };
  const parts = ["#line", "#areas", "#message", "#error"];
  for (const part of parts) seen.observe(document.querySelector(part), changes);
  press();
})"""
"""What the page shows before the first click and after each.

The places are taken by turns, but what goes on with a move that takes several clicks comes first.  All that
changes with a view does so before anybody can look.
"""


def views_of_match(page: Page) -> list[dict[str, Any]]:
    """What a page shows of a match in which persons play all sides."""
    page.wait_for_selector(".choice:not([disabled])", state="attached")
    page.click("#choose")
    page.wait_for_selector("#players select")
    page.evaluate(ALL_PERSONS)
    expect(page.locator("#seats .player", has_not_text="person")).to_have_count(0)
    views: list[dict[str, Any]] = page.evaluate(PLAY, [LONGEST, PATIENCE])
    return views


@pytest.mark.parametrize("name", GAMES)
def test_every_click_leads_where_the_rules_lead(
    open_page: OpenPage, pages: Callable[[str], Path], name: str
) -> None:
    game = by_rules(name)
    begun, *views = views_of_match(open_page(pages(name).as_uri()))
    match = Match(game)
    assert (begun["line"], begun["position"]) == ([], game.position_text(match.position))
    for view in views:
        moved = view["line"][len(match.moves) :]
        assert len(moved) <= 1, view
        for text in moved:
            assert text in match.legal_texts
            match = match.play(match.legal_moves[match.legal_texts.index(text)])
        assert view["line"] == list(match.move_texts())
        assert view["position"] == game.position_text(match.position)
        assert view["said"] == ""
    assert match.outcome is not None or len(match.moves) == LONGEST, "the page stands still"
