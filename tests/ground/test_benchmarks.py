"""Every benchmark asks a question, and what is promised is compared with what is measured."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from benchmarks.__main__ import promise, questions
from benchmarks.measuring import Ratio, best_of_each


def test_every_file_asks_a_question_and_measures() -> None:
    for file in questions([]):
        assert (file.__doc__ or "").splitlines()[0].endswith("?"), file.__name__
        assert callable(file.measure), file.__name__


def test_every_question_is_found_where_make_bench_asks_it() -> None:
    """In a process of its own, which does not have the paths of the tests."""
    find = "from benchmarks.__main__ import questions; print(len(questions([])))"
    root = Path(__file__).parents[2]
    found = subprocess.run(
        [sys.executable, "-c", find], cwd=root, capture_output=True, text=True, check=False, timeout=600
    )
    assert (found.stdout, found.stderr) == (f"{len(questions([]))}\n", "")


def test_a_question_that_is_not_there_is_told() -> None:
    with pytest.raises(SystemExit, match=r"There is no benchmark startupp; there are .*startup"):
        questions(["startupp"])


def test_each_action_is_timed_as_often_as_the_other() -> None:
    done: list[str] = []
    times = best_of_each(lambda: done.append("a"), lambda: done.append("b"), times=3)
    assert done == ["a", "b"] * 3
    assert all(0 < time < 1 for time in times)


def test_a_promise_is_kept_below_its_limit() -> None:
    slow = Ratio("ours", 3.0, "theirs", 2.0, limit=2.5)
    assert slow.ratio == 1.5
    assert not slow.kept
    assert promise(slow) == "broken: < 2500"
    assert Ratio("ours", 3.0, "theirs", 2.0).kept
