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
    commands_to_ask_why,
    comparable,
    library_game,
    random_commands,
    reasons_in_python,
    views_in_python,
)

pytestmark = pytest.mark.xdist_group("browser")

COMMANDS = int(os.environ.get("NOUGHTS_FUZZ_COMMANDS", "15"))
"""Random commands for each game."""
FILMS = ("planets", "pong")
GAMES = [name for name in library.names() if name not in FILMS and (AT_LENGTH or name != "four")]
SOLVED = ("hexapawn", "tictactoe")
"""Games that are solved within a second in Python too; in others nobody asks for values here."""
SMALL = (*SOLVED, "mnk", "nim", "wythoff")
"""Games of which several matches are played to ask for reasons."""


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


@pytest.mark.parametrize("name", GAMES)
def test_the_page_gives_the_reasons_that_python_gives(page: Page, name: str) -> None:
    game = library_game(name)
    commands = commands_to_ask_why(game, Random(name), 3 if name in SMALL else 1)
    asked = [place for place, command in enumerate(commands) if command["do"].startswith("why")]
    shown = answers_on_page(page, game, commands)
    meant = reasons_in_python(game, commands)
    assert [shown[place].get("why", shown[place]) for place in asked] == meant
    assert any(each["reasons"] for each in meant)
