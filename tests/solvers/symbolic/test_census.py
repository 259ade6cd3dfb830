"""Counting without listing gives what listing gives."""

from __future__ import annotations

from math import comb
from pathlib import Path

import pytest

from noughts.cli.game_argument import GameArgument
from noughts.games.game import TooManyPositions
from noughts.solvers import size
from noughts.solvers.plan import Plan, TooManyToCount, Unlistable
from noughts.solvers.symbolic.diagrams import TooMuchWork
from noughts.solvers.symbolic.layers import Layered
from noughts.solvers.symbolic.prove import census
from noughts.solvers.symbolic.strategy import winning_region
from tests.library.games import by_rules
from tests.solvers.symbolic.relatives import RELATIVES, relative, solution

FOUR = ("m=4", "n=4", "k=4")


@pytest.mark.parametrize("title", RELATIVES)
def test_a_census_counts_what_exploring_counts(title: str) -> None:
    game = relative(title)
    listed, counted = solution(title).graph, census(Layered(game.ground()))
    assert counted.counts() == listed.counts()
    assert counted.by_ply() == listed.by_ply()
    assert len(counted) == len(listed)


def test_what_no_list_can_hold_is_counted() -> None:
    """In DISCTRU play goes on to the last cell, so after k moves any k cells are shared out in any way."""
    shared = [comb(36, k) * comb(k, k // 2) for k in range(37)]
    counted, way = Plan().count(by_rules("disctru"))
    assert counted.by_ply() == shared
    assert counted.transitions == sum((36 - k) * n for k, n in enumerate(shared))
    assert sum(counted.terminal().values()) == shared[-1]
    assert way.through == "diagrams"


def test_a_machine_with_variables_that_follow_from_others_is_counted_as_well() -> None:
    """Its count of moves, its turn and its result have no bits: the diagrams are those of the library's."""
    machine = GameArgument([str(Path(__file__).with_name("disctru-machine.led"))], let=(), by=None).load()
    counted, way = Plan().count(machine)
    known, _ = Plan().count(by_rules("disctru"))
    assert len(counted) == 24_072_650_378_629_801
    assert counted.counts() == known.counts()
    assert counted.by_ply() == known.by_ply()
    assert way.through == "diagrams"


def test_what_no_list_can_hold_is_not_listed() -> None:
    with pytest.raises(Unlistable, match="24,072,650,378,629,801 positions"):
        Plan().explore(by_rules("disctru"))


def test_what_is_counted_but_takes_too_much_to_be_solved_is_refused_with_the_count(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game = by_rules("mnk", ("m=3", "n=4", "k=3"))
    layered = Layered(game.ground())
    assert sum(layered.positions) > len(census(layered))
    monkeypatch.setattr(size, "CENSUS_NODES", layered.sets.made + 1)
    with pytest.raises(Unlistable, match="111,973 positions"):
        Plan(limit=50_000).solve(game)


@pytest.mark.parametrize("nodes", [300, 3_000, 10_000])
def test_diagrams_that_break_off_have_counted_enough(nodes: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Four in a row on four by four has 9,722,011 positions; some of them are more than the limit."""
    monkeypatch.setattr(size, "CENSUS_NODES", nodes)
    told: list[int] = []
    asked = Plan(limit=1_000, progress=lambda known, waiting: told.append(known))
    with pytest.raises(
        TooManyToCount, match=r"has at least [\d,]+ positions, and no more than 1,000"
    ) as error:
        asked.explore(by_rules("mnk", FOUR))
    assert 1_000 < error.value.least < 9_722_011
    assert told[-1] == error.value.least


def test_what_will_not_be_counted_to_the_end_is_counted_until_there_is_no_hope(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(size, "CENSUS_NODES", 300)
    told: list[int] = []
    with pytest.raises(TooManyToCount) as error:
        Plan(limit=1_000, progress=lambda known, waiting: told.append(known)).explore(
            by_rules("mnk", ("m=5", "n=5", "k=4"))
        )
    enough = size.HOPELESS * 1_000
    assert told[-2] <= enough < told[-1] == error.value.least


def test_diagrams_that_break_off_early_say_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(size, "CENSUS_NODES", 10)
    with pytest.raises(TooManyPositions, match="more than 1,000 positions") as error:
        Plan(limit=1_000).explore(by_rules("mnk", FOUR))
    assert not isinstance(error.value, TooManyToCount)


def test_of_a_part_of_the_game_it_says_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """What breaks off has counted the whole game, not what can be reached from somewhere."""
    monkeypatch.setattr(size, "CENSUS_NODES", 3_000)
    game = by_rules("mnk", FOUR)
    after = game.after(game.initial, game.moves(game.initial)[0])
    with pytest.raises(TooManyPositions, match="more than 1,000 positions") as error:
        Plan(limit=1_000).explore(game, after)
    assert not isinstance(error.value, TooManyToCount)


def test_a_count_makes_no_more_nodes_than_it_may() -> None:
    grounded = by_rules("mnk", FOUR).ground()
    stopped = size.size_of(grounded, 1_000, work=5_000)
    assert isinstance(stopped, size.AtLeast)
    assert stopped == size.size_of(grounded, 1_000, work=5_000)  # at the same place, on a slow machine, too
    assert isinstance(size.size_of(grounded, 1_000), size.Counted)


def test_what_is_asked_after_a_count_may_make_some_more(monkeypatch: pytest.MonkeyPatch) -> None:
    grounded = by_rules("mnk", FOUR).ground()
    monkeypatch.setattr(size, "_MORE_WORK", 10)
    counted = size.size_of(grounded, 1_000)
    assert isinstance(counted, size.Counted)
    with pytest.raises(TooMuchWork):
        winning_region(counted.layered, 0)


def test_a_bound_is_given_up_where_it_is_much_work(monkeypatch: pytest.MonkeyPatch) -> None:
    grounded = by_rules("mnk", FOUR).ground()
    assert size.bound_of(grounded) == 10_165_779
    monkeypatch.setattr(size, "_BOUND_WORK", 200)
    assert size.bound_of(grounded) is None
