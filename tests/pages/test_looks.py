"""The looks of a board: chosen on the page, remembered, with a colour for all that derived boards draw."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import expect

from noughts.documents.board.looks import COLOURS, DARK, EDGE, FAINT, GREY, HOLE, MARKED, SHUT
from noughts.easel import Color
from noughts.easel.svg import css
from noughts.page.scripts import texts_in
from tests.browser import OpenPage

LOOKS = ("wood", "contrast")
STYLE = texts_in("face")["style.css"]
CHOICE = "Look of the board"
OWN_GREY = Color(150, 150, 150)
"""The lines of documents of the library that draw their boards themselves."""
DRAWN = "nodes => nodes.map(node => getComputedStyle(node).fill)"
GROUND = "node => getComputedStyle(node).background"


def variables(look: str) -> set[str]:
    rule = re.search(rf'^ *\[data-look="{look}"\] \{{([^}}]*)\}}', STYLE, re.MULTILINE)
    assert rule is not None
    return set(re.findall(r"(--board-[a-z]+):", rule[1]))


def test_each_look_has_a_colour_for_all_that_a_derived_board_draws_but_pieces() -> None:
    replaced = set(re.findall(r'"(#[0-9a-f]{6})"', STYLE))
    assert replaced == {css(colour) for colour in (DARK, EDGE, FAINT, GREY, HOLE, MARKED, SHUT, OWN_GREY)}
    used = set(re.findall(r"var\((--board-[a-z]+)\)", STYLE))
    assert all(variables(look) == used for look in LOOKS)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_look_is_remembered_and_pieces_keep_their_colours(
    open_page: OpenPage, pages: Callable[[str], Path], scheme: str
) -> None:
    page = open_page(pages("mutorere").as_uri(), color_scheme=scheme)
    men = page.locator(f'#images circle[fill="{css(Color(*COLOURS["white"]))}"]')
    expect(page.get_by_label(CHOICE)).to_have_value("paper")
    expect(men.first).to_be_visible()
    before, grounds = men.evaluate_all(DRAWN), [page.locator("#sheet").evaluate(GROUND)]
    for look in LOOKS:
        page.get_by_label(CHOICE).select_option(look)
        page.reload()
        expect(page.get_by_label(CHOICE)).to_have_value(look)
        expect(men.first).to_be_visible()
        assert men.evaluate_all(DRAWN) == before
        grounds.append(page.locator("#sheet").evaluate(GROUND))
    assert grounds[1] not in (grounds[0], grounds[2])


def test_who_asks_the_system_for_contrast_has_it(open_page: OpenPage, pages: Callable[[str], Path]) -> None:
    page = open_page(pages("mutorere").as_uri(), forced_colors="active")
    expect(page.get_by_label(CHOICE)).to_have_value("contrast")
    page.get_by_label(CHOICE).select_option("paper")
    page.reload()
    expect(page.get_by_label(CHOICE)).to_have_value("paper")


def test_a_position_is_printed_on_white_with_its_moves(
    open_page: OpenPage, pages: Callable[[str], Path]
) -> None:
    address = f"{pages('mutorere').as_uri()}#moves=1-0~8-1"
    page = open_page(address, color_scheme="dark", width=700, height=1000)  # about A4 without margins
    page.get_by_label(CHOICE).select_option("wood")
    expect(page.locator("#line [aria-current]")).to_contain_text("8-1")
    page.emulate_media(media="print")
    sheet = page.locator("#sheet")
    assert sheet.evaluate(GROUND).startswith("rgb(255, 255, 255)")
    assert sheet.evaluate("node => getComputedStyle(node).filter") == "none"
    expect(page.locator("#line .what")).to_have_text(["Start", "1-0", "8-1"])
    expect(page.locator("#board button:not(#line button, .seat button):visible")).to_have_count(0)
    expect(page.locator("#paper")).to_be_visible()
    box = page.locator("#board").bounding_box()
    assert box is not None
    assert box["width"] <= 700
    assert box["height"] < 1000  # on one sheet
