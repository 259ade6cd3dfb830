"""What ``noughts explore`` and ``noughts solve`` answer, to programs and to people."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest

from noughts.cli import explored
from noughts.cli.game_argument import GameArgument
from noughts.cli.main import obey
from noughts.cli.verbs import ExitCode
from noughts.games.game import Game, TooManyPositions
from noughts.refusal import Refusal
from noughts.solvers.plan import SMALL, Step
from tests.cli.conftest import Noughts
from tests.small_games import GraphGame, Hexapawn, Nim, TicTacToe

GAMES: dict[str, Game] = {
    "tictactoe": TicTacToe(),
    "hexapawn": Hexapawn(),
    "nim": Nim((1, 2)),
    "three": GraphGame({0: [1], 1: []}, {0: "a", 1: "b"}, sides=("a", "b", "c"), name="three at a table"),
    "long": GraphGame({n: [n + 1] for n in range(60)} | {60: []}, dict.fromkeys(range(61), "a"), name="long"),
    "brackets": Nim((1,), name="[red]nim[/]"),
}

Answer = Callable[..., SimpleNamespace]


@pytest.fixture
def answer(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Answer:
    """Run a verb on the games above; what it printed, and the arguments the game was loaded with."""
    loaded: dict[str, Any] = {}

    def load(named: GameArgument) -> Game:
        loaded.update(let=named.let, by=named.by, wins=named.wins)
        return GAMES[named.words[0]]

    monkeypatch.setattr(GameArgument, "load", load)
    monkeypatch.setenv("COLUMNS", "100")

    def run(*words: str) -> SimpleNamespace:
        code = obey(words)
        said = capsys.readouterr()
        return SimpleNamespace(code=code, out=said.out, err=said.err, loaded=loaded)

    return run


def test_explore_counts_for_programs(answer: Answer) -> None:
    said = answer("explore", "tictactoe", "--json")
    assert said.out == '{"positions":5478,"transitions":16167,"terminal":{"x":626,"o":316,"draw":16}}\n'
    assert said.code == ExitCode.YES


def test_explore_counts_for_people(answer: Answer) -> None:
    lines = answer("explore", "tictactoe").out.splitlines()
    assert lines[0] == "tic-tac-toe: 5,478 positions, 16,167 transitions"
    rows = [line.split() for line in lines]
    assert ["x", "wins", "626", "11.4%"] in rows
    assert ["draw", "16", "0.3%"] in rows
    assert ["6", "1,520"] in rows
    assert lines[-1] == "Every position can be reached in at most 9 moves."


def test_a_long_game_is_not_listed_ply_by_ply(answer: Answer) -> None:
    said = answer("explore", "long").out
    assert "ply" not in said
    assert "at most 60 moves" in said


def test_solve_answers_programs(answer: Answer) -> None:
    said = json.loads(answer("solve", "tictactoe", "--json").out)
    assert {key: said[key] for key in ("value", "distance", "positions", "transitions", "to_move", "at")} == {
        "value": "draw",
        "distance": None,
        "positions": 5478,
        "transitions": 16167,
        "to_move": "x",
        "at": [],
    }
    assert said["best"] == list("123456789")
    assert said["moves"] == {text: {"value": "draw", "distance": None} for text in "123456789"}
    assert sum(said["values"].values()) == 5478


def test_solve_says_that_the_second_player_wins_hexapawn(answer: Answer) -> None:
    said = json.loads(answer("solve", "hexapawn", "--json").out)
    assert (said["value"], said["distance"], said["to_move"]) == ("b", 6, "w")
    assert answer("solve", "hexapawn").out.startswith("hexapawn: b wins in 6 moves with perfect play.\n")


def test_solve_at_another_position(answer: Answer) -> None:
    said = json.loads(answer("solve", "tictactoe", "--at", "1 2", "--json").out)
    assert (said["value"], said["distance"], said["at"]) == ("x", 5, ["1", "2"])
    assert said["best"] == ["4", "5", "7"]
    assert said["moves"]["5"] == {"value": "x", "distance": 5}
    assert said["moves"]["6"] == {"value": "draw", "distance": None}
    assert said["positions"] < 5478


def test_solve_at_the_end(answer: Answer) -> None:
    said = json.loads(answer("solve", "nim", "--at", "1 from 1; 2 from 2", "--json").out)
    assert (said["value"], said["distance"], said["to_move"]) == ("second", 0, None)
    assert (said["best"], said["moves"], said["at"]) == ([], {}, ["1 from 1", "2 from 2"])
    shown = answer("solve", "nim", "--at", "1 from 1; 2 from 2").out
    assert shown.startswith(
        "nim after 1 from 1; 2 from 2: the game is over, second wins (the last one is taken).\n"
    )
    assert "to move" not in shown


def test_solve_answers_people(answer: Answer) -> None:
    said = answer("solve", "tictactoe", "--at", "1").out
    assert said.startswith("tic-tac-toe after 1: a draw with perfect play.\n")
    rows = [line.split() for line in said.splitlines()]
    assert rows[2][:3] == ["o", "to", "move"]
    assert rows[3] == ["5", "draw", "0", "of", "7", "best"]  # the best in front
    assert ["2", "x", "wins", "in", "6", "4", "of", "7"] in rows


def test_losses_are_shown_the_latest_first(answer: Answer) -> None:
    rows = [line.split() for line in answer("solve", "tictactoe", "--at", "1 2 5").out.splitlines()]
    assert rows[3] == ["9", "x", "wins", "in", "4", "3", "of", "5", "best"]
    assert {tuple(row[1:5]) for row in rows[4:9]} == {("x", "wins", "in", "2")}


def test_what_a_game_is_called_is_printed_as_it_is(answer: Answer) -> None:
    assert answer("explore", "brackets").out.startswith("[red]nim[/]: 2 positions")
    assert answer("solve", "brackets").out.startswith("[red]nim[/]: first wins in 1 move with perfect play")


def test_a_move_that_is_not_legal(answer: Answer) -> None:
    said = answer("solve", "tictactoe", "--at", "1 5 5")
    assert said.code == ExitCode.BAD_INPUT
    assert said.err == ("error: move 3, `5`, is not legal for `x`\n   help: legal: 2; 3; 4; 6; 7; 8; 9\n")


@pytest.mark.parametrize("verb", ["explore", "solve"])
def test_a_game_too_large(answer: Answer, verb: str) -> None:
    said = answer(verb, "tictactoe", "--limit", "5000")
    assert (said.code, said.out) == (ExitCode.BAD_INPUT, "")
    assert said.err == (
        "error: tic-tac-toe has more than 5,000 positions, which is the limit\n"
        "   help: raise `--limit`, or make the game smaller with `--let`\n"
    )


def test_many_sides(answer: Answer) -> None:
    said = answer("solve", "three", "--save", "values")
    assert said.code == ExitCode.BAD_INPUT
    assert said.err.startswith(
        "error: three at a table has 3 sides, and is solved by a list of all positions"
    )
    found = json.loads(answer("solve", "three", "--json").out)
    assert found["outcomes"] == [found["value"]]
    assert found["coalition"].keys() == {"a", "b", "c"}
    assert sum(found["values"].values()) == found["positions"] == 2
    assert "if each side plays for itself." in answer("solve", "three").out
    assert json.loads(answer("solve", "three", "--json", "--at", found["best"][0]).out)["best"] == []
    assert answer("solve", "three", "--verbose").err.startswith("three at a table is explored through")
    assert json.loads(answer("explore", "three", "--json").out)["positions"] == 2


@pytest.mark.parametrize("verb", ["explore", "solve"])
def test_how_the_game_is_to_be_taken_is_passed_on(answer: Answer, verb: str) -> None:
    words = ("nim", "--let", "m=4", "--let", "n=3", "--by", "clicks", "--wins", "won")
    assert answer(verb, *words).loaded == {"let": ["m=4", "n=3"], "by": "clicks", "wins": "won"}
    assert answer(verb, "nim").loaded == {"let": None, "by": None, "wins": None}
    said = answer(verb, "nim", "--by", "magic")
    assert said.code == ExitCode.BAD_INPUT
    assert "'magic'" in said.err


@pytest.mark.parametrize("value", ["1/0", "q", "m+1", "{1..3"])
def test_what_is_wrong_with_a_constant_that_is_given_is_shown_where_it_was_given(
    noughts: Noughts, value: str
):
    said = noughts("explore", "mnk", "--let", f"m={value}")
    assert said.returncode == 2
    assert said.stderr.startswith(f"--let m={value}:1:")
    assert f"1 | {value}\n" in said.stderr


def test_a_puzzle_is_solved_and_nobody_wins_or_draws(noughts: Noughts):
    for words in (["solve", "pegs"], ["explore", "pegs"], ["sample", "pegs", "--games", "20"]):
        said = noughts(*words).stdout
        assert "solv" in said
        assert not re.search(r"\bwins?\b|\bdraw|losing|forced", said), words


def test_that_numba_is_missing_is_told_once_and_before_long_work(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(explored, "is_available", lambda: False)
    with explored.plan_of(None, True) as plan:
        plan.tell(Step("list", SMALL, "positions"))
        assert capsys.readouterr().err == ""
        for _ in range(2):
            plan.tell(Step("list", SMALL + 1, "positions"))
    assert capsys.readouterr().err.count("`pip install 'noughts[solve]'`") == 1
    with pytest.raises(Refusal) as refused, explored.plan_of(None, True):
        raise TooManyPositions("four", 1_000_000)
    assert refused.value.hint.startswith("`pip install 'noughts[solve]'`")
