"""Documents that take long, in a real program: nobody else waits, and whoever waits can stop it."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Final
from urllib.request import urlopen

import pytest
from websockets.exceptions import ConnectionClosed

from tests.faces.programs import Program, Tab, running

pytestmark = pytest.mark.long

ROUNDS: Final = int(os.environ.get("NOUGHTS_FUZZ_TABS", "0")) or 40
"""How often one of many tabs does something."""

SLOW = """# Slow

/$
initialState := 0
newState :=
    currentState + 1 if mouseClicked & mouseX < 500;
    currentState + 100 if mouseClicked;
    currentState otherwise

late := 0 if currentState mod 100 = 0;
    Sum[i in {1..100000}] Sum[j in {1..100000}] 1 otherwise
images := {text(currentState + late, point(500, 400), 40, color(0, 0, 0))}

playerToMove := `x if currentState mod 200 = 0; `o otherwise
gameOver iff currentState > 100000
wins(p) iff currentState = 100000 & p = `x
$/
"""
"""A click on the left half leads where the picture takes longer than any budget."""

FILM = """# Film

/$
initialState := 0
newState := currentState + 1
late := 0 if currentState < 3;
    Sum[i in {1..100000}] Sum[j in {1..100000}] 1 otherwise
images := {text(currentState + late, point(500, 400), 40, color(0, 0, 0))}
$/
"""
"""The fourth frame takes longer than any budget."""

LEFT, RIGHT = 100, 900


@pytest.fixture
def slow(tmp_path: Path) -> Path:
    path = tmp_path / "slow.led"
    path.write_text(SLOW)
    return path


@pytest.fixture
def film(tmp_path: Path) -> Path:
    path = tmp_path / "film.led"
    path.write_text(FILM)
    return path


def click(tab: Tab, x: int, ply: int = 0) -> None:
    tab.ask(do="click", x=x, y=400, ply=ply)


def plays_at_once(program: Program) -> None:
    """Another tab loads the page and makes two moves."""
    with urlopen(program.address, timeout=600) as page:
        assert page.status == 200
    with program.tab() as tab:
        tab.heard("table")
        for ply in range(2):
            click(tab, RIGHT, ply)
            assert len(tab.heard("table")["line"]) == ply + 1


def test_while_one_tab_waits_others_play_and_it_can_stop(slow: Path) -> None:
    with running(slow, "--x", "person", "--o", "person", for_ever=True) as program, program.tab() as tab:
        tab.heard("table")
        for _ in range(8):
            click(tab, LEFT)
        assert tab.next()["kind"] == "busy"
        for _ in range(3):
            plays_at_once(program)
        tab.ask(do="stop")
        stopped = tab.next()
        assert (stopped["kind"], stopped["message"], stopped["error"]) == ("table", "Stopped.", "")
        assert stopped["line"] == []
        assert tab.next()["kind"] == "idle", "the other seven clicks were the same wish"
        click(tab, RIGHT)
        assert len(tab.heard("table")["line"]) == 1
        assert program.stop() == ""


def test_of_wishes_that_wait_the_last_of_each_kind_is_fulfilled(slow: Path) -> None:
    with running(slow, "--x", "person", "--o", "person", for_ever=True) as program, program.tab() as tab:
        tab.heard("table")
        click(tab, LEFT)
        tab.heard("busy")
        for x in (LEFT, LEFT + 1, LEFT + 2):
            click(tab, x)
        tab.ask(do="stop")
        assert tab.heard("table")["message"] == "Stopped."
        assert tab.next()["kind"] == "idle"


def test_a_tab_that_comes_back_sees_what_there_was_and_may_stop(slow: Path) -> None:
    with running(slow, "--x", "person", "--o", "person", for_ever=True) as program:
        with program.tab() as tab:
            name = tab.heard("name")["name"]
            tab.heard("table")
            click(tab, RIGHT)
            assert len(tab.heard("table")["line"]) == 1
            click(tab, LEFT, 1)
            tab.heard("busy")
        with program.tab(name) as tab:
            assert [tab.next()["kind"] for _ in range(3)] == ["name", "stage", "busy"]
            assert len(tab.heard("table")["line"]) == 1
            tab.ask(do="stop")
            assert tab.heard("table")["message"] == "Stopped."


def test_ctrl_c_ends_at_once_whatever_is_worked_on(slow: Path) -> None:
    with running(slow, "--x", "person", "--o", "person", for_ever=True) as program:
        tabs = [program.tab() for _ in range(4)]
        for tab in tabs:
            tab.heard("table")
            click(tab, LEFT)
        for tab in tabs:
            tab.heard("busy")
        assert program.stop() == "", "and tells nothing but its address"


def test_a_film_that_takes_long_holds_up_nobody_and_can_stop(film: Path) -> None:
    with running(film, for_ever=True) as program, program.tab() as tab:
        tab.heard("busy")
        for _ in range(3):
            with program.tab() as other:
                other.heard("film")
                assert other.heard("frame")["changed"]
        tab.ask(do="stop")
        assert tab.heard("stopped")["error"] == ""
        tab.ask(do="restart")
        assert tab.heard("film")["images"][0]["text"] == "0"
        tab.heard("busy")
        assert program.stop() == ""


def test_many_tabs_that_do_as_they_like(slow: Path) -> None:
    """Wishes of all kinds, sense and nonsense, tabs that vanish and come back: the others go on playing."""
    dice = Random(ROUNDS)
    with running(slow, "--x", "person", "--o", "person") as program:
        tabs: list[tuple[Tab, str]] = []
        threads = program.threads()
        for round in range(ROUNDS):
            if len(tabs) < 6:
                tab = program.tab()
                tabs.append((tab, tab.heard("name")["name"]))
            tab, name = dice.choice(tabs)
            if dice.random() < 0.2:
                tabs.remove((tab, name))
                tab.kill() if dice.random() < 0.5 else tab.connection.close()
                if dice.random() < 0.5:
                    back = program.tab(name)
                    tabs.append((back, back.heard("name")["name"]))
            else:
                do_something(tab, dice)
            if round % 20 == 19:
                plays_at_once(program)
        for tab, _ in tabs:
            tab.ask(do="stop")
            tab.ask(do="restart")
            tab.ask(do="save")
            assert "moves" in tab.heard("record")["text"]
            tab.connection.close()
        while program.threads() > threads + 8:
            plays_at_once(program)
        assert program.stop() == ""


def do_something(tab: Tab, dice: Random) -> None:
    """Something that a page may do, or no page would."""
    wishes: tuple[dict[str, object], ...] = (
        {"do": "click", "x": dice.choice((LEFT, RIGHT)), "y": 400, "ply": dice.randrange(3)},
        {"do": "play", "index": dice.randrange(-2, 4), "ply": dice.randrange(3)},
        {"do": "undo"},
        {"do": "redo"},
        {"do": "restart"},
        {"do": "jump", "ply": dice.choice((-(10**30), 0, 1, 10**30))},
        {"do": "step", "plies": dice.choice((-1, 1))},
        {"do": "save"},
        {"do": "load", "text": dice.choice(("", "noughts match 1\n", "x" * 1000))},
        {"do": "stop"},
        {"do": "stop"},
        {"do": dice.choice((None, 3, "fly", ["undo"], {}))},
        {"do": "click", "x": "1", "y": None, "ply": True},
    )
    wish = dice.choice(wishes)
    with suppress(ConnectionClosed):
        for _ in range(dice.choice((1, 1, 1, 8))):
            tab.ask(**wish)
