"""Every position of every game of the library is counted, by its rules and by its clicks."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from noughts.games.game import Game
from noughts.kernels.explore import explore_kernel, explore_rules
from noughts.kernels.kernel import Kernel
from noughts.kernels.state_graph import StateGraph
from noughts.solvers.backward import Listed, solve
from noughts.solvers.many_sides import ManySided
from noughts.solvers.plan import Plan, solved
from tests.library.games import ASKED, AT_LENGTH, BOARD_GAMES, UNDRAWN, by_clicks, by_rules
from tests.small_games import Hexapawn, Nim, TicTacToe

pytestmark = pytest.mark.long

GAMES: list[dict[str, Any]] = tomllib.loads(
    (Path(__file__).parent / "figures.toml").read_text("utf-8"),
)["game"]
SMALL = [known for known in GAMES if not known.get("large")]
BY_CLICKS = [
    known
    for known in SMALL
    if known["name"] in ASKED
    and known["name"] not in UNDRAWN
    and (known["name"], known.get("let")) != ("mnk", None)
]
"""Three by three is left out: the clicks of tictactoe are counted, and the rules of both."""
WITHOUT_FORMULAS = ("euclid", "kalah")
"""Two of them for those who are not asked at length: numbers, and seeds that are sown."""
ONE_OF_EACH = SMALL if AT_LENGTH else [*{known["name"]: known for known in reversed(SMALL)}.values()]
"""Every game, with the first constants of the table for it; at length with all of them."""
LARGE = [known for known in GAMES if known.get("large")]


def title(known: dict[str, Any]) -> str:
    return " ".join([known["name"], *known.get("let", ())])


@cache
def by_its_rules(name: str, let: tuple[str, ...]) -> StateGraph:
    """All positions of a game, listed once for all that is asked of them."""
    return explore_rules(by_rules(name, let))


def counted(explored: Listed) -> dict[str, Any]:
    found = {
        "by_ply": explored.by_ply(),
        "transitions": explored.transitions,
        "terminal": explored.terminal(),
    }
    if len(explored.game.sides) > 2:
        assert isinstance(explored, StateGraph)
        return {**found, "outcomes": list(ManySided(explored).outcome_names(0))}
    return {**found, "value": str(solved(explored).value(explored.game.initial))}


@pytest.mark.parametrize("known", ONE_OF_EACH, ids=title)
def test_by_rules(known: dict[str, Any]) -> None:
    explored = by_its_rules(known["name"], tuple(known.get("let", ())))
    found = counted(explored)
    assert found == {key: known[key] for key in found}


@pytest.mark.parametrize("known", BY_CLICKS, ids=title)
def test_by_clicks(known: dict[str, Any]) -> None:
    explored = explore_rules(by_clicks(known["name"], known.get("let", ())))
    found = counted(explored)
    assert found == {key: known[key] for key in found}


@pytest.mark.parametrize("known", LARGE, ids=title)
def test_the_first_plies_of_a_large_game(known: dict[str, Any]) -> None:
    game = by_rules(known["name"], known.get("let", ()))
    ply, sizes = [game.initial], [1]
    while sum(sizes) < 400:
        ply = list({game.after(position, move) for position in ply for move in game.moves(position)})
        sizes.append(len(ply))
    assert sizes == known["by_ply"][: len(sizes)]


@pytest.mark.parametrize(
    "known",
    [
        known
        for known in GAMES
        if known["name"] in ASKED and "transitions" in known and known.get("formulas", True)
    ],
    ids=title,
)
def test_the_quickest_way_finds_the_same(known: dict[str, Any]) -> None:
    game = by_rules(known["name"], known.get("let", ()))
    explored, method = Plan().explore(game)
    found = counted(explored)
    assert found == {key: known[key] for key in found}
    assert method.through == "kernel" or sum(found["by_ply"]) <= 10_000


@pytest.mark.parametrize(
    "known",
    [
        known
        for known in GAMES
        if not known.get("formulas", True)
        and (AT_LENGTH or (known["name"] in WITHOUT_FORMULAS and "let" not in known))
    ],
    ids=title,
)
def test_formulas_for_those_who_wait_find_the_same(known: dict[str, Any]) -> None:
    game = by_rules(known["name"], known.get("let", ()))
    explored = explore_kernel(game, Kernel(game.ground()))
    found = counted(explored)
    assert found == {key: known[key] for key in found}


@pytest.mark.parametrize(
    "known", [known for known in GAMES if "published" in known and "value" in known], ids=title
)
def test_the_value_is_the_published_one(known: dict[str, Any]) -> None:
    said = known["published"]["value"]
    assert known["value"] == said or known["value"].startswith(f"{said} in ")


def test_the_table_speaks_of_every_game() -> None:
    assert {known["name"] for known in GAMES} == {*BOARD_GAMES, *UNDRAWN}


@pytest.mark.parametrize(
    ("name", "let", "written_in_python"),
    [
        ("tictactoe", (), TicTacToe()),
        ("mnk", (), TicTacToe()),
        ("hexapawn", (), Hexapawn()),
        ("nim", ("heaps=(3,1,2)",), Nim((3, 1, 2))),
    ],
    ids=["tictactoe", "mnk", "hexapawn", "nim"],
)
def test_the_same_rules_in_python_give_the_same_figures(
    name: str, let: tuple[str, ...], written_in_python: Game
) -> None:
    ours, theirs = by_its_rules(name, let), explore_rules(written_in_python)
    assert ours.by_ply() == theirs.by_ply()
    assert ours.transitions == theirs.transitions
    assert list(ours.terminal().values()) == list(theirs.terminal().values())
    assert sorted(solve(ours).values) == sorted(solve(theirs).values)
