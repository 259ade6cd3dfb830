"""Work done by a Dask cluster: a scheduler and two workers in processes of their own, killed at random.

`make cluster-test` runs these; without Dask they are skipped.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from importlib.util import find_spec
from pathlib import Path
from random import Random
from shutil import copytree, ignore_patterns, which
from typing import Any

import pytest

import noughts
from noughts.cli.game_argument import GameArgument
from noughts.players.arena import Batch, BatchResult, batches, play_all
from noughts.solvers.sample import Sample, sample
from noughts.workers import engine as engines
from noughts.workers.cluster import cluster_engine
from noughts.workers.engine import Engine, Here
from tests.players.learning import rounds_by
from tests.solvers.tables.making import Run, kill_at_random, phases_done

pytestmark = pytest.mark.skipif(find_spec("distributed") is None, reason="`make cluster-test` installs Dask")

KILLS = int(os.environ.get("NOUGHTS_FUZZ_CLUSTER_KILLS", "3"))
"""Runs and workers that are killed."""

GAMES = {"layers": ("mnk", "--let", "m=4"), "distances": ("mutorere",)}


def dask(*words: str, **how: Any) -> subprocess.Popen[bytes]:
    """A part of Dask, in a process of its own that says nothing; `how` has its environment, or its folder."""
    command = [sys.executable, "-m", "dask", *words]
    return subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, **how)


@contextmanager
def begun_workers(scheduler: str, place: Path, count: int = 1, **how: Any) -> Iterator[list[int]]:
    """The keepers of workers, each of which begins its worker again when it is killed."""
    ours = ("--nthreads", "1", "--no-dashboard", "--local-directory", str(place))
    keepers = [dask("worker", scheduler, *ours, **how) for _ in range(count)]
    try:
        yield [keeper.pid for keeper in keepers]
    finally:
        for keeper in keepers:
            keeper.terminate()
            keeper.wait()


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
    """The keepers of two workers."""
    with begun_workers(scheduler, tmp_path, 2) as keepers:
        yield keepers


def solve(
    game: tuple[str, ...], folder: Path | str, *engine: str, cwd: Path | None = None
) -> subprocess.Popen[str]:
    """A game solved in a folder."""
    command = [sys.executable, "-m", "noughts", "solve", *game, "--json", "--tables", str(folder), *engine]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=cwd)


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


def test_a_worker_of_another_version_is_one_error(scheduler: str, tmp_path: Path) -> None:
    other = tmp_path / "other" / "noughts"
    copytree(Path(noughts.__file__).parent, other, ignore=ignore_patterns("__pycache__"))
    with open(other / "solvers" / "tables" / "tasks.py", "a") as tasks:
        tasks.write("# another version\n")
    with begun_workers(scheduler, tmp_path, env={**os.environ, "PYTHONPATH": str(other.parent)}):
        process = solve(GAMES["layers"], tmp_path / "t", "--cluster", scheduler)
        _, said = process.communicate()
    assert (process.returncode, "Traceback" in said) == (2, False), said
    assert "has another version of noughts" in said
    assert phases_done(tmp_path / "t") == 0


def test_what_is_kept_beside_bytecode_makes_no_other_version(scheduler: str, tmp_path: Path) -> None:
    fresh = tmp_path / "fresh" / "noughts"
    copytree(Path(noughts.__file__).parent, fresh, ignore=ignore_patterns("__pycache__"))
    alone, _ = solve(GAMES["layers"], tmp_path / "alone", "--workers", "1").communicate()
    with begun_workers(scheduler, tmp_path, env={**os.environ, "PYTHONPATH": str(fresh.parent)}):
        process = solve(GAMES["layers"], tmp_path / "t", "--cluster", scheduler)
        found, said = process.communicate()
    assert (process.returncode, found) == (0, alone), said


@pytest.mark.skipif(sys.platform != "linux", reason="needs a path that means something else in each process")
def test_a_folder_that_workers_do_not_see_is_one_error(scheduler: str, tmp_path: Path) -> None:
    here, there = tmp_path / "here", tmp_path / "there"
    here.mkdir()
    there.mkdir()
    with begun_workers(scheduler, tmp_path, cwd=there):
        process = solve(GAMES["layers"], "/proc/self/cwd/t", "--cluster", scheduler, cwd=here)
        _, said = process.communicate()
    assert (process.returncode, "Traceback" in said) == (2, False), said
    assert "does not see the folder `/proc/self/cwd/t`" in said
    assert not list(there.iterdir())


def test_matches_of_a_cluster_are_those_of_one_process(
    scheduler: str, workers: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    game, players = GameArgument(["tictactoe"]), ["random", "perfect"]
    todo = batches(players, 1000)

    def played(engine: Engine) -> tuple[dict[Batch, BatchResult], Sample]:
        matches = dict(play_all(game.load, players, todo, seed=1, engine=engine))
        return matches, sample(game.load, 2000, seed=1, engine=engine)

    alone = played(Here())
    monkeypatch.setattr(engines, "PATIENCE", -1.0)
    monkeypatch.setattr(engines, "_SECONDS_WORTH_SHARING", -1.0)
    with cluster_engine(scheduler) as engine:
        assert played(engine) == alone
        assert rounds_by(engine, "nim") == rounds_by(Here(), "nim")


def composed(*words: str) -> subprocess.CompletedProcess[str]:
    """What Docker Compose does with the scheduler and two workers of `cluster/compose.yaml`."""
    command = ["docker-compose"] if which("docker-compose") else ["docker", "compose"]
    file = Path(__file__).parents[3] / "cluster" / "compose.yaml"
    return subprocess.run([*command, "--file", str(file), *words], capture_output=True, text=True)


@pytest.fixture
def containers() -> Iterator[None]:
    """A scheduler and two workers in containers, as the manual starts them."""
    if which("docker") is None or subprocess.run(["docker", "info"], capture_output=True).returncode:
        pytest.skip("no Docker daemon answers here")
    if composed("version").returncode:
        pytest.skip("Docker Compose is not installed")
    begun = composed("up", "--build", "--detach")
    assert begun.returncode == 0, begun.stderr
    yield
    composed("run", "--rm", "scheduler", "sh", "-c", "rm -rf /tables/tested")
    composed("down")


@pytest.mark.usefixtures("containers")
def test_the_compose_file_begins_a_cluster(tmp_path: Path) -> None:
    alone, _ = solve(GAMES["layers"], tmp_path / "t", "--workers", "1").communicate()
    words = ("noughts", "solve", *GAMES["layers"], "--json", "--tables", "/tables/tested")
    found = composed("run", "--rm", "scheduler", *words, "--cluster", "tcp://scheduler:8786")
    assert (found.returncode, found.stdout) == (0, alone), found.stderr


@pytest.mark.skipif(sys.platform != "linux", reason="looks for processes in /proc")
def test_tables_of_a_cluster_are_the_same_whoever_is_killed(
    scheduler: str, workers: list[int], tmp_path: Path
) -> None:
    def by(game: tuple[str, ...], *engine: str) -> Run:
        return lambda folder: solve(game, folder, *engine)

    games = [(by(game, "--workers", "1"), by(game, "--cluster", scheduler)) for game in GAMES.values()]
    kill_at_random(Random(os.environ.get("CI") and 1), KILLS, games, tmp_path, keepers=workers)
