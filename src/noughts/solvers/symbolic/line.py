"""Lines of play through sets of positions, and the set of visited positions."""

from __future__ import annotations

from collections.abc import Sequence

from noughts.games.game import Move, Position
from noughts.games.match import Match
from noughts.solvers.symbolic.engine import Engine, Positions
from noughts.solvers.symbolic.layers import Layered


def match_through(layered: Layered, line: Sequence[Positions]) -> Match:
    """A match through a sequence of sets, one position of each."""
    rules, sets, cells = layered.rules, layered.sets, layered.cells
    game = rules.game
    match = Match(game)
    for some in line[1:]:
        goal = rules.decoded(cells.code(sets.first(some)))
        match = match.play(move_to(match, goal))
    return match


def move_to(match: Match, goal: Position) -> Move:
    """A legal move that leads to a position."""
    game, here = match.game, match.position
    return next(move for move in match.legal_moves if game.after(here, move) == goal)


# The visited set of a search, so no position is counted twice.


class Visited:
    """The visited positions, by number of nonempty cells.

    In games of marks no two layers share a number, so nothing has to be subtracted.
    """

    def __init__(self, sets: Engine) -> None:
        self._sets = sets
        self._visited: list[tuple[Positions, Positions]] = []

    def add(self, some: Positions, layer: Positions) -> None:
        """Add positions of a layer."""
        self._visited.append((some, layer))

    def new_in(self, some: Positions, layer: Positions) -> Positions:
        """The positions of a set that were not visited; layers without a common number are not compared."""
        for earlier, earlier_layer in self._visited:
            if not self._sets.fullness(layer).isdisjoint(self._sets.fullness(earlier_layer)):
                some = self._sets.difference(some, earlier)
        return some
