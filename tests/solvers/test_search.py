"""Searches and random matches against what is known of every position: they guess, but they do not lie."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from math import sqrt
from random import Random

import pytest

from noughts.cli.game_argument import GameArgument
from noughts.games.game import Game, Position
from noughts.games.result import Value
from noughts.kernels.dialect import in_words
from noughts.kernels.kernel_source import NOBODY
from noughts.kernels.machine import MachineCode
from noughts.kernels.search_game import Coded, SearchGame, search_game_of
from noughts.solvers import sample as sampling
from noughts.solvers.search import PROVEN, WIN, Search
from noughts.solvers.tree import Tree
from noughts.workers import engine as engines
from noughts.workers.engine import local_engine
from tests.grounding.subjects import Subject, subject
from tests.kernels.slow_machine import loaded_slowly

GROWING = ["coins", "coins, more of them", "ladder", "mnk 2 3 2"]
GOING_ROUND = ["chase", "scales", "stone", "lamps", "0", "3", "5", "8", "11"]


def by_kernel(known: Subject) -> SearchGame:
    board = search_game_of(known.game)
    assert isinstance(board, Coded)
    return board


def by_rules(known: Subject) -> SearchGame:
    return SearchGame(known.game)


every_board = pytest.mark.parametrize("board", [by_kernel, by_rules], ids=["kernel", "rules"])
Boards = Callable[[Subject], SearchGame]


def going_on(known: Subject) -> list[Position]:
    """Some of the positions in which somebody is to move."""
    found = [p for k, p in enumerate(known.exploration.positions) if known.exploration.movers[k] != NOBODY]
    return found[:: max(1, len(found) // 40)]


def worth(value: Value, mover: str) -> int:
    """A value as a search writes it, for the side that is to move."""
    if value.winner is None or value.distance is None:
        return 0
    return WIN - value.distance if value.winner == mover else value.distance - WIN


@every_board
@pytest.mark.parametrize("title", GROWING)
def test_looking_to_the_end_finds_the_exact_value(title: str, board: Boards) -> None:
    known = subject(title)
    search = Search(board(known))
    for position in going_on(known):
        found = search.search(position)
        assert found.is_final
        assert set(found.best) == set(known.solution.best(position))
        exact = worth(known.solution.value(position), known.game.to_move(position))
        assert max(found.values.values()) == exact


@every_board
@pytest.mark.parametrize("title", [*GROWING, *GOING_ROUND])
@pytest.mark.parametrize("depth", [1, 2, 4, 7])
def test_what_is_sure_is_so_however_far_one_looks(title: str, depth: int, board: Boards) -> None:
    """Also where play can go round, and with what was remembered of other positions."""
    known = subject(title)
    search = Search(board(known))
    for position in going_on(known)[:12]:
        found = search.search(position, depth=depth)
        mover, exact = known.game.to_move(position), known.solution.value(position)
        best = max(found.values.values())
        assert set(found.values) == set(known.game.moves(position))
        if best > PROVEN:
            assert exact.winner == mover
            assert exact.distance is not None
            assert exact.distance <= WIN - best
        elif best < -PROVEN:
            assert exact.winner not in (mover, None)
        elif exact.winner == mover:
            assert exact.distance is not None
            assert exact.distance > depth, "a win so near must be seen"
        if found.is_final and abs(best) < PROVEN:
            assert exact.winner is None


@every_board
@pytest.mark.parametrize("title", [*GROWING, "chase", "stone", "3"])
def test_a_tree_knows_only_what_is_so(title: str, board: Boards) -> None:
    """A move that it calls won or lost is."""
    known = subject(title)
    for position in going_on(known)[:8]:
        seen = Tree(board(known), Random(1)).search(position, rounds=60)
        values = known.solution.by_move(position)
        mover = known.game.to_move(position)
        assert set(seen) <= set(values)
        for move, (visits, mean) in seen.items():
            assert 0 <= mean <= 1
            if visits == 1 << 60:
                assert values[move].winner == mover
            elif visits == 0:
                assert values[move].winner not in (mover, None)


@pytest.mark.parametrize("title", GROWING)
def test_a_tree_that_is_given_time_decides(title: str) -> None:
    known = subject(title)
    for position in going_on(known)[:6]:
        seen = Tree(by_kernel(known), Random(1)).search(position, rounds=20_000)
        best = max(seen, key=lambda move: seen[move])
        exact = known.solution.value(position)
        assert known.solution.by_move(position)[best].winner == exact.winner


# Random matches


def chances(known: Subject) -> dict[int, float]:
    """How likely each side, or nobody, wins if every legal move has the same chance."""
    exploration = known.exploration
    end = [{winner: 1.0} for winner in exploration.winners]
    reached: dict[int, float] = {0: 1.0}
    found: dict[int, float] = {}
    while sum(reached.values()) > 1e-9:
        following: dict[int, float] = {}
        for number, chance in reached.items():
            after = exploration.successors(number)
            if not after:
                for winner in end[number]:
                    found[winner] = found.get(winner, 0.0) + chance
            for target in after:
                following[target] = following.get(target, 0.0) + chance / len(after)
        reached = following
    return found


def assert_as_likely(known: Subject, winners: dict[str, int], matches: int) -> None:
    """Within five standard deviations: more happens once in two million times."""
    exact = chances(known)
    assert sum(winners.values()) == matches
    for number, side in enumerate((*known.game.sides, "draw")):
        chance = exact.get(number if side != "draw" else NOBODY, 0.0)
        spread = sqrt(matches * chance * (1 - chance))
        assert abs(winners[side] - matches * chance) <= 5 * spread + 1e-6


@every_board
@pytest.mark.parametrize("title", [*GROWING, "stone", "chase"])
def test_random_matches_end_as_often_as_they_should(title: str, board: Boards) -> None:
    known = subject(title)
    played, dice, matches = board(known), Random(7), 400
    winners = dict.fromkeys((*known.game.sides, "draw"), 0)
    for _ in range(matches):
        winner, moves = played.play_out(played.node(known.game.initial), dice)
        winners["draw" if winner == NOBODY else known.game.sides[winner]] += 1
        assert moves > 0
    assert_as_likely(known, winners, matches)


@pytest.mark.parametrize("title", [*GROWING, "stone", "chase", "a long ladder"])
def test_so_they_do_in_the_loops_for_machine_code(title: str, monkeypatch: pytest.MonkeyPatch) -> None:
    known = subject(title)
    monkeypatch.setattr(sampling, "loaded", loaded_slowly)
    assert_by_machine(known, 60 if title == "a long ladder" else 400)


def test_so_they_do_in_machine_code() -> None:
    assert_by_machine(subject("coins, more of them"), 40_000)


def assert_by_machine(known: Subject, matches: int) -> None:
    """They end as often as they should, and are the matches that are played in Python."""
    board = by_kernel(known)
    assert isinstance(board, Coded)
    machine, sides = MachineCode(board.kernel.grounded), known.game.sides
    rules = machine.source(), in_words(board.initial, machine.words), len(sides)
    winners, moves = sampling.batches_by_machine(*rules, [(matches, 3)])
    assert moves >= matches
    named = {side: winners[number] for number, side in enumerate(sides)}
    assert_as_likely(known, {**named, "draw": winners[NOBODY]}, matches)
    dice = sampling.Xorshift(3)
    played = [board.play_out(board.initial, dice) for _ in range(matches)]
    assert +winners == Counter(winner for winner, _ in played)
    assert moves == sum(length for _, length in played)


@pytest.mark.parametrize("by_machine", [False, True], ids=["rules", "machine code"])
def test_the_same_seed_gives_the_same_sample_in_one_process_and_in_many(
    by_machine: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    load = GameArgument(["tictactoe"]).load
    for name, value in {"_BATCH": 10, "_TOGETHER": 3, "_TRIED": -1.0, "SECONDS_TO_LOAD": -1.0}.items():
        monkeypatch.setattr(sampling, name, value)
    monkeypatch.setattr(sampling, "is_available", lambda: False)
    plain = sampling.sample(load, 95, seed=1)
    monkeypatch.setattr(sampling, "is_available", lambda: by_machine)
    monkeypatch.setattr(sampling, "seconds_until_it_runs", lambda source: -1.0)
    alone = sampling.sample(load, 95, seed=1)
    assert alone == plain
    assert alone != sampling.sample(load, 95, seed=2)
    for name in ("PATIENCE", "_SECONDS_WORTH_SHARING"):
        monkeypatch.setattr(engines, name, -1.0)
    with local_engine(2) as engine:
        assert sampling.sample(load, 95, seed=1, engine=engine) == alone


def lamps() -> Game:
    return subject("lamps").game


def test_a_game_without_end_is_cut_off() -> None:
    found = sampling.sample(lamps, 3, seed=1)
    assert (found.winners["draw"], found.moves) == (3, 3 * 10_000)
