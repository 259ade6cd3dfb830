"""A search for forced wins and losses with a limit of time or depth, by machine code.

    search = DeepSearch(game)
    search.search(position, seconds=1.0).best

It does what `noughts.solvers.search` does in Python.  For growing distances it decides whether a first move
wins, or loses, within that many moves.  The table stays from move to move, since a proved bound stays true.
"""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic
from typing import Final

from noughts.games.game import Game, Position
from noughts.kernels.search_game import SearchGame, search_game_of
from noughts.kernels.search_machine import free_memory
from noughts.solvers.alpha_beta import AlphaBeta
from noughts.solvers.search import WIN, SearchResult
from noughts.stop import Deadline, Stopped, current, honouring

# Nodes between two checks of the clock: some milliseconds.
_PACE: Final = 10_000
# The most bytes of the table of a player.
_MEMORY: Final = 1 << 28


class DeepSearch:
    """A search of one game with a limit of time or depth."""

    def __init__(self, game: Game, clock: Callable[[], float] = monotonic) -> None:
        free = free_memory()
        self.game: SearchGame = search_game_of(game)
        self.clock = clock
        self.first = AlphaBeta(game, memory=_MEMORY if free is None else min(_MEMORY, free // 4))
        self.first.finish(limit=1)  # compiled now, so that it does not count as time of a move

    def search(
        self, position: Position, *, seconds: float | None = None, depth: int | None = None
    ) -> SearchResult:
        """The values of the moves of a position, by a search of `seconds`, or of `depth` moves."""
        outer = current.get()
        stop = outer if seconds is None else Deadline(seconds, outer, self.clock)
        machine = self.first.machine
        before = machine.searched
        found = AlphaBeta(self.game.game, position, machine=machine)
        reached, last = 1, found.most - 2
        try:
            with honouring(stop):
                while reached < min(depth or last, last) and not is_settled(found):
                    self._within(found, reached + 1)
                    reached += 1
        except Stopped:
            outer.look()
        values = {first.move: as_number(found, first.least, first.largest) for first in found.first}
        return SearchResult(values, reached, machine.searched - before, is_settled(found))

    def _within(self, found: AlphaBeta, plies: int) -> None:
        """Decide which first moves win within `plies` moves, and if none does, which lose."""
        for beta in (found.most - plies, plies - found.most + 1):
            for index in found.order():
                found.reaches(beta, index, pace=_PACE)
            if found.least >= found.most - plies:
                return


def is_settled(found: AlphaBeta) -> bool:
    """Whether a deeper search would not change which moves are best."""
    best = found.least
    return all(first.is_exact or first.largest < best for first in found.first)


def as_number(found: AlphaBeta, least: int, largest: int) -> int:
    """Bounds as a value of `noughts.solvers.search`; an undecided value counts as a draw."""
    if least > 0:
        return WIN - (found.most - least)
    return (found.most + largest) - WIN if largest < 0 else 0
