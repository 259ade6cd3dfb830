"""Whether a side can force its win, by the search of the first position: for games too large for sets."""

from __future__ import annotations

from typing import TYPE_CHECKING

from noughts.games.game import Game, Side
from noughts.grounding.grounded import CannotGround, grounded_of
from noughts.solvers.searchable import is_searchable
from noughts.solvers.verdict import Progress, Question, Verdict

if TYPE_CHECKING:
    from noughts.solvers.alpha_beta import AlphaBeta


def asks_for_win(game: Game, claim: Question, side: Side) -> bool:
    """Whether a claim says that the side has won, in a game that the search is likely to decide."""
    if not is_searchable(game):
        return False
    try:
        return claim.formula is grounded_of(game).wins[game.sides.index(side)]
    except CannotGround:
        return False


def forced_win(game: Game, side: Side, progress: Progress | None = None) -> Verdict:
    """Whether the side can force a win from the first position, and within how many moves.

    `positions` are the nodes of the search.
    """
    from noughts.solvers.alpha_beta import AlphaBeta

    def report(search: AlphaBeta) -> None:
        if progress is not None:
            progress(search.machine.searched)

    search = AlphaBeta(game, weak=True)
    search.finish(report)
    search.weak = search.value is None or search.value.winner != side
    search.finish(report)
    value = search.value
    assert value is not None
    holds = value.winner == side
    return Verdict(holds, search.machine.searched, within=value.distance if holds else None)
