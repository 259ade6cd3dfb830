"""How long does it take to know every position of a game, and what each is worth?

Four in a row on four by four has 9 722 011 positions.  The C program looks at all of them; the kernel looks
at one of those that are alike by a symmetry, and then at all of them too, to compare like with like.
"""

from __future__ import annotations

from collections.abc import Iterator

from benchmarks.games import document, mnk
from benchmarks.measuring import Ratio, best_of_each, compiled, noughts, output, peak_megabytes, seconds
from noughts.documents.by_rules import GameByRules
from noughts.grounding.ground import ground
from noughts.kernels.explore import explore_kernel
from noughts.kernels.kernel import Kernel
from noughts.kernels.search_game import Coded, search_game_of
from noughts.solvers.backward import solve
from noughts.solvers.plan import Plan
from noughts.solvers.tablebase import solve_compact

SOLVE = ("solve", "mnk", "--let", "m=4", "--let", "n=4", "--let", "k=4", "--json")


def measure() -> Iterator[Ratio]:
    yield small()
    yield from large()


def small() -> Ratio:
    """Tic-tac-toe in plain Python, beside one look at all its positions through its rules."""
    game = document("tictactoe")
    through_rules, through_kernel = best_of_each(lambda: explore_rules(game), lambda: solve_plain(game))
    return Ratio(
        "3×3 from loaded rules to values, plain Python",
        through_kernel,
        "exploring it through compile",
        through_rules,
        limit=0.05,
        note="5,478 positions",
    )


def explore_rules(game: GameByRules) -> None:
    """Every position by the document's own definitions."""
    from noughts.kernels.explore import explore_rules

    explore_rules(game)


def solve_plain(game: GameByRules) -> None:
    """Formulas, kernel, positions and values, from nothing."""
    kernel = Kernel(ground(game))
    solve(explore_kernel(game, kernel, kernel.initial, limit=10_000))


def large() -> Iterator[Ratio]:
    """Four in a row on four by four."""
    game = mnk(4, 4, 4)
    program = compiled("solve44")
    assert output(program)[0] == "9722011"
    alike, each = Plan(), Plan(symmetric=False)
    board = search_game_of(game)
    assert isinstance(board, Coded)
    solve_large(board, alike)  # machine code is made, and kept
    by_hand, symmetric, all_of_them = best_of_each(
        lambda: output(program),
        lambda: solve_large(board, alike),
        lambda: solve_large(board, each),
        times=3,
    )
    note = "9,722,011 positions, 51,562,424 transitions"
    c = "hand-written C, every position"
    yield Ratio("4×4, four in a row, one of those alike", symmetric, c, by_hand, most=4, note=note)
    yield Ratio("the same, every position", all_of_them, c, by_hand, most=4, note=note)
    whole = seconds(noughts(*SOLVE))
    memory = f"{peak_megabytes('-m', 'noughts', *SOLVE)} MB"
    yield Ratio("noughts solve, the whole process", whole, c, by_hand, note=memory)


def solve_large(board: Coded, quickest: Plan) -> None:
    """Positions and values by machine code."""
    chart = quickest.compact(board.game, board.kernel, board.kernel.initial, 10_000_000)
    assert len(chart) == 9_722_011
    solve_compact(chart)
