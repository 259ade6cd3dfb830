"""The guess that a game is too large for a list, against lists."""

from __future__ import annotations

import pytest

from noughts.grounding.facts import proved
from noughts.kernels.explore import explore
from noughts.kernels.kernel import kernel_of
from noughts.solvers import estimate
from noughts.solvers.estimate import comes_back, least_number
from tests.grounding.subjects import subject
from tests.library.games import by_rules


@pytest.mark.parametrize("title", ["mnk 2 3 2", "mnk 3 2 7, whose cells are all alike"])
def test_a_list_never_has_fewer_positions_than_are_claimed(title: str) -> None:
    known = subject(title)
    assert proved(known.grounded)["growing"]
    number = len(known.exploration.positions)
    assert least_number(kernel_of(known.game), known.grounded.initial, number // 10) > number // 10
    assert least_number(kernel_of(known.game), known.grounded.initial, number) <= number


def test_connect_four_is_too_large_for_a_list() -> None:
    kernel = kernel_of(by_rules("four", []))
    assert least_number(kernel, kernel.initial, 100_000_000) > 100_000_000
    assert least_number(kernel, kernel.initial, 10**13) <= 10**13


@pytest.mark.parametrize("name", ["tapatan", "ponghauki", "dodgem"])
def test_of_a_game_whose_positions_come_back_no_more_are_claimed_than_it_has(name: str) -> None:
    kernel = kernel_of(game := by_rules(name, []))
    assert comes_back(kernel)
    assert 0 < least_number(kernel, kernel.initial, 10**9) < len(explore(game))


def test_random_matches_end_at_their_budget(monkeypatch: pytest.MonkeyPatch) -> None:
    kernel = kernel_of(by_rules("four", []))
    monkeypatch.setattr(estimate, "MOVES", 40_000)
    assert least_number(kernel, kernel.initial, 100_000_000) <= 100_000_000


def test_of_a_game_that_grows_no_position_comes_back() -> None:
    assert not comes_back(kernel_of(by_rules("tictactoe")))
