"""Counting without listing gives what listing gives."""

from __future__ import annotations

from math import comb

import pytest

from noughts.solvers import quickest
from noughts.solvers.quickest import Quickest, Unlistable
from noughts.solvers.symbolic.census import census
from noughts.solvers.symbolic.layers import Layered
from tests.library.games import by_rules
from tests.symbolic.relatives import RELATIVES, relative, solution


@pytest.mark.parametrize("title", RELATIVES)
def test_a_census_counts_what_exploring_counts(title: str) -> None:
    game = relative(title)
    listed, counted = solution(title).exploration, census(Layered(game.ground()))
    assert counted.counts() == listed.counts()
    assert counted.by_ply() == listed.by_ply()
    assert len(counted) == len(listed)


def test_what_no_list_can_hold_is_counted() -> None:
    """In DISCTRU play goes on to the last cell, so after k moves any k cells are shared out in any way."""
    shared = [comb(36, k) * comb(k, k // 2) for k in range(37)]
    counted, way = Quickest().count(by_rules("disctru"))
    assert counted.by_ply() == shared
    assert counted.transitions == sum((36 - k) * n for k, n in enumerate(shared))
    assert sum(counted.terminal().values()) == shared[-1]
    assert way.through == "diagrams"


def test_what_no_list_can_hold_is_not_listed() -> None:
    with pytest.raises(Unlistable, match="24,072,650,378,629,801 positions"):
        Quickest().explore(by_rules("disctru"))


def test_what_is_counted_but_takes_too_much_to_be_solved_is_refused_with_the_count(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game = by_rules("mnk", ("m=3", "n=4", "k=3"))
    layered = Layered(game.ground())
    assert sum(layered.positions) > len(census(layered))
    monkeypatch.setattr(quickest, "CENSUS_NODES", layered.sets.made + 1)
    with pytest.raises(Unlistable, match="111,973 positions"):
        Quickest(limit=50_000).solve(game)
