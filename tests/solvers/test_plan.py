"""When diagrams are asked how many positions a game has, before these are listed."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import pytest

from noughts.kernels import machine
from noughts.kernels.compact_graph import CompactGraph
from noughts.kernels.explore import KernelListing, TooManyPositions
from noughts.kernels.kernel import kernel_of
from noughts.kernels.machine import TooManyBranches
from noughts.kernels.state_graph import KernelGraph
from noughts.solvers import quickest
from noughts.solvers.quickest import Quickest, TooManyToCount
from noughts.solvers.size import Few, Size, Unknown
from tests.library.games import by_rules

BREAKTHROUGH = 10_689
"""Positions of the library's Breakthrough: more than are listed before diagrams are asked."""


@pytest.fixture
def answered(monkeypatch: pytest.MonkeyPatch) -> Callable[[Size], list[tuple[Any, ...]]]:
    """Have diagrams give an answer; returns what they were asked each time."""

    def answer(size: Size) -> list[tuple[Any, ...]]:
        asked: list[tuple[Any, ...]] = []

        def size_of(rules: Any, limit: int, *rest: Any) -> Size:
            asked.append((limit, *rest))
            return size

        monkeypatch.setattr(quickest, "size_of", size_of)
        return asked

    return answer


def positions() -> int:
    found, _ = Quickest().find(by_rules("breakthrough"))
    assert isinstance(found, KernelGraph)
    return len(found.positions)


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """No more than a few positions are listed before diagrams count them."""
    monkeypatch.setattr(quickest, "_AT_FIRST", -1.0)


def test_a_list_that_is_soon_complete_asks_no_diagrams(answered: Any) -> None:
    asked = answered(Unknown())
    assert positions() == BREAKTHROUGH
    assert asked == []


@pytest.mark.usefixtures("impatient")
@pytest.mark.parametrize("size", [Few(), Unknown()])
def test_diagrams_are_asked_once_and_a_list_decides(answered: Any, size: Size) -> None:
    asked = answered(size)
    assert positions() == BREAKTHROUGH
    assert len(asked) == 1


def test_where_positions_come_back_diagrams_are_not_asked(answered: Any) -> None:
    asked = answered(Few())
    with pytest.raises(TooManyPositions):
        Quickest(limit=50).find(by_rules("dodgem"))
    assert asked == []


@pytest.mark.usefixtures("impatient")
def test_a_list_that_would_be_too_long_is_not_begun(answered: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    answered(Unknown())
    monkeypatch.setattr(quickest, "_SAMPLED", 100)
    monkeypatch.setattr(quickest, "_FEW", 100)
    told: list[int] = []
    asked = Quickest(limit=1_000, progress=lambda known, waiting: told.append(known))
    with pytest.raises(TooManyToCount, match="as random matches show") as refused:
        asked.find(by_rules("mnk", ["m=3", "n=4"]))
    assert 1_000 < refused.value.least < 111_973
    assert max(told) < 1_000


def test_rules_of_very_many_cases_are_listed_without_machine_code(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(machine, "_MOST_BRANCHES", 1)
    monkeypatch.setattr(quickest, "_SMALL", 1_000)
    assert positions() == BREAKTHROUGH
    with pytest.raises(TooManyBranches):
        machine.MachineCode(by_rules("nim").ground()).function("expand")


@pytest.mark.parametrize(("costs", "by_machine"), [(0.0, True), (1e9, False)])
def test_machine_code_is_compiled_if_that_costs_less_than_the_rest(
    monkeypatch: pytest.MonkeyPatch, costs: float, by_machine: bool
) -> None:
    monkeypatch.setattr(quickest, "_SMALL", 9_000)
    monkeypatch.setattr(quickest, "seconds_until_it_runs", lambda source, function: costs)
    found, _ = Quickest(diagrams=False, symmetric=False).find(by_rules("breakthrough"))
    assert isinstance(found, CompactGraph if by_machine else KernelGraph)
    assert len(found) == BREAKTHROUGH


def test_a_list_that_grows_is_left_to_machine_code_whatever_that_costs(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game = by_rules("breakthrough")
    listing = KernelListing(game, kernel_of(game))
    assert listing.within(100) is None
    assert listing.seconds_left == math.inf  # each position leads to more than one new one
    assert listing.within(9_000) is None
    assert 0 < listing.seconds_left < math.inf
    monkeypatch.setattr(quickest, "seconds_until_it_runs", lambda source, function: listing.seconds_left)
    assert not quickest.pays(listing)


def test_machine_code_that_is_kept_costs_less_than_to_compile_it(monkeypatch: pytest.MonkeyPatch) -> None:
    source = machine.MachineCode(by_rules("breakthrough").ground()).source()
    monkeypatch.setattr(machine, "is_compiled", lambda source, function: False)
    anew = machine.seconds_until_it_runs(source, "expand")
    monkeypatch.setattr(machine, "is_compiled", lambda source, function: True)
    assert (
        machine.seconds_until_it_runs(source, "expand")
        < anew
        < machine.seconds_until_it_runs(source, "expand") + 60
    )


def test_the_way_is_told_before_the_first_position_is_listed() -> None:
    said: list[str] = []

    def progress(known: int, waiting: int) -> None:
        said.append("progress")

    asked = Quickest(symmetric=False, progress=progress, told=lambda way: said.append(way.through))
    asked.explore(by_rules("breakthrough"))
    assert said[0] == "kernel"
    assert said.count("kernel") == 1
    assert "progress" in said
