"""What each of several sides can get, against brute force on small games: every tie broken in every way."""

from __future__ import annotations

from functools import cache
from itertools import product
from random import Random

import pytest

from noughts.games.game import players_of
from noughts.games.result import Value
from noughts.kernels.explore import explore_rules
from noughts.solvers.backward import TooManySides, solve
from noughts.solvers.many_sides import ManySided, NeverSettles
from tests.small_games.graph import GraphGame


def some_game(random: Random, *, loops: bool) -> GraphGame:
    """A game of some sides, one of which may be a die, with arrows forward, and back if there are loops."""
    sides = random.choice([("a", "b", "c"), ("a", "b", "c", "d"), ("a", "die"), ("a", "die", "b")])
    size = random.randint(3, 8)
    arrows: dict[int, list[int]] = {}
    marks: dict[int, str | None] = {}
    for number in range(size):
        ahead = range(0 if loops else number + 1, size)
        is_over = number == size - 1 or (number > 0 and random.random() < 0.3)
        arrows[number] = [] if is_over else random.choices(ahead, k=random.randint(1, 3))
        marks[number] = random.choice((*sides, None) if is_over else sides)
    return GraphGame(arrows, marks, sides)


def liking(side: str | None, outcome: str) -> int:
    """How much a side likes an outcome; a die likes all alike."""
    if side == "die":
        return 0
    return 2 if outcome == side else 1 if outcome == "draw" else 0


def outcomes(game: GraphGame, position: int, moves: int) -> frozenset[str]:
    """The outcomes by the definition: for each choice of outcomes after each move, the best for the mover."""

    @cache
    def found(position: int, left: int) -> frozenset[str]:
        after, mark = game.arrows[position], game.marks[position]
        if not after:
            return frozenset({mark or "draw"})
        if not left:
            return frozenset({"draw"})
        reached: set[str] = set()
        for choice in product(*(found(number, left - 1) for number in after)):
            most = max(liking(mark, outcome) for outcome in choice)
            reached |= {outcome for outcome in choice if liking(mark, outcome) == most}
        return frozenset(reached)

    return found(position, moves)


def forced(game: GraphGame, position: int, side: str, moves: int) -> int:
    """What a side can force against all others: 2 a win, 1 a draw, 0 nothing."""

    @cache
    def found(position: int, left: int) -> int:
        after, mark = game.arrows[position], game.marks[position]
        if not after or not left:
            return liking(side, (mark or "draw") if not after else "draw")
        values = [found(number, left - 1) for number in after]
        return max(values) if mark == side else min(values)

    return found(position, moves)


@pytest.mark.parametrize("loops", [False, True])
def test_outcomes_and_coalitions_are_those_of_brute_force(loops: bool):
    settled = 0
    for seed in range(150):
        game = some_game(Random(seed), loops=loops)
        graph = explore_rules(game)
        solution, moves = ManySided(graph), 2 * len(graph)
        for side in players_of(game):
            for number, position in enumerate(graph.positions):
                grade = {side: 2, None: 1, "others": 0}[solution.can_force(side, number).winner]
                assert grade == forced(game, position, side, moves), (seed, side, position)
        try:
            found = [set(solution.outcome_names(number)) for number in range(len(graph))]
        except NeverSettles:
            assert loops
            continue
        settled += 1
        # far beyond the length at which they settle, and one move more
        for length in (40, 41):
            expected = [set(outcomes(game, position, length)) for position in graph.positions]
            assert found == expected, seed
    assert settled > 100


def test_a_tie_leaves_the_outcome_open():
    """a cannot win, and chooses between a win of b and one of c; c alone forces nothing."""
    game = GraphGame({0: [1, 2, 3], 1: [], 2: [], 3: []}, {0: "a", 1: "b", 2: "c", 3: "b"}, ("a", "b", "c"))
    solution = ManySided(explore_rules(game))
    assert solution.outcome_names(0) == ("b", "c")
    assert solution.chosen_at(0) == (0, 1, 2)
    assert solution.can_force("c", 0) == Value("others", 1)


def test_a_move_of_a_die_is_never_the_best():
    """It may win or lose for a, who is alone with it: neither a draw, nor a matter of choice."""
    game = GraphGame({0: [1], 1: [2, 3], 2: [], 3: []}, {0: "a", 1: "die", 2: "a", 3: None}, ("a", "die"))
    solution = ManySided(explore_rules(game))
    assert solution.outcome_names(0) == solution.outcome_names(1) == ("a", "draw")
    assert solution.chosen_at(0) == solution.chosen_at(1) == ()
    assert solution.forced_at(0) == {"a": Value(None, None)}
    with pytest.raises(TooManySides, match="only without `die`"):
        solve(explore_rules(game))
