"""What each side can get in a game of three sides or more: `noughts.PossibleOutcomes`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from noughts.api.match import Match
from noughts.games.value import Value


@dataclass(frozen=True)
class PossibleOutcomes:
    """What each side can get from a position, in a game of any number of sides.

    By maxⁿ each side plays for itself: ``outcomes`` has the sides that may win, and ``draw`` if that may be
    the result; ``best`` has the moves that the side to move may choose.  ``coalition`` has for each side what
    it can force if all others only play against it: who wins (``others`` if not that side), and in how many
    moves.

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
    match: Match, limit: int | None, progress: Callable[[int, int], None] | None
) -> PossibleOutcomes:
    """The outcomes from the position of a match; all positions that play can reach from there are listed."""
    from noughts.kernels.explore import POSITION_LIMIT
    from noughts.solvers.many_sides import ManySided, listed

    rules, position = match.game.rules, match.played.position
    found = ManySided(listed(rules, position, limit or POSITION_LIMIT, progress))
    return PossibleOutcomes(
        outcomes=found.outcome_names(0),
        best=tuple(rules.move_text(position, move) for move in found.chosen()),
        coalition={side: found.against_all(side)[0] for side in found.sides},
    )
