"""``noughts solve --tables`` and ``explore --tables``: what they answer, refuse, and survive."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from functools import partial
from pathlib import Path
from random import Random

import pytest

from noughts.cli.exit_code import ExitCode
from tests.cli.conftest import Noughts, environment
from tests.solvers.tables.making import Run, kill_at_random

KILLS = int(os.environ.get("NOUGHTS_FUZZ_TABLE_KILLS", "3"))
"""Runs and workers that are killed."""

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


@pytest.mark.parametrize(
    ("options", "word"),
    [
        (("--tables", "FOLDER", "--limit", "5"), "--limit"),
        (("--tables", "FOLDER", "--save", "f"), "--save"),
        (("--tables", "FOLDER", "--through", "search"), "search"),
        (("--tables", "FOLDER", "--weak"), "search"),
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
        words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment()
    )


@pytest.mark.skipif(sys.platform != "linux", reason="looks for processes in /proc")
def test_whatever_is_killed_the_tables_are_the_same(tmp_path: Path) -> None:
    games: list[tuple[Run, Run]] = [
        (partial(begun, game, workers=1), partial(begun, game, workers=2)) for game in (SOLVE, COMES_BACK)
    ]
    kill_at_random(Random(os.environ.get("CI") and 1), KILLS, games, tmp_path)
