"""The page against the rules of axe-core: light and dark, with values, dialogs and a paper."""

from __future__ import annotations

from pathlib import Path

import axe_playwright_python
import pytest
from playwright.sync_api import Page, expect

from noughts.cli.beside import paper_style, paper_writer
from noughts.cli.game_argument import GameArgument
from tests.browser import OpenPage
from tests.faces.sample_games import PicturedTicTacToe, table_for
from tests.faces.serving import Serve
from tests.faces.test_page import play, stage_for

pytestmark = pytest.mark.xdist_group("browser")

AXE = next(Path(axe_playwright_python.__file__).parent.rglob("axe*.js")).read_text("utf-8")
EXCEPT_LINKS_IN_FORMULAS = {"rules": {"nested-interactive": {"enabled": False}}}
"""MathML allows links in formulas, and that is where a reader looks for a definition."""


def violations(page: Page, options: object = None) -> list[str]:
    """What breaks a rule: the rule, and the elements."""
    page.evaluate(f"{AXE}; 0")
    found = page.evaluate("options => axe.run(document, options ?? {})", options)
    return [f"{rule['id']}: {[node['html'] for node in rule['nodes']]}" for rule in found["violations"]]


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_no_rule_is_broken_at_the_board_and_in_the_dialogs(
    open_page: OpenPage, serve: Serve, scheme: str
) -> None:
    page = open_page(serve(stage_for("tictactoe")), color_scheme=scheme)
    play(page, "5", "2")
    page.locator("#paper").evaluate("node => node.remove()")
    page.keyboard.press("v")
    expect(page.locator("#legend span").first).to_be_visible()
    assert violations(page) == []
    for name in ("Game", "Share", "Keys"):
        page.get_by_role("button", name=name, exact=True).click()
        expect(page.locator("dialog[open]")).to_be_visible()
        assert violations(page) == []
        page.keyboard.press("Escape")


def test_no_rule_is_broken_with_the_paper_beside_the_board(open_page: OpenPage, serve: Serve) -> None:
    table = table_for(PicturedTicTacToe())
    paper = paper_writer(GameArgument(["nim"]))
    page = open_page(serve(lambda: table, paper=paper, style=paper_style()))
    expect(page.locator("#paper article")).to_be_visible()
    assert violations(page, EXCEPT_LINKS_IN_FORMULAS) == []
