"""The page against the rules of axe-core: light and dark, with values, dialogs and a paper."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import axe_playwright_python
import pytest
from playwright.sync_api import Page, expect

from noughts.cli.game_argument import GameArgument
from noughts.cli.page_options import documents_of_game, paper_style, paper_writer
from tests.browser import OpenPage
from tests.faces.sample_games import PicturedTicTacToe, table_for
from tests.faces.serving import Serve
from tests.faces.test_page import choice, expect_line, play, stage_for

AXE = next(Path(axe_playwright_python.__file__).parent.rglob("axe*.js")).read_text("utf-8")
TARGETS = {"target-size": {"enabled": True}}
"""Rules that axe-core leaves out unless it is asked for them."""
EXEMPT = {"nested-interactive": "<math", "target-size": '<a href="#def-'}
"""What may break a rule.

MathML allows links in formulas, and that is where a reader looks for a definition.  axe-core takes it that no
screen reader finds them there; `test_links_in_formulas_reach_screen_readers` shows that it does.  They stand
in lines of text, which WCAG 2.2 exempts from the least size of a target.
"""
OF_COLOURS = {"runOnly": ["color-contrast", "link-in-text-block"]}
"""What other colours may break: asked in the dark of what has been asked for everything in the light."""


def violations(page: Page, options: Mapping[str, object] | None = None) -> list[str]:
    """What breaks a rule: the rule, and the elements."""
    if not page.evaluate("'axe' in globalThis"):
        page.evaluate(f"{AXE}; 0")
    asked = {"resultTypes": ["violations"], "rules": TARGETS, **(options or {})}
    found = page.evaluate("options => axe.run(document, options)", asked)
    broken = {rule["id"]: [node["html"] for node in rule["nodes"]] for rule in found["violations"]}
    for rule, exempt in EXEMPT.items():
        broken[rule] = [html for html in broken.get(rule, []) if not html.startswith(exempt)]
    return [f"{rule}: {nodes}" for rule, nodes in broken.items() if nodes]


def violations_in_light_and_dark(page: Page) -> list[str]:
    """What breaks a rule in the light, and what does by its colours in the dark."""
    found = list[str]()
    for scheme, asked in (("dark", OF_COLOURS), ("light", None)):
        page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
        expect(page.locator("html")).to_have_attribute("data-theme", scheme)
        found += violations(page, asked)
    return found


def test_no_rule_is_broken_at_the_board_and_in_the_dialogs(open_page: OpenPage, serve: Serve) -> None:
    page = open_page(serve(stage_for("tictactoe")))
    play(page, "5", "2")
    page.locator("#paper").evaluate("node => node.remove()")
    page.keyboard.press("v")
    expect(page.locator("#legend span").first).to_be_visible()
    assert violations_in_light_and_dark(page) == []
    for name in ("Game", "Share", "Keys"):
        page.get_by_role("button", name=name, exact=True).click()
        expect(page.locator("dialog[open]")).to_be_visible()
        assert violations_in_light_and_dark(page) == []
        page.keyboard.press("Escape")


def test_no_rule_is_broken_in_a_puzzle_and_at_a_mistake(open_page: OpenPage, serve: Serve) -> None:
    page = open_page(serve(stage_for("tictactoe")))
    play(page, "5", "2")
    page.locator("#paper").evaluate("node => node.remove()")
    page.keyboard.press("v")
    expect(page.get_by_role("button", name="Try again: move 2")).to_be_visible()
    assert violations_in_light_and_dark(page) == []
    page.get_by_role("button", name="Puzzle").click()
    expect(page.locator("#message")).to_contain_text("find the one move")
    expect(page.locator("#announcer")).to_contain_text("find the one move")
    assert violations_in_light_and_dark(page) == []


def test_no_rule_is_broken_with_the_paper_beside_the_board(open_page: OpenPage, serve: Serve) -> None:
    table = table_for(PicturedTicTacToe())
    paper = paper_writer(documents_of_game(GameArgument(["nim"])))
    page = open_page(serve(lambda: table, paper=paper, style=paper_style()))
    expect(page.locator("#paper article")).to_be_visible()
    assert violations(page) == []


def test_links_in_formulas_reach_screen_readers(open_page: OpenPage, serve: Serve) -> None:
    paper = paper_writer(documents_of_game(GameArgument(["nim"])))
    page = open_page(serve(stage_for("nim"), paper=paper, style=paper_style()))
    links = page.locator("#paper math a[href]")
    expect(links.first).to_be_attached()
    tree = page.context.new_cdp_session(page).send("Accessibility.getFullAXTree")["nodes"]
    ids = {node["nodeId"]: node for node in tree}
    read = list[str]()
    for node in tree:
        above = ids.get(node.get("parentId", ""))
        while above is not None and above["role"]["value"] != "MathMLMath":
            above = ids.get(above.get("parentId", ""))
        if above is not None and not node["ignored"] and node["role"]["value"] == "link":
            read.append(node["name"]["value"])
    assert sorted(read) == sorted(links.all_text_contents())


def test_links_in_formulas_move_no_index(open_page: OpenPage, serve: Serve) -> None:
    """An index lies lower beneath a higher name, so a link is as high as its letters; a finger finds more."""
    paper = paper_writer(documents_of_game(GameArgument(["clobber"])))
    table = table_for(PicturedTicTacToe())
    page = open_page(serve(lambda: table, paper=paper, style=paper_style()))
    expect(page.locator("#paper msub a").first).to_be_attached()
    below_signs = """() => [...document.querySelectorAll("#paper msub")].flatMap(each => {
        const sign = each.closest("math").querySelector("mo")
        const bottom = node => node.getBoundingClientRect().bottom
        return sign ? [bottom(each.lastElementChild) - bottom(sign)] : []
    })"""
    above = """link => {
        link.scrollIntoView({block: "center"})
        const {left, top} = link.getBoundingClientRect()
        return document.elementFromPoint(left + 2, top - 3) === link
    }"""
    without_links = """() => document.querySelectorAll("#paper math").forEach(each => {
        each.outerHTML = each.outerHTML.replace(/<\\/?a\\b[^>]*>/g, "")
    })"""
    assert page.locator("#paper msub a").first.evaluate(above)
    places = page.evaluate(below_signs)
    page.evaluate(without_links)
    assert len(places) > 9
    assert page.evaluate(below_signs) == pytest.approx(places, abs=0.5)


def test_the_board_is_read_as_a_table_of_cells(open_page: OpenPage, serve: Serve) -> None:
    page = open_page(serve(stage_for("tictactoe")))
    play(page, "5", "1")
    rows = page.get_by_role("table", name="The board").get_by_role("row")
    expect(rows).to_have_count(3)
    expect(rows.nth(0).get_by_role("cell")).to_have_text(["o", "empty, legal: 2", "empty, legal: 3"])
    expect(rows.nth(1).get_by_role("cell")).to_have_text(["empty, legal: 4", "x", "empty, legal: 6"])
    expect(rows.nth(2).get_by_role("rowheader")).to_have_text("row 3")
    expect(page.locator("#screen")).to_have_attribute("aria-label", "Tic-tac-toe")


def test_forced_colours_and_a_zoomed_page_break_no_rule(open_page: OpenPage, serve: Serve) -> None:
    page = open_page(serve(stage_for("tictactoe"), style=paper_style()), width=640, height=450)
    page.emulate_media(forced_colors="active")
    play(page, "5")
    page.keyboard.press("v")
    expect(page.locator("#legend span").first).to_be_visible()
    assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= 640
    page.emulate_media(forced_colors="none")


def test_the_focus_stays_on_the_board_when_its_button_is_of_no_use_any_more(
    open_page: OpenPage, serve: Serve
) -> None:
    page = open_page(serve(stage_for("tictactoe")))
    play(page, "5")
    page.locator("#restart").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#restart")).to_be_disabled()
    expect(page.locator("#board")).to_be_focused()


def test_letters_are_no_commands_where_they_are_switched_off(open_page: OpenPage, serve: Serve) -> None:
    page = open_page(serve(stage_for("tictactoe")))
    play(page, "5")
    page.keyboard.press("?")
    page.get_by_label("Single letters are commands").uncheck()
    page.keyboard.press("Escape")
    page.keyboard.press("u")
    choice(page, "1").click()
    expect_line(page, "5", "1")  # which takes nothing back
