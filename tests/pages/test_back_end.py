"""The local back end gives the views that Python gives, whatever is asked of it."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest
from msgspec.structs import replace
from playwright.sync_api import Browser, Page

from noughts.games.match import Match
from noughts.games.record import record_of, write_record
from noughts.pages.live_game import PERSON, LiveGame, live_game
from noughts.pages.live_page import page_around
from noughts.text.document import split_document
from noughts.text.source import Source
from tests.browser import new_window
from tests.documents.any_values import game_of_any_values
from tests.library.games import BOARD_GAMES, TYPICAL, UNDRAWN
from tests.modules import module_page
from tests.pages.back_end import (
    AT_LENGTH,
    Json,
    answers_on_page,
    commands_to_ask_why,
    comparable,
    library_game,
    random_commands,
    reasons_in_python,
    rules_of,
    views_in_python,
)

COMMANDS = int(os.environ.get("NOUGHTS_FUZZ_COMMANDS", "15"))
"""Random commands for each game."""
ANY_VALUES = 60 if AT_LENGTH else 8
"""Games of values of every kind."""
GAMES = [*BOARD_GAMES, *UNDRAWN] if AT_LENGTH else [name for name in TYPICAL if name != "four"]
SOLVED = ("euclid", "hexapawn", "kalah", "tchoukaillon", "tictactoe")
"""Games that are solved within a second in Python too; in others nobody asks for values here."""
SMALL = (*SOLVED, "mnk", "nim", "wythoff")
"""Games of which several matches are played to ask for reasons."""


@pytest.fixture(scope="module")
def page(browser: Browser) -> Iterator[Page]:
    """A page with nothing on it."""
    with new_window(browser) as window:
        yield window.new_page()


@pytest.mark.parametrize("name", GAMES)
def test_the_page_shows_what_python_shows(page: Page, name: str) -> None:
    assert_same_views(page, library_game(name), name)


@pytest.mark.parametrize("name", ["euclid", "kalah"])
def test_a_page_without_formulas_shows_the_same(page: Page, name: str) -> None:
    game = replace(library_game(name))
    vars(game)["kernel"] = None
    assert_same_views(page, game, name)


def assert_same_views(page: Page, game: LiveGame, name: str) -> None:
    """Whatever is asked of the page, it shows what Python shows."""
    solves = name in SOLVED
    commands = random_commands(game, Random(name), COMMANDS, solves=solves)
    shown = answers_on_page(page, game, commands, solves=solves)
    meant = views_in_python(game, commands, solves=solves)
    for k, (answer, view) in enumerate(zip(shown, meant, strict=True)):
        assert "bug" not in answer, (commands[: k + 1], answer)
        assert comparable(answer["view"]) == comparable(view), commands[: k + 1]
        if (picture := answer["picture"]) and not view["error"]:
            assert picture == {name: answer["view"][name] for name in picture}, commands[: k + 1]
    moved = [answer["view"]["ply"] for answer in shown]
    pictured = [answer["picture"] is not None for answer in shown[1:]]
    assert all(then for then, (a, b) in zip(pictured, pairwise(moved), strict=True) if a != b), commands


@pytest.mark.parametrize("name", GAMES)
def test_the_page_gives_the_reasons_that_python_gives(page: Page, name: str) -> None:
    game = library_game(name)
    commands = commands_to_ask_why(game, Random(name), 3 if name in SMALL else 1)
    asked = [place for place, command in enumerate(commands) if command["do"].startswith("why")]
    shown = answers_on_page(page, game, commands)
    meant = reasons_in_python(game, commands)
    assert [shown[place].get("why", shown[place]) for place in asked] == meant
    assert any(each["reasons"] for each in meant)


BOTH_WIN = """/$
initialState := 0
playerToMove := `x if currentState mod 2 = 0; `o otherwise
moves := {1..3}
legalMove(m) iff m = currentState + 1
outcome(m) := m
moveName(m) := ("to", m) if m < 3; 1 / 0 otherwise
gameOver iff currentState = 2
wins(p) iff p in {`x, `o} & gameOver
$/"""
"""Both sides win after two moves; a third has no name."""


def test_what_is_wrong_with_rules_is_told_in_the_same_words(page: Page, tmp_path: Path) -> None:
    game = live_game(
        [split_document(Source("both.led", BOTH_WIN))], name="both", title="Both", folder=tmp_path
    )
    commands: list[Json] = [
        {"do": "why not", "text": text, "ply": 0} for text in ('("to", 1)', '("to", 2)', "3")
    ]
    commands += [{"do": "play", "index": 0, "ply": ply} for ply in (0, 1)]
    shown = answers_on_page(page, game, commands)
    assert [each["why"] for each in shown[:3]] == reasons_in_python(game, commands[:3])
    views = views_in_python(game, commands[3:])
    assert [comparable(each["view"]) for each in shown[3:]] == [comparable(view) for view in views]
    assert "holds for `x` and for `o`" in views[-1]["error"]
    assert shown[2]["why"]["fact"] == "3 is not legal"


@pytest.mark.parametrize("seed", range(ANY_VALUES))
def test_moves_of_every_kind_have_the_names_that_python_gives_them(page: Page, seed: int) -> None:
    """Played one by one, followed from a link, and loaded from a record."""
    game = game_of_any_values(seed)
    rules, dice = rules_of(game), Random(seed)
    match, commands = Match(rules), list[Json]()
    while match.outcome is None:
        index = dice.randrange(len(match.legal_moves))
        commands.append({"do": "play", "index": index, "ply": len(match.moves)})
        match = match.play(match.legal_moves[index])
    record = write_record(record_of(match, dict.fromkeys(rules.sides, PERSON)))
    commands += [{"do": "restart"}, {"do": "line", "moves": list(match.move_texts()), "of": "link"}]
    commands += [{"do": "restart"}, {"do": "load", "text": record}]
    shown, meant = answers_on_page(page, game, commands), views_in_python(game, commands)
    for answer, view in zip(shown, meant, strict=True):
        assert "bug" not in answer, answer
        assert comparable(answer["view"]) == comparable(view)
    assert [each["text"] for each in shown[-1]["view"]["line"]] == list(match.move_texts())
    assert game.title in page_around("", game)


LOCAL_NAMES = """/$
cells := {1..3}
taken(c) iff some t in {0..2}. (c, t) in currentState
free(c) := f where f in {~taken(c)}
last := c where c in {3}
initialState := {}
playerToMove := `x if |currentState| mod 2 = 0; `o otherwise
moves := cells
legalMove(m) iff free(m) & (some c in cells. (c = m & free(c))) & ok & m <= last where ok in {m > 0}
outcome(m) := currentState U {(m, |currentState|)}
gameOver iff |currentState| = 3
wins(p) iff p = `x & w where w in {gameOver}
$/"""
"""Definitions and conditions that are names of a `where`, which are texts of their own."""


def test_names_of_a_where_are_parts_of_reasons(page: Page, tmp_path: Path) -> None:
    game = live_game(
        [split_document(Source("names.led", LOCAL_NAMES))], name="names", title="Names", folder=tmp_path
    )
    commands: list[Json] = [{"do": "why not", "text": "no move", "ply": 0}]
    for ply, text in enumerate(["1", "1", "4"]):
        commands.append({"do": "why not", "text": text, "ply": ply})
        if ply == 0:
            commands.append({"do": "play", "index": 0, "ply": 0})
    commands += [{"do": "play", "index": 0, "ply": ply} for ply in (1, 2)] + [{"do": "why over"}]
    asked = [place for place, command in enumerate(commands) if command["do"].startswith("why")]
    shown = answers_on_page(page, game, commands)
    meant = reasons_in_python(game, commands)
    assert [shown[place].get("why", shown[place]) for place in asked] == meant
    assert '"text": "f"' in json.dumps(meant)


LARGE_SETS = """/$
held(m) := {1..1200} U {m}
initialState := 0
playerToMove := `x
moves := {-1, 1}
legalMove(m) iff some H in {held(m)}. H = {1..1200}
outcome(m) := currentState + m
gameOver iff currentState = 1
wins(p) iff gameOver
$/"""


def test_reasons_show_the_first_thousand_elements(page: Page, tmp_path: Path) -> None:
    document = split_document(Source("large.led", LARGE_SETS))
    game = live_game([document], name="large", title="Large", folder=tmp_path)
    commands: list[Json] = [{"do": "why not", "text": "-1", "ply": 0}]
    (shown,) = answers_on_page(page, game, commands)
    assert [shown["why"]] == reasons_in_python(game, commands)
    assert "… 201 more" in json.dumps(shown["why"], ensure_ascii=False)


FOLLOWED = """async (views) => {
  const { Thinker } = await import("/src/noughts/page/play/thinker.js");
  for (const id of ["noughts-program", "noughts-workers"]) { // of workers, which are not begun here
    document.body.append(Object.assign(document.createElement("script"), { id }));
  }
  const thinker = new Thinker({}, () => {});
  thinker.workers = { begin: () => ({ postMessage() {}, terminate() {} }) };
  return views.map(([turn, asked]) => {
    thinker.follow(turn, asked);
    return Boolean(thinker.worker);
  });
}"""


def test_a_game_is_solved_as_long_as_somebody_wants_to_know(browser: Browser) -> None:
    turn = {"number": 1, "way": "wait", "line": []}
    views = [(None, False), (None, True), (turn, True), (None, True), (None, False), (None, True)]
    with module_page(browser) as page:
        works = page.page.evaluate(FOLLOWED, views)
    assert works == [False, True, True, True, False, True]


LATE = """async () => {
  const { Thinker } = await import("/src/noughts/page/play/thinker.js");
  for (const id of ["noughts-program", "noughts-workers"]) { // of workers, which are not begun here
    document.body.append(Object.assign(document.createElement("script"), { id }));
  }
  const told = [], asked = [], ended = [];
  const begin = (ask) => (asked.push(ask), { number: 1, promise: new Promise(() => {}) });
  const service = { begin, stop() {} };
  const thinker = new Thinker({}, (each) => told.push(each), service);
  thinker.workers = { begin: () => ({ postMessage() {}, terminate: () => ended.push(1) }) };
  thinker.follow({ number: 1, way: "wait", line: [] }, true);
  while (!told.length) await new Promise((resolve) => setTimeout(resolve, 10));
  thinker.follow({ number: 1, way: "service", question: { ask: "move" } }, true);
  thinker.follow(null, true); // it has moved: its values are still wanted
  return { told, asked, ended, solved: thinker.solved };
}"""


def test_a_move_does_not_wait_until_the_page_has_solved_the_game(browser: Browser) -> None:
    with module_page(browser) as page:
        happened = page.page.evaluate(LATE)
    assert happened == {
        "told": [{"do": "solved", "isLate": True}],
        "asked": ["move"],
        "ended": [],
        "solved": None,
    }


RENEWED = """async () => {
  const { LocalTable } = await import("/src/noughts/page/play/local_table.js");
  for (const id of ["noughts-program", "noughts-workers"]) { // of workers, which are not begun here
    document.body.append(Object.assign(document.createElement("script"), { id }));
  }
  const local = new LocalTable({ number: 0 }, {}, {});
  local.open = () => (local.worker = { postMessage() {}, terminate() {} });
  local.open();
  const numbers = [];
  const view = (number) => {
    local.running = {};
    local.thinker.follow = (turn) => {
      local.thinker.turn = turn && { ...turn, question: { ask: "move" } };
      local.thinker.asked = turn && 1;
    };
    local.thinker.service = { stop() {} };
    local.receive({ view: {}, turn: number && { number } });
    numbers.push(local.data.number);
  };
  view(1);
  local.renew({ number: 1 }); // while the service looks for a move
  numbers.push(local.data.number);
  view(1); // the same turn, such as when values are shown
  view(null); // the move is made
  local.renew({ number: 2 });
  numbers.push(local.data.number);
  return numbers;
}"""


def test_more_is_known_of_a_game_from_the_next_move_on(browser: Browser) -> None:
    """Formulas that arrive do not stop the search for a move."""
    with module_page(browser) as page:
        assert page.page.evaluate(RENEWED) == [0, 0, 0, 1, 2]
