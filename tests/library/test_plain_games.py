"""Games of the library against the same games written in plain Python, without a line of Noughts."""

from __future__ import annotations

import tomllib
from collections.abc import Callable

import pytest

from benchmarks.by_hand import SECONDS, rule_lines
from benchmarks.plain_games import (
    Breakthrough,
    Clobber,
    Domineering,
    Hare,
    Hex,
    LGame,
    Mnk,
    Notakto,
    Rules,
    Sim,
    Solved,
    Tapatan,
    Y,
)
from noughts.games.result import Value
from tests.library.test_figures import GAMES

PLAIN: dict[str, Callable[[], Rules]] = {
    "breakthrough": Breakthrough,
    "clobber": Clobber,
    "domineering": Domineering,
    "domineering n=3": lambda: Domineering(3),
    "hare": Hare,
    "hex": Hex,
    "hex n=2": lambda: Hex(2),
    "lgame": LGame,
    "mnk n=2": lambda: Mnk(3, 2),
    "mnk n=4": lambda: Mnk(3, 4),
    "notakto": Notakto,
    "sim": Sim,
    "sim n=4": lambda: Sim(4),
    "tapatan": Tapatan,
    "tictactoe": Mnk,
    "y": Y,
    "y n=3": lambda: Y(3),
}
FIGURES = {" ".join([known["name"], *known.get("let", ())]): known for known in GAMES}


@pytest.mark.parametrize("name", PLAIN)
def test_plain_python_finds_the_same_positions_and_the_same_value(name: str) -> None:
    known, solved = FIGURES[name], Solved(PLAIN[name]())
    assert solved.plies == known["by_ply"]
    assert sum(map(len, solved.following.values())) == known["transitions"]
    assert sum(solved.terminal.values()) == sum(known["terminal"].values())
    assert solved.terminal[0] == known["terminal"]["draw"]
    first = next(iter(known["terminal"]))
    value, far = solved.value
    winner = first if value > 0 else next(side for side in known["terminal"] if side != first)
    assert known["value"] == str(Value(winner, far) if value else Value(None, None))


def test_lines_of_rules_are_counted_without_claims() -> None:
    assert rule_lines("notakto") == 15


def test_the_games_that_were_measured_are_those_of_today() -> None:
    for measured in tomllib.loads(SECONDS.read_text("utf-8"))["game"]:
        known = FIGURES.get(" ".join([measured["name"], *measured.get("let", ())]))
        assert known is None or sum(known["by_ply"]) == measured["positions"]
