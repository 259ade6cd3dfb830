"""How much do exploring and solving a game cost beside the game's own rules?"""

from __future__ import annotations

from collections.abc import Iterator

from benchmarks.measuring import Ratio, best_of_each
from noughts.games.game import Game
from noughts.kernels.explore import explore_rules
from noughts.solvers.backward import solve
from tests.small_games import Nim, TicTacToe


def bare(game: Game) -> int:
    """Outcome, side, moves and the positions after them, each asked for once: nothing less will do."""
    seen = {game.initial}
    todo = [game.initial]
    for position in todo:
        if game.outcome(position) is None:
            game.to_move(position)
            for move in game.moves(position):
                after = game.after(position, move)
                if after not in seen:
                    seen.add(after)
                    todo.append(after)
    return len(seen)


def measure() -> Iterator[Ratio]:
    game = TicTacToe()
    explored = explore_rules(game)
    rules, exploring, solving = best_of_each(
        lambda: bare(game), lambda: explore_rules(game), lambda: solve(explored)
    )
    note = f"{len(explored)} positions, {explored.transitions} transitions"
    yield Ratio("explore", exploring, "a bare loop over the rules", rules, note=note)
    yield Ratio("solve what is explored", solving, "a bare loop over the rules", rules, note=note)
    yield growth()


def growth() -> Ratio:
    """Solving grows with the transitions: the ratio of times should be that of transitions."""
    small, large = explore_rules(Nim((15, 15, 15))), explore_rules(Nim((31, 31, 15)))
    before, after = best_of_each(lambda: solve(small), lambda: solve(large), times=3)
    note = f"{large.transitions / small.transitions:.2f} times the transitions"
    return Ratio("solve nim 31 31 15", after, "solve nim 15 15 15", before, note=note)
