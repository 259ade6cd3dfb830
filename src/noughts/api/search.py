"""The value of one position of a game that is too large for a table: `noughts.Searched`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from noughts.games.game import Game, Position
from noughts.games.value import Value

if TYPE_CHECKING:
    from noughts.solvers.alpha_beta import AlphaBeta


@dataclass(frozen=True, repr=False)
class Searched:
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
