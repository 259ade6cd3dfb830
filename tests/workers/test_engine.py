"""An engine begins at once, does several lists of calls at a time, and survives killed workers."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Sequence
from pathlib import Path

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
