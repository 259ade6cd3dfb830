"""The outcomes that each side can reach in a game of three sides or more: `noughts.PossibleOutcomes`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct

from noughts.api.wanted import as_address
from noughts.games.game import Game, Position
from noughts.games.game import Game as Rules
from noughts.games.result import Value

if TYPE_CHECKING:
    from noughts.solvers.alpha_beta import AlphaBeta
    from noughts.solvers.many_sides import EquilibriumOutcomes
    from noughts.solvers.tables.run import State


class PossibleOutcomes(Struct, frozen=True):
    """The outcomes that each side can reach from a position, in a game of any number of sides.

    By maxⁿ, each side plays for itself.  `outcomes` has the sides that may win, and ``draw`` if a draw is
    possible; `best` has the moves that the side to move may choose.  `coalition` has the value that each
    side can force if all others play against it together: the winner (``others`` if not that side), and the
    number of moves.

    >>> import noughts
    >>> game = noughts.load('''
    ...   /$ initialState := (`a, 5)
    ...      playerToMove := currentState[1]
    ...      next(s) := `b if s = `a; `c if s = `b; `a otherwise
    ...      moves := {1..2}
    ...      legalMove(n) iff n <= currentState[2]
    ...      outcome(n) := (next(playerToMove), currentState[2] - n)
    ...      gameOver iff currentState[2] = 0
    ...      wins(p) iff gameOver & playerToMove = next(p) $/''')
    >>> found = game.outcomes()
    >>> found.outcomes, found.best, found.coalition["a"]
    (('a', 'c'), ('1', '2'), Value(winner='others', distance=3))
    """

    outcomes: tuple[str, ...]
    best: tuple[str, ...]
    coalition: Mapping[str, Value]


def outcomes_from(
    rules: Rules,
    position: Position,
    limit: int | None,
    progress: Callable[[int, int], None] | None,
    tables: str | Path | None = None,
) -> PossibleOutcomes:
    """The outcomes from a position; all positions that play can reach from there are listed.

    With `tables`, all positions of the game are listed in that folder, unless they are there already.
    """
    if tables is None:
        found = listed_from(rules, position, limit, progress)
    else:
        found = in_tables(rules, tables, limit, progress)
    return PossibleOutcomes(
        outcomes=found.outcomes_at(position),
        best=tuple(rules.move_text(position, move) for move in found.chosen_at(position)),
        coalition=found.forced_at(position),
    )


def listed_from(
    rules: Rules, position: Position, limit: int | None, progress: Callable[[int, int], None] | None
) -> EquilibriumOutcomes:
    """The outcomes in all positions that play can reach from a position."""
    from noughts.kernels.explore import POSITION_LIMIT
    from noughts.solvers.many_sides import prospects

    return prospects(rules, position, limit or POSITION_LIMIT, progress)


def in_tables(
    rules: Rules, folder: str | Path, limit: int | None, progress: Callable[[int, int], None] | None
) -> EquilibriumOutcomes:
    """The outcomes in all positions of a game, from a folder of tables."""
    from noughts.solvers.tables.asked import Ask
    from noughts.solvers.tables.folder import Folder
    from noughts.solvers.tables.solution import open_prospects
    from noughts.solvers.tables.solve import solve_tables
    from noughts.workers.engine import Here

    ask = Ask(rules, Folder(as_address("a folder", folder)), limit=limit)

    def report(state: State) -> None:
        if progress is not None:
            progress(state.positions, 0)

    solve_tables(ask, Here(), report)
    return open_prospects(rules, ask.folder)


class Searched(Struct, frozen=True):
    """The result of a search of a position.

    * `value`: the winner with perfect play, and the number of moves to the end unless the search was weak
    * `by_move`: the value after each legal move, with moves counted from the position; ``None`` for a move
      that need not be decided
    * `nodes`: the number of positions that were searched
    * `is_exact`: whether positions were told apart exactly; if by hashes, the answer is not quite certain

    >>> import noughts
    >>> game = noughts.load("four", columns=5, rows=4)
    >>> game.search().value
    Value(winner=None, distance=None)
    >>> game.search(game.match("3,1 3,2 2,1 2,2"), weak=True).value
    Value(winner='x', distance=None)
    """

    value: Value
    by_move: Mapping[str, Value | None]
    nodes: int
    is_exact: bool

    def __repr__(self) -> str:
        return f"<Searched: {self.value}, {self.nodes:,} nodes>"


def searched(
    rules: Game,
    position: Position,
    *,
    weak: bool,
    memory: int | None,
    workers: int | None,
    progress: Callable[[int], None] | None,
) -> Searched:
    """A position, searched until it is decided."""
    from noughts.kernels.search_machine import default_memory
    from noughts.solvers.alpha_beta import AlphaBeta
    from noughts.workers.engine import threads

    def report(search: AlphaBeta) -> None:
        if progress is not None:
            progress(search.machine.searched)

    found = AlphaBeta(rules, position, memory=memory or default_memory(), weak=weak, workers=threads(workers))
    found.finish(report)
    found.check()
    assert found.value is not None
    return Searched(
        value=found.value,
        by_move={
            rules.move_text(position, first.move): found.bounds(first.least, first.largest).exact
            for first in found.first
        },
        nodes=found.machine.searched,
        is_exact=found.machine.source.is_exact,
    )
