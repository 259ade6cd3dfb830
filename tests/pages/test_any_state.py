"""A state can be any value: a match of the same race is played to its end whatever its states are."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import Browser, Page

from noughts.cli.main import obey
from noughts.documents.from_document import By
from noughts.meaning.javascript.json_values import to_json
from tests.browser import new_window
from tests.pages.back_end import Json, answers_on_page, comparable, rules_of, views_in_python, workers_of
from tests.pages.games_of_states import STATES, film_of, live_race, race_of

FORMS: list[tuple[str, bool, By]] = [
    *((kind, True, by) for kind in STATES for by in ("rules", "clicks")),
    *((kind, False, "rules") for kind in STATES if kind not in ("point", "color", "image", "mixed")),
]
"""Drawn and with a derived board; by its rules and by its clicks."""


@pytest.fixture(scope="module")
def page(browser: Browser) -> Iterator[Page]:
    """A page with nothing on it."""
    with new_window(browser) as window:
        yield window.new_page()


@pytest.mark.parametrize(("kind", "drawn", "by"), FORMS)
def test_a_match_ends_on_the_page_as_in_python(page: Page, kind: str, drawn: bool, by: By) -> None:
    game = live_race(kind, drawn=drawn, by=by)
    dice = Random(kind)
    for _ in range(2):
        commands = match_of_steps(len(STATES[kind]), dice)
        shown = answers_on_page(page, game, commands)
        meant = views_in_python(game, commands)
        assert not [answer for answer in shown if "view" not in answer]
        assert [comparable(each["view"]) for each in shown] == [comparable(view) for view in meant]
        assert meant[-1]["winner"] in rules_of(game).sides
        assert meant[-1]["error"] == ""


def match_of_steps(states: int, dice: Random) -> list[Json]:
    """The moves of a match, with a step back and forward after each."""
    commands: list[Json] = []
    here, ply = 1, 0
    while here < states:
        step = dice.randint(1, min(2, states - here))
        commands += [{"do": "play", "index": step - 1, "ply": ply}, {"do": "undo"}, {"do": "redo"}]
        here, ply = here + step, ply + 1
    return commands


@pytest.mark.parametrize(("kind", "drawn", "by"), FORMS)
def test_a_match_ends_in_the_console(
    kind: str, drawn: bool, by: By, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    document = tmp_path / "race.led"
    document.write_text(race_of(STATES[kind], drawn=drawn), encoding="utf-8")
    players = ["--x", "random", "--o", "random"]
    assert obey(["play", str(document), "--by", by, *players]) == 0
    assert re.search(r"\b[xo] wins\b", capsys.readouterr().out)


TAKEN_UP = """
async ([script, data, saved]) => {
  const worker = new Worker(URL.createObjectURL(new Blob([script], { type: "text/javascript" })));
  worker.postMessage({ do: "begin", data: JSON.parse(data), saved: JSON.parse(saved) });
  return new Promise((resolve) => {
    worker.onmessage = ({ data: told }) => resolve(JSON.stringify(told.film.images));
    worker.postMessage({ do: "look" });
  });
}
"""


@pytest.mark.parametrize("kind", STATES)
def test_a_film_goes_on_from_its_last_state(page: Page, kind: str) -> None:
    """Whatever that is: one that counts as false in JavaScript, too."""
    film = film_of(STATES[kind])
    states = film.game.value("states", at=film.game.initial)
    assert isinstance(states, tuple)
    for number, state in enumerate(states, 1):
        asked = [workers_of(film), json.dumps(film.data | {"sources": {}}), json.dumps(to_json(state))]
        assert f'"cx":"{100 * number}"' in page.evaluate(TAKEN_UP, asked)
