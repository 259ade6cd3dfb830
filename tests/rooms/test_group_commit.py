"""What several threads write at the same time is written once, and each hears of its own failure."""

from __future__ import annotations

from collections.abc import Sequence
from threading import Barrier, Event, Thread

import pytest

from noughts.rooms.store import GroupCommit


def test_what_waits_is_written_together() -> None:
    groups: list[list[int]] = []
    begun, go_on = Event(), Event()

    def write(items: Sequence[int]) -> None:
        groups.append(list(items))
        begun.set()
        go_on.wait(60)

    commits = GroupCommit(write)
    threads = [Thread(target=commits.add, args=(0,))]
    threads[0].start()
    begun.wait(60)
    threads += [Thread(target=commits.add, args=(number,)) for number in range(1, 9)]
    for thread in threads[1:]:
        thread.start()
    while len(commits._waiting) < 8:
        begun.wait(0.001)
    go_on.set()
    for thread in threads:
        thread.join()
    assert groups[0] == [0]
    assert sorted(groups[1]) == [*range(1, 9)]
    assert len(groups) == 2


def test_one_that_cannot_be_written_keeps_no_other_from_it() -> None:
    written: list[int] = []
    failed: list[int] = []
    together = Barrier(20)

    def write(items: Sequence[int]) -> None:
        if any(item % 3 == 0 for item in items):
            raise ValueError(items)
        written.extend(items)

    commits = GroupCommit(write)

    def add(number: int) -> None:
        together.wait()
        try:
            commits.add(number)
        except ValueError:
            failed.append(number)

    threads = [Thread(target=add, args=(number,)) for number in range(20)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(written) == [number for number in range(20) if number % 3]
    assert sorted(failed) == [number for number in range(20) if number % 3 == 0]
    with pytest.raises(ValueError, match="21"):
        commits.add(21)
