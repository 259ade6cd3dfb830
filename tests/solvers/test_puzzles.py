"""Puzzles: what each claims is true by the definition of a value, and none that could be asked is missing."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st

from noughts.games.game import Game, Position, Side, TooManyPositions
from noughts.refusal import Refusal
from noughts.solvers.backward import Solution, solve_game
from noughts.solvers.puzzles import PUZZLE_KINDS, Puzzle, puzzles_of, solved_for_puzzles
from tests.library.games import by_rules
from tests.small_games import GraphGame, Hexapawn, Nim, TicTacToe
from tests.small_games.graph import graphs

EVERY = 10_000
"""More puzzles than any of these games has."""

Values = Mapping[Position, tuple[Side | None, int]]

pairs = graphs().filter(lambda game: len(game.sides) == 2)


def values_by_definition(game: Game, positions: list[Position]) -> Values:
    """Who wins each position, and in how many moves: round by round, from those that are over."""
    ends = {position: game.outcome(position) for position in positions}
    known: dict[Position, tuple[Side | None, int]] = {
        position: (end.winner, 0) for position, end in ends.items() if end is not None and end.winner
    }
    for plies in range(1, len(positions) + 1):
        found = dict[Position, tuple[Side | None, int]]()
        for position in positions:
            if position in known or ends[position] is not None:
                continue
            mover = game.to_move(position)
            after = [known.get(game.after(position, move), (None, 0))[0] for move in game.moves(position)]
            if mover in after:
                found[position] = mover, plies
            elif None not in after:
                found[position] = after[0], plies
        if not found:
            break  # and no later round finds any
        known.update(found)
    return {position: known.get(position, (None, 0)) for position in positions}


def worths(game: Game, values: Values, position: Position) -> list[tuple[int, int]]:
    """What each move is worth, greater for a better one: a win, sooner before later, a draw, a loss."""
    found = []
    for move in game.moves(position):
        winner, plies = values[game.after(position, move)]
        result = 0 if winner is None else 1 if winner == game.to_move(position) else -1
        found.append((result, -result * plies))
    return found


def is_puzzle(game: Game, values: Values, position: Position) -> bool:
    """Whether exactly one move is best, and it does not lose."""
    found = sorted(worths(game, values, position), reverse=True)
    if len(found) < 2 or found[0][0] < 0:
        return False
    return found[0] > found[1] if found[0][0] else found[1][0] < 0


def shortest_lines(game: Game, values: Values) -> dict[tuple[Position, int], int]:
    """The fewest moves to each position with so many mistakes, of two at most."""
    lengths, reached, length = dict[tuple[Position, int], int](), {(game.initial, 0)}, 0
    while reached:
        lengths.update(dict.fromkeys(reached, length))
        after = {
            (following, mistakes + (values[following][0] != values[position][0]))
            for position, mistakes in reached
            for following in (game.after(position, move) for move in game.moves(position))
        }
        reached = {node for node in after if node[1] < 3 and node not in lengths}
        length += 1
    return lengths


def check(game: Game, solution: Solution, puzzles: list[Puzzle]) -> None:
    """Every claim of the puzzles is true, and all that there are have been found."""
    values = values_by_definition(game, list(solution.graph.positions))
    lengths = shortest_lines(game, values)
    start = values[game.initial][0]
    for puzzle in puzzles:
        match, position = puzzle.match, puzzle.match.position
        winner, plies = values[position]
        assert is_puzzle(game, values, position)
        assert lengths[position, int(winner != start)] == match.ply
        [best] = [
            k
            for k, worth in enumerate(worths(game, values, position))
            if worth == max(worths(game, values, position))
        ]
        assert puzzle.line[0] == match.legal_texts[best]
        won = [worth for worth in worths(game, values, position) if worth[0] > 0]
        assert puzzle.kind == ("saves" if not won else "wins" if len(won) == 1 else "in")
        if puzzle.kind == "saves":
            assert (winner, len(puzzle.line)) == (None, 1)
        else:
            outcome = puzzle.solution.outcome
            assert outcome is not None
            assert winner == puzzle.side == outcome.winner
            assert len(puzzle.line) == plies
        assert 1 <= puzzle.plausible <= puzzle.legal
    sensible = {
        position
        for position in solution.graph.positions
        if (position, int(values[position][0] != start)) in lengths
    }
    expected = {
        position for position in sensible if not game.outcome(position) and is_puzzle(game, values, position)
    }
    assert {puzzle.match.position for puzzle in puzzles} == expected


@given(pairs)
def test_all_puzzles_of_any_small_game_are_found_and_true(game: GraphGame) -> None:
    solution = solve_game(game)
    check(game, solution, puzzles_of(solution, EVERY))


@pytest.mark.parametrize("game", [TicTacToe(), Hexapawn(), Nim((1, 2, 3))], ids=lambda game: game.name)
def test_all_puzzles_of_a_known_game_are_found_and_true(game: Game) -> None:
    solution = solve_game(game)
    check(game, solution, puzzles_of(solution, EVERY))


@given(pairs, st.integers(0, 9), st.integers(1, 3), st.sampled_from(PUZZLE_KINDS))
def test_a_seed_gives_the_same_puzzles_each_time(game: GraphGame, seed: int, count: int, kind: str) -> None:
    found = [puzzles_of(solve_game(game), count, seed, [kind]) for _ in range(2)]  # type: ignore[list-item]
    assert found[0] == found[1]
    assert len(found[0]) <= count
    assert {puzzle.kind for puzzle in found[0]} <= {kind}
    assert found[0] == sorted(found[0], key=lambda puzzle: puzzle.difficulty)


def test_who_looks_one_move_ahead_sees_what_is_plausible() -> None:
    """Against a corner only the centre holds, and no move loses at once; a row of two must be stopped."""
    solution = solve_game(TicTacToe())
    by_position = {puzzle.match.position: puzzle for puzzle in puzzles_of(solution, EVERY, kinds=["saves"])}
    assert by_position["x........"].line == ("5",)
    assert by_position["x........"].plausible == 8
    assert by_position["xx..o...."].line == ("3",)
    assert by_position["xx..o...."].plausible == 1


def test_of_positions_that_are_alike_one_is_asked() -> None:
    def turned(cells: frozenset[tuple[str, int]]) -> frozenset[tuple[str, int]]:
        return frozenset((side, (cell - 1) % 3 * 3 + 3 - (cell - 1) // 3) for side, cell in cells)

    def mirrored(cells: frozenset[tuple[str, int]]) -> frozenset[tuple[str, int]]:
        return frozenset((side, (cell - 1) // 3 * 3 + 3 - (cell - 1) % 3) for side, cell in cells)

    solution = solved_for_puzzles(by_rules("tictactoe"))
    seen = set[frozenset[tuple[str, int]]]()
    for puzzle in puzzles_of(solution, EVERY):
        sides = [match.to_move for match in puzzle.match.plies()]
        cells = frozenset(zip(sides, map(int, puzzle.match.move_texts()), strict=False))
        assert cells not in seen
        for alike in (cells, mirrored(cells)):
            for _ in range(4):
                seen.add(alike)
                alike = turned(alike)


def test_games_without_puzzles_are_refused() -> None:
    with pytest.raises(TooManyPositions, match="150,000"):
        solved_for_puzzles(by_rules("four"))
    with pytest.raises(Refusal, match="has one side"):
        solved_for_puzzles(by_rules("river"))
