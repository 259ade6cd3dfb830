"""Puzzles on the page, and mistakes that are made good."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeAlias

import pytest
from playwright.sync_api import Page, expect

from tests.browser import OpenPage as OpenWindow

OpenPage: TypeAlias = Callable[[str], Page]


@pytest.fixture
def open_page(open_page: OpenWindow, pages: Callable[[str], Path]) -> OpenPage:
    """Opens the woven page of a game."""

    def open_one(name: str) -> Page:
        page = open_page()
        page.goto(pages(name).as_uri())
        expect(page.locator("#headline")).not_to_have_text("…")
        return page

    return open_one


def puzzles_in(page: Page) -> list[dict[str, Any]]:
    """The puzzles that a page has, of the first game that it offers."""
    told = json.loads(page.locator("#noughts-game").text_content() or "")
    found: list[dict[str, Any]] = (
        told["offers"][0]["data"]["puzzles"] if "offers" in told else told["puzzles"]
    )
    return found


def choose(page: Page, move: str) -> None:
    page.locator("#choices").get_by_role("button", name=re.compile(rf"^{move}\b")).click()


def message(page: Page, text: str | re.Pattern[str]) -> None:
    expect(page.locator("#message")).to_have_text(text)


def moves_in_the_list(page: Page, *moves: str) -> None:
    expect(page.locator("#line .what")).to_have_text(["Start", *moves])


def test_only_the_answer_is_accepted_and_the_next_puzzle_follows(open_page: OpenPage) -> None:
    page = open_page("tictactoe")
    first, second, *_ = puzzles_in(page)
    page.get_by_role("button", name="Puzzle", exact=True).click()
    message(page, first["question"])
    moves_in_the_list(page, *first["moves"])
    legal = page.locator("#choices button").evaluate_all("all => all.map(each => each.textContent)")
    wrong = next(move for move in legal if move != first["answer"])
    choose(page, wrong)
    message(page, f"{wrong} {first['fails']}. Try again. {first['question']}")
    expect(page.locator("#announcer")).to_contain_text("Try again")
    moves_in_the_list(page, *first["moves"])
    choose(page, first["answer"])
    message(page, f"Right: {first['answer']} {first['succeeds']}. Next puzzle")
    expect(page.locator("#line .what")).not_to_have_count(len(first["moves"]) + 2)  # it is answered
    page.get_by_role("button", name="Next puzzle").click()
    message(page, second["question"])
    moves_in_the_list(page, *second["moves"])


def test_all_puzzles_are_solved_by_the_keyboard_and_end_as_promised(open_page: OpenPage) -> None:
    page = open_page("hexapawn")
    for puzzle in puzzles_in(page):
        page.keyboard.press("z")
        message(page, puzzle["question"])
        choose(page, puzzle["answer"])
        message(page, f"Right: {puzzle['answer']} {puzzle['succeeds']}. Next puzzle")
    page.keyboard.press("z")
    message(page, puzzles_in(page)[0]["question"])


def test_a_puzzle_that_was_left_is_asked_again_and_what_was_played_is_kept(open_page: OpenPage) -> None:
    page = open_page("tictactoe")
    choose(page, "5")
    expect(page.locator("#line .what")).to_have_count(3)
    first, second, *_ = puzzles_in(page)
    for puzzle in (first, second):
        page.keyboard.press("z")
        message(page, puzzle["question"])
    page.keyboard.press(",")
    expect(page.locator("#message")).not_to_contain_text(second["question"])
    page.keyboard.press(".")
    message(page, second["question"])
    page.keyboard.press("h")
    message(page, re.compile(rf"^Hint: {second['answer']} "))
    for _ in range(20):
        if not page.locator("#undo").is_enabled():
            break
        before = page.locator("#line").inner_html()
        page.keyboard.press("u")
        expect(page.locator("#line")).not_to_have_js_property("innerHTML", before)
    expect(page.locator("#line .what").nth(1)).to_have_text("5")


def test_a_game_without_puzzles_offers_none(open_page: OpenPage) -> None:
    page = open_page("river")
    expect(page.locator("#puzzle")).to_be_hidden()
    page.keyboard.press("z")
    page.keyboard.press("v")
    expect(page.locator("#values")).to_have_attribute("aria-checked", "true")
    moves_in_the_list(page)


def test_one_tries_again_where_one_has_made_a_mistake(open_page: OpenPage) -> None:
    page = open_page("nim")
    retries = page.get_by_role("button", name=re.compile("^Try again"))
    page.keyboard.press("v")
    lost = page.locator("#choices button[data-result=loss]").first
    expect(lost).to_be_enabled()
    lost.click()
    expect(page.locator("#line .what")).to_have_count(3)
    expect(retries).to_have_count(1)  # the program made none
    retries.focus()
    page.keyboard.press("Enter")
    expect(page.locator("#line [aria-current] .what")).to_have_text("Start")
    page.locator("#choices button[data-result=win]").first.click()
    expect(page.locator("#line .branch")).to_contain_text("Variation")
    expect(retries).to_have_count(0)
