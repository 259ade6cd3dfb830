"""Work is stopped when its time is over: the time that it works, and not the time that passes."""

from __future__ import annotations

import time

import pytest

from noughts import stop
from noughts.stop import NEVER, Deadline, Stop, Stopped, current, stopped_after


class Clock:
    """A clock that says what it is told, and how often it was asked."""

    def __init__(self) -> None:
        self.now, self.asked = 0.0, 0

    def __call__(self) -> float:
        self.asked += 1
        return self.now


def looks(deadline: Stop, number: int = 100) -> None:
    for _ in range(number):
        deadline.look()


def test_the_clock_of_a_thread_is_asked_only_when_its_time_may_be_over(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Each time the wall clock has moved on by what was left of it."""
    thread, wall = Clock(), Clock()
    monkeypatch.setattr(stop, "processor_time", thread)
    monkeypatch.setattr(time, "monotonic", wall)
    deadline = Deadline(8, NEVER, thread)
    for now, worked, asked in [(0, 0, 2), (7, 4, 2), (8.5, 6, 3), (10.25, 7, 3), (10.75, 7, 4), (11.5, 8, 4)]:
        wall.now, thread.now = now, worked
        looks(deadline)
        assert thread.asked == asked, now
    wall.now, thread.now = 12, 8.25
    with pytest.raises(Stopped):
        deadline.look()


def test_another_clock_is_asked_each_time() -> None:
    """It may go faster than that on the wall."""
    clock = Clock()
    deadline = Deadline(8, NEVER, clock)
    looks(deadline)
    clock.now = 9
    for _ in range(2):
        with pytest.raises(Stopped):
            deadline.look()


def work(seconds: float) -> None:
    """Work as long as that, unless it is stopped."""
    began = stop.processor_time()
    while stop.processor_time() < began + seconds:
        current.get().look()


def test_work_is_stopped_after_its_time_and_sleep_is_no_work() -> None:
    began = stop.processor_time()
    with stopped_after(0.1):
        time.sleep(0.2)
        current.get().look()
        with pytest.raises(Stopped):
            work(60)
    assert stop.processor_time() < began + 30


def test_a_deadline_ends_with_the_work_that_it_is_a_part_of() -> None:
    outer = Stop()
    deadline = Deadline(600, outer)
    looks(deadline)
    outer.wanted = True
    with pytest.raises(Stopped):
        deadline.look()
