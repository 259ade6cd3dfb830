"""Tables made by a Dask cluster: a scheduler and two workers in processes of their own, killed at random.

`make cluster-test` runs these; without Dask they are skipped.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path
from random import Random

import pytest

from tests.solvers.tables.making import contents, kill, phases_done, spawned_by

pytestmark = pytest.mark.skipif(find_spec("distributed") is None, reason="`make cluster-test` installs Dask")

KILLS = int(os.environ.get("NOUGHTS_FUZZ_CLUSTER_KILLS", "3"))
"""Workers that are killed, one in each run."""

GAMES = {"layers": ("mnk", "--let", "m=4"), "distances": ("mutorere",)}


def dask(*words: str) -> subprocess.Popen[bytes]:
    """A part of Dask, in a process of its own that says nothing."""
    command = [sys.executable, "-m", "dask", *words]
    return subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


@pytest.fixture(scope="module")
def scheduler(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a scheduler."""
    file = tmp_path_factory.mktemp("dask") / "scheduler.json"
    ours = ("--host", "127.0.0.1", "--port", "0", "--dashboard-address", ":0", "--scheduler-file", str(file))
    process = dask("scheduler", *ours)
    address = ""
    while not address:
        assert process.poll() is None
        with suppress(FileNotFoundError, json.JSONDecodeError):
            address = json.loads(file.read_text())["address"]
    yield address
    process.terminate()
    process.wait()


@pytest.fixture
def workers(scheduler: str, tmp_path: Path) -> Iterator[list[int]]:
    """The keepers of two workers, each of which begins its worker again when it is killed."""
    ours = ("--nthreads", "1", "--no-dashboard", "--local-directory", str(tmp_path))
    keepers = [dask("worker", scheduler, *ours) for _ in range(2)]
    yield [keeper.pid for keeper in keepers]
    for keeper in keepers:
        keeper.terminate()
        keeper.wait()


def solve(game: tuple[str, ...], folder: Path, *engine: str) -> subprocess.Popen[str]:
    """A game solved in a folder."""
    command = [sys.executable, "-m", "noughts", "solve", *game, "--json", "--tables", str(folder), *engine]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def test_an_address_where_nobody_answers_is_one_error(tmp_path: Path) -> None:
    process = solve(GAMES["layers"], tmp_path / "t", "--cluster", "tcp://127.0.0.1:1")
    _, said = process.communicate()
    assert process.returncode == 2
    assert "no scheduler answers at `tcp://127.0.0.1:1`" in said
    assert "Traceback" not in said
    assert not (tmp_path / "t").exists()


def test_a_cluster_without_workers_is_one_error(scheduler: str, tmp_path: Path) -> None:
    process = solve(GAMES["layers"], tmp_path / "t", "--cluster", scheduler)
    _, said = process.communicate()
    assert (process.returncode, "has no workers" in said, "Traceback" in said) == (2, True, False)


@pytest.mark.skipif(sys.platform != "linux", reason="looks for processes in /proc")
@pytest.mark.parametrize("name", GAMES)
def test_tables_of_a_cluster_are_the_same_whoever_is_killed(
    name: str, scheduler: str, workers: list[int], tmp_path: Path
) -> None:
    dice, whole = Random(), tmp_path / "whole"
    expected, said = solve(GAMES[name], whole, "--workers", "1").communicate()
    assert expected, said
    for number in range(KILLS):
        folder = tmp_path / str(number)
        process, wanted = solve(GAMES[name], folder, "--cluster", scheduler), dice.randrange(30)
        while process.poll() is None:
            victims = spawned_by(dice.choice(workers))
            if phases_done(folder) >= wanted and victims:
                kill(victims[0])
                break
        found, said = process.communicate()
        assert found == expected, said
        assert contents(folder) == contents(whole)
