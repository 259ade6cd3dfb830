"""Solvers, searches and safe sets in a page: they are right, and play as the players in Python do."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from random import Random

import pytest

from noughts.documents.by_rules import GameByRules
from noughts.games.match import Match
from noughts.games.result import Value
from noughts.grounding.formula import bits_in
from noughts.kernels.explore import POSITION_LIMIT, explore_kernel
from noughts.kernels.kernel import Kernel
from noughts.kernels.search_game import search_game_of
from noughts.players.levels import PerfectPlayer
from noughts.players.region_player import RegionPlayer
from noughts.solvers import safe_set
from noughts.solvers.backward import Solution, solve
from noughts.solvers.safe_set import SafeSetData, safe_set_data, safe_sets
from noughts.solvers.symbolic.diagram_engine import DiagramEngine
from noughts.solvers.symbolic.layers import Layered
from noughts.solvers.symbolic.strategy import WinningRegion, winning_region
from tests.grounding.subjects import subject
from tests.library.games import by_rules
from tests.node import Node, kernel_module, running_node

ORACLES = "/tests/solvers/javascript/oracles.js"
GROWING = ["tictactoe", "hexapawn", "coins, more of them", "ladder", "mnk 2 3 2"]
GOING_ROUND = ["chase", "scales", "stone", "lamps", "0", "3", "5"]
LIBRARY = ("tictactoe", "hexapawn", "disctru", "four")


@cache
def game_of(title: str) -> GameByRules:
    return by_rules(title) if title in LIBRARY else subject(title).game


@cache
def kernel_of(title: str) -> Kernel:
    return Kernel(game_of(title).ground())


@cache
def solution_of(title: str) -> Solution:
    kernel = kernel_of(title)
    return solve(explore_kernel(game_of(title), kernel, kernel.initial, limit=POSITION_LIMIT))


@cache
def path_of(title: str) -> str:
    return f"/kernels/{title}.js"


@cache
def lines_of(title: str, count: int) -> list[list[int]]:
    """The beginnings of some random matches, each ending where somebody is to move or the match is over."""
    kernel = kernel_of(title)
    found: dict[tuple[int, ...], None] = {(): None}
    for seed in range(count):
        dice, code = Random(seed), kernel.initial
        line: tuple[int, ...] = ()
        while not kernel.over(code) and (legal := kernel.legal(code)) and len(line) < 12:
            move = dice.choice(list(bits_in(legal)))
            code, line = kernel.after(code, move), (*line, move)
            found[line] = None
    return list(map(list, found))


def match_of(title: str, line: Sequence[int]) -> Match:
    match = Match(search_game_of(game_of(title)).quick)
    for move in line:
        match = match.play(kernel_of(title).moves[move])
    return match


@pytest.fixture(scope="module")
def node() -> Iterator[Node]:
    with running_node() as node:
        for title in (*GROWING, *GOING_ROUND, "disctru"):
            node.add({path_of(title): kernel_module(kernel_of(title))})
        yield node


def known(title: str, value: Value) -> dict[str, int | None]:
    """A value as an oracle says it."""
    winner = -1 if value.winner is None else game_of(title).sides.index(value.winner)
    return {"winner": winner, "distance": value.distance}


# Solved


def test_a_solved_game_is_played_as_by_the_perfect_player(node: Node) -> None:
    titles = [*GROWING, *GOING_ROUND]
    asked = [
        {"path": path_of(title), "lines": lines_of(title, 3), "depths": [1], "options": {}}
        for title in titles
    ]
    for title, found in zip(titles, node.call(ORACLES, "advised", asked), strict=True):
        solution, kernel = solution_of(title), kernel_of(title)
        counts = solution.graph.counts()
        assert found["kind"] == "solved"
        assert found["counts"]["positions"] == counts["positions"]
        assert found["counts"]["transitions"] == counts["transitions"]
        assert found["counts"]["terminal"] == list(solution.graph.terminal().values())
        first = solution.value(solution.game.initial)
        assert found["initial"] == known(title, first)
        assert found["canLose"] == [first.winner not in (side, None) for side in solution.game.sides]
        for line, (advice,) in zip(lines_of(title, 3), found["advice"], strict=True):
            match = match_of(title, line)
            value = solution.value(match.position)
            assert known(title, value) == {"winner": advice["winner"], "distance": advice["distance"]}
            by_move = [
                {"move": kernel.moves.index(move), **known(title, after)}
                for move, after in solution.by_move(match.position).items()
            ]
            assert advice["moves"] == by_move
            if by_move:
                best = PerfectPlayer(solution).choices(match)
                assert [kernel.moves[move] for move in advice["best"]] == list(best)
                assert advice["sure"] == (value.winner in (None, match.to_move))


# Search


def test_what_a_search_is_sure_of_is_so(node: Node) -> None:
    """However far it looks, where play can go round, and with what it remembers of other positions."""
    titles = [*GROWING, *GOING_ROUND]
    asked = [
        {
            "path": path_of(title),
            "lines": lines_of(title, 2)[:16],
            "depths": [1, 2, 4, 30] if title in GROWING else [1, 2, 4, 7],
            "options": {"positions": 0},
        }
        for title in titles
    ]
    proven = 0
    for title, found in zip(titles, node.call(ORACLES, "advised", asked), strict=True):
        solution, kernel = solution_of(title), kernel_of(title)
        assert found["kind"] == "search"
        for line, by_depth in zip(lines_of(title, 2)[:16], found["advice"], strict=True):
            position = match_of(title, line).position
            values = {kernel.moves.index(m): v for m, v in solution.by_move(position).items()}
            value = known(title, solution.value(position))
            for advice in by_depth:
                assert [one["move"] for one in advice["moves"]] == list(values)
                assert set(advice["best"]) <= set(values)
                for one in [*advice["moves"], {"move": None, **advice}]:
                    exact = value if one["move"] is None else known(title, values[one["move"]])
                    assert one["winner"] in (None, exact["winner"])
                    assert one["distance"] in (None, exact["distance"])
                    proven += one["winner"] is not None
                if advice.get("isFinal"):
                    assert {"winner": advice["winner"], "distance": advice["distance"]} == value
                    best = {m for m, v in values.items() if known(title, v) == value}
                    assert set(advice["best"]) == best
            if title in GROWING:
                assert by_depth[-1].get("isFinal", True)
    assert proven > 500


def test_the_best_line_of_a_search_keeps_what_is_proved(node: Node) -> None:
    """It consists of legal moves, no more than the search has looked ahead, and begins with a best one."""
    lines, looked = {title: lines_of(title, 2)[:16] for title in [*GROWING, *GOING_ROUND]}, Counter[str]()
    for depth in (1, 3, 30):
        asked = [
            {
                "path": path_of(title),
                "lines": lines[title],
                "depth": depth if title in GROWING else min(depth, 7),
            }
            for title in lines
        ]
        for one, answers in zip(asked, node.call(ORACLES, "analysed", asked), strict=True):
            title = next(title for title in lines if path_of(title) == one["path"])
            for before, found in zip(lines[title], answers, strict=True):
                if found is None:
                    continue
                line, score = found["line"], found["score"]
                assert line[0] in found["best"]
                assert len(line) <= max(1, found["depth"])
                assert (score is None) == (found["winner"] is not None)
                assert score is None or (0 <= score["share"] <= 1 and score["matches"] > 0)
                looked["scored"] += score is not None
                match = match_of(title, [*before, *line])
                if found["isFinal"] and found["distance"] is not None:
                    looked["proved"] += 1
                    value = solution_of(title).value(match.position)
                    expected = {"winner": found["winner"], "distance": found["distance"] - len(line)}
                    assert known(title, value) == expected
    assert looked["scored"] > 20
    assert looked["proved"] > 100


# Safe sets


@cache
def regions_of(title: str) -> tuple[Layered, list[WinningRegion]]:
    layered = Layered(kernel_of(title).grounded, DiagramEngine)
    return layered, [winning_region(layered, side) for side in (0, 1)]


@cache
def safe_sets_of(title: str) -> list[SafeSetData]:
    return [safe_set_data(region.sets, side) for side, region in enumerate(regions_of(title)[1])]


@pytest.mark.parametrize("side", [0, 1])
def test_disctru_is_asked_about_safe_and_unsafe_positions(side: int, node: Node) -> None:
    layered, regions = regions_of("disctru")
    region, sets, dice = regions[side], layered.sets, Random(11)
    saved = region.sets
    codes: list[int] = []
    while len(codes) < 1000:
        depth = dice.randrange(1, len(region.kept))
        safe = region.kept[depth]
        wanted = sets.difference(layered.all[depth], safe) if len(codes) % 2 else safe
        if wanted:
            codes.append(layered.cells.code(sets.drawn(wanted, dice)))
    words = [code >> 32 * place & 0xFFFF_FFFF for code in codes for place in range(3)]
    asked = {"data": [safe_sets_of("disctru")[side]], "codes": words, "words": 3}
    (found,) = node.call(ORACLES, "safe", asked)
    assert found == [saved.keeps(code) for code in codes] == [k % 2 == 0 for k in range(1000)]


@pytest.mark.parametrize("title", ["tictactoe", "disctru"])
def test_safe_sets_are_played_as_by_the_strategy_player(title: str, node: Node) -> None:
    kernel = kernel_of(title)
    kept = [region.sets for region in regions_of(title)[1]]
    keepers = {
        own.side: RegionPlayer(kernel.grounded, own, others=(other,)) for own, other in (kept, reversed(kept))
    }
    matches = [match_of(title, line) for line in lines_of(title, 2)]
    lines = [line for line, match in zip(lines_of(title, 2), matches, strict=True) if match.outcome is None]
    options = {"safeSets": safe_sets_of(title)}
    asked = [{"path": path_of(title), "lines": lines, "depths": [1], "options": options}]
    (found,) = node.call(ORACLES, "advised", asked)
    assert (found["kind"], found["canLose"]) == ("strategy", [False, False])
    sure = 0
    for line, (advice,) in zip(lines, found["advice"], strict=True):
        match = match_of(title, line)
        keeper = keepers[match.to_move]
        sure += advice["sure"]
        assert advice["sure"] == bool(keeper.permitted(match))
        if advice["sure"]:
            assert [kernel.moves[move] for move in advice["best"]] == list(keeper.choices(match))
    assert sure > len(lines) // 4


def test_safe_sets_are_for_games_too_long_to_be_listed() -> None:
    assert safe_sets(kernel_of("tictactoe").grounded, few=0) == safe_sets_of("tictactoe")
    assert safe_sets(kernel_of("tictactoe").grounded, few=100_000) == []
    assert safe_sets(kernel_of("chase").grounded, few=0) == []  # play may go round


def test_no_diagrams_are_made_where_play_goes_round(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[object] = []
    monkeypatch.setattr(safe_set, "safe_sets_within", lambda *about: asked.append(about))
    assert safe_sets(kernel_of("chase").grounded, few=0) == []
    assert asked == []


def test_few_positions_are_listed_where_diagrams_take_long(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []
    monkeypatch.setattr(safe_set, "safe_sets_within", lambda work, rules, few: asked.append(work))
    assert safe_sets(kernel_of("tictactoe").grounded, few=10_000) == []
    assert len(asked) == 1  # for less work
    assert safe_sets(kernel_of("tictactoe").grounded, few=100) == []
    assert asked[0] == asked[1] < asked[2]
