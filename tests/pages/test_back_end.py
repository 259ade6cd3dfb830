"""The local back end gives the views that Python gives, whatever is asked of it."""

from __future__ import annotations

import os
from collections.abc import Iterator
from random import Random

import pytest
from playwright.sync_api import Browser, Page

from noughts.documents import library
from tests.pages.back_end import (
    AT_LENGTH,
    answers_on_page,
    comparable,
    library_game,
    random_commands,
    views_in_python,
)

pytestmark = pytest.mark.xdist_group("browser")

COMMANDS = int(os.environ.get("NOUGHTS_FUZZ_COMMANDS", "15"))
"""Random commands for each game."""
FILMS = ("planets", "pong")
GAMES = [name for name in library.names() if name not in FILMS and (AT_LENGTH or name != "four")]
SOLVED = ("hexapawn", "tictactoe")
"""Games that are solved within a second in Python too; in others nobody asks for values here."""


@pytest.fixture(scope="module")
def page(browser: Browser) -> Iterator[Page]:
    """A page with nothing on it."""
    page = browser.new_page()
    yield page
    page.close()


@pytest.mark.parametrize("name", GAMES)
def test_the_page_shows_what_python_shows(page: Page, name: str) -> None:
    game, solves = library_game(name), name in SOLVED
    commands = random_commands(game, Random(name), COMMANDS, solves=solves)
    shown = answers_on_page(page, game, commands, solves=solves)
    meant = views_in_python(game, commands, solves=solves)
    for k, (answer, view) in enumerate(zip(shown, meant, strict=True)):
        assert "bug" not in answer, (commands[: k + 1], answer)
        assert comparable(answer["view"]) == comparable(view), commands[: k + 1]
