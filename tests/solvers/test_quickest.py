"""When diagrams are asked how many positions a game has, before these are listed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from noughts.kernels.state_graph import KernelGraph
from noughts.solvers import quickest
from noughts.solvers.quickest import Quickest
from noughts.solvers.size import Few, Size, Unknown
from tests.library.games import by_rules

BREAKTHROUGH = 10_689
"""Positions of the library's Breakthrough: more than are listed before diagrams are asked."""


@pytest.fixture
def answered(monkeypatch: pytest.MonkeyPatch) -> Callable[[Size], list[tuple[Any, ...]]]:
    """Have diagrams give an answer; returns the seconds they were given each time, if any."""

    def answer(size: Size) -> list[tuple[Any, ...]]:
        asked: list[tuple[Any, ...]] = []

        def size_of(rules: Any, limit: int, progress: Any, *seconds: float) -> Size:
            asked.append(seconds)
            return size

        monkeypatch.setattr(quickest, "size_of", size_of)
        return asked

    return answer


def positions() -> int:
    found, _ = Quickest().find(by_rules("breakthrough"))
    assert isinstance(found, KernelGraph)
    return len(found.positions)


@pytest.mark.parametrize("size", [Few(), Unknown()])
def test_diagrams_have_a_moment_and_a_list_decides(answered: Any, size: Size) -> None:
    asked = answered(size)
    assert positions() == BREAKTHROUGH
    [(seconds,)] = asked
    assert seconds < 5


def test_diagrams_have_all_their_time_where_a_list_would_be_long(
    answered: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = answered(Unknown())
    monkeypatch.setattr(quickest, "_MANY", BREAKTHROUGH - 1)
    assert positions() == BREAKTHROUGH
    assert [len(seconds) for seconds in asked] == [1, 0]
