"""From sets of positions back to a line of play."""

from __future__ import annotations

from collections.abc import Sequence

from noughts.games.game import Move, Position
from noughts.games.match import Match
from noughts.solvers.symbolic.engine import Positions
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
