"""An engine begins at once, does several lists at a time and survives killed workers, all of one version."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from shutil import copytree, ignore_patterns

import noughts
from noughts.workers.engine import TaskCall, local_engine


def touch(path: Path) -> str:
    """Leave a trace."""
    path.touch()
    return path.name


def die_once(path: Path, number: int) -> int:
    """A number; whoever is asked first is killed."""
    if not path.exists():
        path.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return number


def calls(path: Path, numbers: Sequence[int]) -> list[TaskCall]:
    return [(die_once, path, number) for number in numbers]


def test_calls_are_begun_before_anybody_asks_for_their_results(tmp_path: Path) -> None:
    with local_engine(2) as engine:
        results = engine.results([(touch, tmp_path / "begun")])
        until = time.monotonic() + 60
        while not (tmp_path / "begun").exists():
            assert time.monotonic() < until
            time.sleep(0.01)
        assert list(results) == [(0, "begun")]


def test_two_lists_of_calls_survive_a_killed_worker(tmp_path: Path) -> None:
    """Each submits what it lacks, in whatever order they are asked for."""
    with local_engine(2) as engine:
        first = engine.results(calls(tmp_path / "a", range(20)))
        second = engine.results(calls(tmp_path / "b", range(20, 30)))
        assert sorted(second) == [(k, 20 + k) for k in range(10)]
        third = engine.results(calls(tmp_path / "a", range(5)))
        assert sorted(first) == [(k, k) for k in range(20)]
        assert sorted(third) == [(k, k) for k in range(5)]


def test_calls_go_to_another_pool_when_an_idle_worker_was_killed(tmp_path: Path) -> None:
    with local_engine(2) as engine:
        (_, worker), *_ = engine.results([(os.getpid,)])
        os.kill(worker, signal.SIGKILL)
        time.sleep(0.5)
        assert sorted(engine.results(calls(tmp_path, range(3)))) == [(0, 0), (1, 1), (2, 2)]


def sleep_on(path: Path) -> None:
    """Leave the number of this process, and work for ever."""
    path.with_suffix(".new").write_text(str(os.getpid()))
    path.with_suffix(".new").rename(path)
    while True:
        time.sleep(1)


def is_there(process: int) -> bool:
    """Whether a process has not ended."""
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True


def test_a_worker_ends_with_its_pool_whatever_it_does(tmp_path: Path) -> None:
    """So Ctrl-C need not wait for a task that nobody wants any longer."""
    until = time.monotonic() + 60
    with local_engine(2) as engine:
        results = engine.results([(sleep_on, tmp_path / "process")])
        while not (tmp_path / "process").exists():
            assert time.monotonic() < until
            time.sleep(0.01)
        del results
    process = int((tmp_path / "process").read_text())
    while is_there(process):
        assert time.monotonic() < until
        time.sleep(0.01)


def test_the_version_of_a_worker_does_not_depend_on_what_python_keeps(tmp_path: Path) -> None:
    package = tmp_path / "noughts"
    copytree(Path(noughts.__file__).parent, package, ignore=ignore_patterns("__pycache__"))
    program = "from noughts.workers.cluster import build_of_worker as build; print(build())"

    def build() -> str:
        environment = {**os.environ, "PYTHONPATH": str(tmp_path)}
        return subprocess.check_output([sys.executable, "-c", program], env=environment, text=True)

    fresh = build()
    for kept in ("machine.done-1.py311.nbi", "grammar.kept"):
        path = package / "kernels" / "__pycache__" / kept
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(b"kept")
    assert build() == fresh
    (package / "kernels" / "machine.py").write_text("")
    assert build() != fresh
