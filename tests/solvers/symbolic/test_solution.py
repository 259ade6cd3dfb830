"""What diagrams say a position is worth is what listing all positions says."""

from __future__ import annotations

from random import Random

import pytest
from msgspec.structs import replace

from noughts.games.match import Match
from noughts.players.levels import PerfectPlayer
from noughts.players.named import Seat, named
from noughts.solvers.plan import Plan
from noughts.solvers.symbolic.layers import Layered
from noughts.solvers.symbolic.prove import census
from noughts.solvers.symbolic.solution import SetSolution, solve_by_sets
from tests.library.games import by_rules
from tests.solvers.symbolic.relatives import RELATIVES, relative, solution


@pytest.mark.parametrize("title", RELATIVES)
def test_values_by_sets_are_values_by_listing(title: str) -> None:
    game = relative(title)
    listed = solution(title)
    layered = Layered(game.ground())
    by_sets = solve_by_sets(layered, census(layered))
    known = by_sets.length is not None
    figures = listed.figures
    assert by_sets.figures == (figures if known else replace(figures, longest=None))
    for number, position in enumerate(listed.graph.positions):
        value, exact = by_sets.value(position), listed.value(position)
        assert value.winner == exact.winner
        assert value.distance == (exact.distance if known else None)
        if number % 16:
            continue
        moves = {move: reached.winner for move, reached in listed.by_move(position).items()}
        assert {move: reached.winner for move, reached in by_sets.by_move(position).items()} == moves
        assert set(by_sets.best(position)) == {move for move in moves if moves[move] == exact.winner}


def test_a_game_that_no_list_can_hold_is_solved() -> None:
    game = by_rules("disctru")
    solved, way = Plan().solve(game)
    assert isinstance(solved, SetSolution)
    assert way.through == "diagrams"
    assert str(solved.value(game.initial)) == "draw"
    assert solved.figures.values["x"] > solved.figures.values["o"] > 0
    assert solved.figures.longest is not None


def test_it_is_played_perfectly() -> None:
    game = by_rules("disctru")
    solved, _ = Plan().solve(game)
    perfect = named("perfect", Seat(game, "o", seed=1, solver=lambda: solved))
    assert isinstance(perfect, PerfectPlayer)
    match, dice = Match(game), Random(1)
    while match.outcome is None:
        chosen = dice.choice(match.legal_moves) if match.to_move == "x" else perfect.choose(match)
        match = match.play(chosen)
        assert match.to_move == "o" or solved.value(match.position).winner != "x"
    assert match.outcome.winner != "x"


FAMILIES = (
    (((1, 1), (2, 2), (3, 3)), ((1, 3), (2, 2), (3, 1))),
    (((1, 4), (2, 4), (3, 4)), ((3, 4), (3, 5), (3, 6))),
    (((4, 1), (4, 2), (4, 3)), ((4, 3), (5, 3), (6, 3))),
    (((4, 5), (5, 5), (6, 5)), ((5, 4), (5, 5), (5, 6))),
)


@pytest.mark.parametrize("seed", range(3))
def test_diagrams_are_small_wherever_the_cells_of_a_line_lie(seed: int) -> None:
    """By their numbers alone, they would be twenty times as large."""
    cells = [(x, y) for x in range(1, 7) for y in range(1, 7)]
    elsewhere = dict(zip(cells, Random(seed).sample(cells, len(cells)), strict=True))
    families = [[{elsewhere[cell] for cell in line} for line in family] for family in FAMILIES]
    written = str(families).replace("[", "{").replace("]", "}")
    layered = Layered(by_rules("disctru", (f"families={written}",)).ground())
    assert solve_by_sets(layered, census(layered)).figures.longest == 14
    assert layered.sets.made < 50_000
