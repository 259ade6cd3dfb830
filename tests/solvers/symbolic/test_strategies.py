"""Strategies as sets of positions are those found position by position: the same, and as many."""

from __future__ import annotations

from functools import partial
from itertools import pairwise
from math import comb
from typing import Any

import pytest

from noughts.automata.from_game import game_graph as explore_graph
from noughts.automata.from_game import plant_of_positions, strategy
from noughts.documents.by_rules import GameByRules
from noughts.kernels.explore import explore_rules
from noughts.kernels.state_graph import KernelGraph
from noughts.solvers.backward import Solution
from noughts.solvers.plan import Plan, solve_by_plan
from noughts.solvers.symbolic.cells import cells_of
from noughts.solvers.symbolic.diagram_engine import DiagramEngine
from noughts.solvers.symbolic.diagrams import TooManyNodes
from noughts.solvers.symbolic.layers import Endless, Layered
from noughts.solvers.symbolic.prove import censuses
from noughts.solvers.symbolic.strategy import extent, line_lost, winning_region
from tests.library.games import by_rules
from tests.solvers.symbolic.relatives import RELATIVES, relative


@pytest.mark.parametrize("title", RELATIVES)
def test_a_strategy_is_as_large_as_its_automaton(title: str) -> None:
    game = relative(title)
    plant = plant_of_positions(explore_graph(game))
    layered = Layered(game.ground())
    for number, side in enumerate(game.sides):
        automaton = strategy(plant, side).automaton
        found = winning_region(layered, number)
        assert found.holds == (automaton is not None)
        if automaton is not None:
            size = extent(found)
            assert size.configurations == automaton.state_count - 1
            assert size.moves + size.wins + size.ties == automaton.transition_count


@pytest.mark.parametrize("title", RELATIVES)
def test_it_keeps_exactly_the_positions_that_the_side_does_not_lose(title: str) -> None:
    game = relative(title)
    solution = solve_by_plan(game)
    assert isinstance(solution, Solution)
    layered = Layered(game.ground())
    for number, side in enumerate(game.sides):
        kept = winning_region(layered, number).sets
        for position in solution.graph.positions:
            lost = solution.value(position).winner not in (None, side)
            assert kept.keeps(layered.rules.encoded(position)) == (not lost)


@pytest.mark.parametrize("title", RELATIVES)
def test_a_side_without_a_strategy_is_shown_how_it_loses(title: str) -> None:
    game = relative(title)
    layered = Layered(game.ground())
    for number, side in enumerate(game.sides):
        found = winning_region(layered, number)
        if not found.holds:
            line = line_lost(found)
            assert line.outcome is not None
            assert line.outcome.winner not in (None, side)
            solution = solve_by_plan(game)
            assert all(solution.value(position).winner not in (None, side) for position in line.positions)


@pytest.mark.parametrize("title", RELATIVES)
def test_bits_of_one_cell_exclude_each_other(title: str) -> None:
    grounded = relative(title).ground()
    cells = cells_of(grounded)
    assert sorted(bit for bits in cells.bits_of for bit in bits) == list(range(len(grounded.bits)))
    survey, _ = Plan().explore(relative(title))
    assert isinstance(survey, KernelGraph)
    for code in survey.codes:
        assert cells.code(cells.filling(code)) == code


def test_marks_of_two_players_are_one_cell() -> None:
    assert cells_of(by_rules("disctru").ground()).contents == (3,) * 36
    assert cells_of(by_rules("mnk", ("m=4", "n=4")).ground()).contents == (3,) * 16


def test_a_stone_of_whoever_is_to_move_is_one_cell() -> None:
    game = by_rules("hex", ("n=3",))
    assert sorted(cells_of(game.ground()).contents) == [2, *(3,) * 9]
    counted = [census.positions for census in censuses(Layered(game.ground(), DiagramEngine))]
    assert counted[-1] == len(explore_rules(game))


def test_the_places_of_a_family_stand_side_by_side() -> None:
    game = by_rules("disctru")
    grounded, cells = game.ground(), cells_of(game.ground())
    diagrams: list[Any] = [game.meaning.value(name) for name in "JKLM"]
    places: list[Any] = [grounded.bits[bits[0]] for bits in cells.bits_of]
    family_of = {place: k for k, family in enumerate(diagrams) for line in family for place in line}
    order = [family_of[bit.value[1]] for bit in places if bit.value[1] in family_of]
    assert len(order) == 20
    assert sum(a != b for a, b in pairwise(order)) == 3


# The game that no list can hold


@pytest.fixture(scope="module")
def disctru() -> Layered:
    return Layered(by_rules("disctru").ground())


def test_disctru_is_a_draw_and_its_strategies_are_counted(disctru: Layered) -> None:
    x, o = extent(winning_region(disctru, 0)), extent(winning_region(disctru, 1))
    assert x.configurations == 24_072_557_155_133_497
    assert o.configurations == 24_072_444_457_025_497
    assert (x.own, x.others) == (147_955_971_451_496_820, 144_885_079_748_850_936)
    assert (o.own, o.others) == (144_883_168_086_949_464, 147_955_622_630_992_212)
    assert (x.wins, x.ties) == (o.wins, o.ties) == (1_924_008, 9_071_287_284)


def test_its_full_boards_are_all_that_there_are(disctru: Layered) -> None:
    """Eighteen of the places are those of x; each side wins equally many, by symmetry; the rest is tied."""
    layer = disctru.layer(36)
    wins = [disctru.sets.count(disctru.won_by(layer.over, side)) for side in (0, 1)]
    assert disctru.sets.count(layer.over) == comb(36, 18)
    assert wins[0] == wins[1] == full_boards_won()
    assert not layer.going_on


def full_boards_won() -> int:
    """How many full boards x has won, by inclusion and exclusion over the five places of a family.

    With its heart a family is held by either of two pairs: of the 16 ways to have the other four places
    7 hold it, by how many of the four are taken: 2 with two, 4 with three, 1 with all.
    """
    ways = {0: 1}
    for _ in range(4):
        further: dict[int, int] = {}
        for taken, count in ways.items():
            for more, found in ((3, 2), (4, 4), (5, 1)):
                further[taken + more] = further.get(taken + more, 0) + count * found
        ways = further
    return sum(count * comb(16, 18 - taken) for taken, count in ways.items() if taken <= 18)


def test_its_layers_are_all_positions_with_so_many_marks(disctru: Layered) -> None:
    counts = [disctru.sets.count(layer) for layer in disctru.all]
    assert counts == [comb(36, k) * comb(k, k // 2) for k in range(37)]


# What cannot be done


def test_work_that_grows_too_large_is_given_up() -> None:
    with pytest.raises(TooManyNodes):
        winning_region(Layered(by_rules("mnk", ("n=4",)).ground(), partial(DiagramEngine, limit=2000)), 0)


def test_a_game_that_may_go_round_has_no_layers() -> None:
    with pytest.raises(Endless):
        _ = Layered(walk_round().ground()).all


def walk_round() -> GameByRules:
    """A token on three places that may be moved to any other; it is over on none."""
    from noughts.documents.from_document import game_from
    from noughts.language.check import check_text

    text = """# Round
/$
initialState := {1}
moves := {1..3}
playerToMove := `x
gameOver iff 1 = 2
wins(p) iff p = `o
legalMove(m) iff ~(m in currentState)
outcome(m) := {m}
$/
"""
    game = game_from(check_text(text), name="round")
    assert isinstance(game, GameByRules)
    return game
