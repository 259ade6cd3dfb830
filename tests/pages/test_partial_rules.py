"""Rules need a value only where they are asked: a page has values for each game that `solve` answers."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import Browser, Page

from noughts.pages.live_game import LiveGame, live_game
from noughts.text.document import split_document
from noughts.text.source import Source
from tests.browser import new_window
from tests.grounding.random_rules import random_rules
from tests.pages.back_end import Json, answers_on_page, comparable, random_commands, views_in_python

ENDED = "ended := 1 if gameOver V all m in moves. ~legalMove(m); 0 otherwise"
PARTIAL = {
    "winner": [("wins(p) iff", "wins(p) iff 1 / ended = 1 &")],
    "move": [("legalMove(m) iff", "legalMove(m) iff (gameOver => 1 / 0 = 1) &")],
    "moves": [("moves := {1..6}", "moves := {1..6} if ~gameOver; {1 / 0} otherwise")],
}
"""Rules that lose their values where nobody asks for them, by what has none there."""


def partial_game(seed: int, part: str) -> LiveGame:
    """A game by random rules, some of which have no value in positions where they are not asked."""
    text = random_rules(seed)
    for before, after in PARTIAL[part]:
        assert before in text
        text = text.replace(before, after)
    text = text.replace("\n$/", f"\n{ENDED}\n$/")
    document = split_document(Source("partial.led", text))
    return live_game([document], name="partial", title="Partial", folder=Path())


@pytest.fixture(scope="module")
def page(browser: Browser) -> Iterator[Page]:
    """A page with nothing on it."""
    with new_window(browser) as window:
        yield window.new_page()


@pytest.mark.parametrize("part", PARTIAL)
@pytest.mark.parametrize("seed", [4, 5, 9, 11])
def test_a_page_has_the_values_that_python_has(page: Page, seed: int, part: str) -> None:
    game = partial_game(seed, part)
    commands: list[Json] = [{"do": "values", "shown": True}]
    commands += random_commands(game, Random(seed), 12, solves=True)
    shown = answers_on_page(page, game, commands, solves=True)
    meant = views_in_python(game, commands, solves=True)
    assert [comparable(each["view"]) for each in shown] == [comparable(view) for view in meant]
    assert '"worth": {' in json.dumps(meant)


NO_CLICKS = (
    "7", "(7, ())", "((), 7)", "((), (), ())", "((3,), ())", "(((1, 2, 3),), ())", "((), (7,))",
    "(((1, 2, 3, 4, 5),), ())", '((("a", 1, 2, 3),), ())', '(("abcd",), ())', "(((1/2, 1, 2, 3),), ())",
    "(({(1, 2, 3, 4), 5},), ())", "(({},), ())", "(1 / 0, ())",
)  # fmt: skip
"""What a board may give instead of a pair of rectangles to click and of words."""


def test_places_to_click_that_are_none_are_left_out_as_in_python(page: Page) -> None:
    """A match goes on by the list of moves where the board of a document has no place for them."""
    wrong = "; ".join(f"{clicks} if currentState = {k}" for k, clicks in enumerate(NO_CLICKS, 1))
    text = f"""/$ initialState := 0
playerToMove := `x if currentState mod 2 = 0; `o otherwise
moves := {{1}}
legalMove(m) iff ~gameOver
outcome(m) := currentState + m
gameOver iff currentState = {len(NO_CLICKS) + 1}
wins(p) iff gameOver & p = `x
images := {{text("m", point(100, 500), 30, color(0, 0, 0))}}
boardClicks(m) := {wrong}; (((50, 400, 150, 600),), ()) otherwise $/"""
    game = live_game(
        [split_document(Source("clicks.led", text))], name="clicks", title="Clicks", folder=Path()
    )
    commands: list[Json] = [{"do": "play", "index": 0, "ply": ply} for ply in range(len(NO_CLICKS) + 1)]
    shown = answers_on_page(page, game, commands)
    meant = views_in_python(game, commands)
    assert not [answer for answer in shown if "view" not in answer]
    assert [comparable(each["view"]) for each in shown] == [comparable(view) for view in meant]
    assert not any(choice["areas"] for view in meant for choice in view["choices"])
