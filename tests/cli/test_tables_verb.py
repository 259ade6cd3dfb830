"""``noughts solve --tables`` and ``explore --tables``: what they answer, refuse, and survive."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from functools import partial
from pathlib import Path
from random import Random

import pytest

from noughts.cli.game_argument import GameArgument
from noughts.cli.table_factory import adviser_of
from noughts.cli.verbs import ExitCode
from noughts.solvers.plan import solve_by_plan
from tests.cli.conftest import Noughts, environment
from tests.solvers.tables.making import Run, contents, kill_at_random

pytestmark = pytest.mark.long

KILLS = int(os.environ.get("NOUGHTS_FUZZ_TABLE_KILLS", "2"))
"""Runs and workers that are killed; of each game in memory, half as many runs."""

ROOT = Path(__file__).parents[2]
"""Where games in Python of the tests are found."""

SOLVE = ("solve", "mnk", "--json")
COMES_BACK = ("solve", "mutorere", "--json")


@pytest.mark.parametrize("asked", [SOLVE, COMES_BACK], ids=["layers", "distances"])
def test_tables_answer_as_memory_does(noughts: Noughts, asked: tuple[str, ...], tmp_path: Path) -> None:
    folder = ("--tables", str(tmp_path / "tables"), "--workers", "1")
    listed = noughts("explore", *asked[1:], *folder)
    assert listed.stdout == noughts("explore", *asked[1:]).stdout
    expected = noughts(*asked).stdout
    assert noughts(*asked, *folder).stdout == expected
    move = next(iter(json.loads(expected)["moves"]))
    there, known = (json.loads(noughts(*asked, "--at", move, *more).stdout) for more in (folder, ()))
    assert [there[key] for key in ("value", "moves", "best")] == [
        known[key] for key in ("value", "moves", "best")
    ]


IN_PYTHON = ("solve", "tests.small_games.hexapawn:Hexapawn", "--json")
THREE_SIDES = ("solve", "threenim", "--json")
CLICKS = ("solve", "mnk", "--by", "clicks", "--let", "m=2", "--let", "n=2", "--let", "k=2", "--json")
IN_MEMORY = [IN_PYTHON, THREE_SIDES, CLICKS]


@pytest.mark.parametrize("asked", IN_MEMORY, ids=["Python", "three sides", "clicks"])
def test_games_that_tasks_cannot_take_are_answered_alike(
    noughts: Noughts, asked: tuple[str, ...], tmp_path: Path
) -> None:
    folder = ("--tables", str(tmp_path / "tables"))
    listed = noughts("explore", *asked[1:], *folder)
    assert listed.stdout == noughts("explore", *asked[1:]).stdout
    known = noughts(*asked)
    assert noughts(*asked, *folder).stdout == known.stdout
    before = contents(tmp_path)
    again = noughts(*asked[:-1], *folder, "--verbose")
    assert "That was done in memory, and the " in again.stderr
    assert again.stdout == noughts(*asked[:-1]).stdout
    assert contents(tmp_path) == before
    move = json.loads(known.stdout)["best"][0]
    there, expected = (json.loads(noughts(*asked, "--at", move, *more).stdout) for more in (folder, ()))
    whole = {"positions", "transitions", "values"}
    assert {key: there[key] for key in there.keys() - whole} == {
        key: expected[key] for key in expected.keys() - whole
    }
    assert all(there[key] == json.loads(known.stdout)[key] for key in whole)
    if len(there["values"]) == 3:
        played = noughts(
            "play",
            *asked[1:-1],
            *(f"--player={side}=perfect:{tmp_path / 'tables'}" for side in there["values"] if side != "draw"),
        )
        assert played.returncode == ExitCode.YES


def test_a_face_shows_the_values_of_the_folder_that_a_player_reads(
    noughts: Noughts, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = tmp_path / "tables"
    assert noughts(*CLICKS, "--tables", str(place)).returncode == ExitCode.YES
    named_game = GameArgument(["mnk"], let=["m=2", "n=2", "k=2"], by="clicks")
    game = named_game.load()
    expected = solve_by_plan(game)
    monkeypatch.setattr("noughts.cli.table_factory.solved_apart", lambda *_: pytest.fail("solved again"))
    adviser = adviser_of(named_game, game, ["random", f"Perfect: {place}"])
    oracle = adviser.ask().result(60)
    assert oracle.value(game.initial) == expected.value(game.initial)
    assert oracle.best(game.initial) == expected.best(game.initial)


@pytest.mark.parametrize(
    ("options", "word"),
    [
        (("--tables", "FOLDER", "--limit", "5"), "--limit"),
        (("--tables", "FOLDER", "--save", "f"), "--save"),
        (("--tables", "FOLDER", "--through", "search"), "search"),
        (("--tables", "FOLDER", "--weak"), "search"),
        (("--tables", "FOLDER", "--memory", "1KB"), "64 MB to 1 TB"),
        (("--tables", "s3n0://b/x"), "the protocol `s3n0://` is not known"),
        (("--tables", "memory://x", "--workers", "2"), "in the memory of one process"),
        (("--tables", "FOLDER", "--cluster", ""), "`--cluster` has no address"),
        (("--tables", "FOLDER", "--memory", "much"), "--memory"),
        (("--tables", "FILE"), "folder"),
    ],
)
def test_options_that_have_no_meaning_are_refused(
    noughts: Noughts, options: tuple[str, ...], word: str, tmp_path: Path
) -> None:
    names = {"FOLDER": str(tmp_path / "new"), "FILE": __file__}
    said = noughts("solve", "tictactoe", *(names.get(word, word) for word in options))
    assert said.returncode == ExitCode.BAD_INPUT
    assert word in said.stderr
    assert "Traceback" not in said.stderr


def begun(asked: tuple[str, ...], folder: Path, workers: int) -> subprocess.Popen[str]:
    """A run in processes of its own."""
    words = [sys.executable, "-m", "noughts", *asked, "--tables", str(folder), "--workers", str(workers)]
    return subprocess.Popen(
        words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment(), cwd=ROOT
    )


@pytest.mark.skipif(sys.platform != "linux", reason="looks for processes in /proc")
def test_whatever_is_killed_the_tables_are_the_same(tmp_path: Path) -> None:
    games: list[tuple[Run, Run]] = [
        (partial(begun, game, workers=1), partial(begun, game, workers=2)) for game in (SOLVE, COMES_BACK)
    ]
    kill_at_random(Random(os.environ.get("CI") and 1), KILLS, games, tmp_path)


@pytest.mark.parametrize("game", IN_MEMORY, ids=["Python", "three sides", "clicks"])
def test_whenever_a_run_in_memory_is_killed_the_tables_are_the_same(
    noughts: Noughts, game: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(ROOT)
    dice = Random(os.environ.get("CI") and 1)
    expected = noughts(*game, "--tables", str(tmp_path / "whole")).stdout
    for number in range(KILLS // 2):
        folder, killed = tmp_path / str(number), begun(game, tmp_path / str(number), 1)
        wait_for_files(folder, dice.randrange(5), killed)
        killed.kill()
        killed.communicate()
        again = noughts(*game, "--tables", str(folder))
        assert (again.stdout, again.stderr) == (expected, "")
        assert contents(folder) == contents(tmp_path / "whole")


def wait_for_files(folder: Path, wanted: int, process: subprocess.Popen[str]) -> None:
    """Wait until a run has written so many files, or has ended."""
    while process.poll() is None:
        if folder.is_dir() and len(list(folder.iterdir())) >= wanted:
            return
        time.sleep(0.0005)


def test_a_short_time_is_a_few_seconds() -> None:
    from noughts.cli.tabled import forecast
    from noughts.solvers.tables.estimate import Expected

    short = forecast(Expected(3_000_000, 400_000, 10**8, 0.4), 2, 1e12)
    assert short == "3,000,000 positions: 100 MB of disk at work, a few seconds."
    long = forecast(Expected(3_000_000, 400_000, 10**8, 60), None, 1e12)
    assert long.endswith("of disk at work, about 60 s of processor time.")
