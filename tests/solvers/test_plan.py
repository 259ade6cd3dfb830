"""The steps by which the positions of a game are found, and the facts that they follow from."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import pytest

from noughts.games.game import TooManyPositions
from noughts.kernels import machine
from noughts.kernels.compact_graph import CompactGraph
from noughts.kernels.explore import KernelListing
from noughts.kernels.kernel import kernel_of
from noughts.kernels.machine import TooManyBranches
from noughts.kernels.state_graph import KernelGraph
from noughts.solvers import plan
from noughts.solvers.plan import GameFacts, Method, Plan, Step, TooManyToCount
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

        monkeypatch.setattr(plan, "size_of", size_of)
        return asked

    return answer


def positions() -> int:
    found, _ = Plan().find(by_rules("breakthrough"))
    assert isinstance(found, KernelGraph)
    return len(found.positions)


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Not all positions of Breakthrough are listed before diagrams count them."""
    monkeypatch.setattr(plan, "SMALL", 10_000)


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
        Plan(limit=50).find(by_rules("dodgem"))
    assert asked == []


def test_a_list_that_would_be_too_long_is_not_begun(answered: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    answered(Unknown())
    monkeypatch.setattr(plan, "_SAMPLED", 100)
    monkeypatch.setattr(plan, "SMALL", 100)
    told: list[int] = []
    asked = Plan(limit=1_000, progress=lambda known, waiting: told.append(known))
    with pytest.raises(TooManyToCount, match="as random matches show") as refused:
        asked.find(by_rules("mnk", ["m=3", "n=4"]))
    assert 1_000 < refused.value.least < 111_973
    assert max(told) < 1_000


def test_rules_of_very_many_cases_are_listed_without_machine_code(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(machine, "_MOST_BRANCHES", 1)
    monkeypatch.setattr(plan, "SMALL", 1_000)
    assert positions() == BREAKTHROUGH
    with pytest.raises(TooManyBranches):
        machine.MachineCode(by_rules("nim").ground()).function("expand")


def test_a_module_that_takes_minutes_to_compile_is_not_compiled() -> None:
    operation = "def f(s):\n    return " + " & ".join(["s"] * 100)
    assert machine.is_compilable(operation)
    assert not machine.is_compilable("\n".join([operation] * 400))


@pytest.mark.parametrize(("compiling", "by_machine"), [(0, True), (10**9, False)])
def test_machine_code_is_compiled_if_that_costs_less_than_the_rest(
    monkeypatch: pytest.MonkeyPatch, compiling: int, by_machine: bool
) -> None:
    monkeypatch.setattr(plan, "SMALL", 9_000)
    monkeypatch.setattr(plan, "_LOADED", compiling)
    monkeypatch.setattr(plan, "_COMPILED", (compiling, 0))
    found, _ = Plan(diagrams=False, symmetric=False).find(by_rules("breakthrough"))
    assert isinstance(found, CompactGraph if by_machine else KernelGraph)
    assert len(found) == BREAKTHROUGH


def test_a_list_that_grows_is_left_to_machine_code_whatever_that_costs() -> None:
    game = by_rules("breakthrough")
    listing = KernelListing(game, kernel_of(game))
    assert listing.within(100) is None
    assert listing.positions_left == math.inf  # each position leads to more than one new one
    assert listing.within(9_000) is None
    assert 0 < listing.positions_left < math.inf


def facts(name: str, *options: str) -> GameFacts:
    game = by_rules(name, list(options))
    kernel = kernel_of(game)
    return GameFacts(game, kernel, kernel.initial)


def test_machine_code_that_is_kept_costs_less_than_to_compile_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(plan, "is_compiled", lambda source, function: False)
    few, many = facts("tictactoe").compiling, facts("breakthrough").compiling
    monkeypatch.setattr(plan, "is_compiled", lambda source, function: True)
    assert facts("breakthrough").compiling == facts("tictactoe").compiling < few < many


def test_the_seconds_until_random_matches_run_depend_on_what_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    source = machine.MachineCode(by_rules("breakthrough").ground()).source()
    monkeypatch.setattr(machine, "is_compiled", lambda source, function: False)
    anew = machine.seconds_until_it_runs(source)
    monkeypatch.setattr(machine, "is_compiled", lambda source, function: True)
    assert machine.seconds_until_it_runs(source) < anew < machine.seconds_until_it_runs(source) + 60


@pytest.mark.parametrize(
    ("name", "asked", "methods"),
    [
        ("mnk", Plan(), ["list", "count", "sample", "list"]),
        ("mnk", Plan(limit=1_000), ["list", "count", "list"]),
        ("mnk", Plan(diagrams=False), ["list"]),
        ("mnk", Plan(search=True, diagrams=False), ["sample", "list"]),
        ("dodgem", Plan(), ["list", "sample", "list"]),
    ],
)
def test_the_steps_follow_from_the_facts(name: str, asked: Plan, methods: list[str]) -> None:
    assert [step.method for step, _ in asked.steps(facts(name))] == methods


def test_without_machine_code_a_list_that_takes_long_is_estimated_first(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(plan, "is_available", lambda: False)
    taken = list(Plan().steps(facts("mnk")))
    assert [step.method for step, _ in taken] == ["list", "count", "sample", "list"]
    assert taken[-1][0].budget < plan.LISTED


def test_only_the_steps_that_are_needed_are_taken() -> None:
    asked = Plan()
    asked.find(by_rules("tictactoe"))
    assert [str(step) for step in asked.taken] == ["list the positions (150,000 positions at most)"]
    asked = Plan(limit=1_000)
    asked.find(by_rules("mnk", ["m=2", "n=4", "k=2"]))
    assert [step.budget for step in asked.taken] == [1_000]


def test_a_list_in_plain_python_ends_at_its_budget(answered: Any) -> None:
    """With a budget a hundred times as large, the board of 4 by 4 would be listed in plain Python."""
    asked = answered(Unknown())
    with pytest.raises(TooManyPositions):
        Plan(limit=200_000).find(by_rules("mnk", ["m=4", "n=4"]))
    assert len(asked) == 1


def test_the_way_is_told_before_the_first_position_is_listed() -> None:
    said: list[str] = []

    def progress(known: int, waiting: int) -> None:
        said.append("progress")

    def told(what: Method | Step) -> None:
        said.append(what.through if isinstance(what, Method) else what.method)

    asked = Plan(symmetric=False, progress=progress, told=told)
    asked.explore(by_rules("breakthrough"))
    assert said[:2] == ["kernel", "list"]
    assert said.count("kernel") == 1
    assert "progress" in said
