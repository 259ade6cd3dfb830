"""Whether a side can force its win, by the search of the first position: for games too large for sets."""

from __future__ import annotations

from typing import TYPE_CHECKING

from noughts.games.game import Game, Side
from noughts.games.match import Match
from noughts.grounding.grounded import CannotGround, grounded_of
from noughts.solvers.searchable import is_searchable
from noughts.solvers.verdict import Progress, Question, Verdict

if TYPE_CHECKING:
    from noughts.solvers.alpha_beta import AlphaBeta, SearchProgress


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
    if value.winner != side:
        return Verdict(False, search.machine.searched)
    nodes = search.machine.searched
    return Verdict(True, nodes, winning_line(search, report), value.distance)


def winning_line(search: AlphaBeta, progress: SearchProgress | None = None) -> Match:
    """The line of play on which the winner takes the quickest way and the other side the longest.

    The search has decided its position.  For the positions behind it the distance is known, so one question
    about each move is enough, and most of the answers are in the table.
    """
    from noughts.solvers.alpha_beta import AlphaBeta

    value = search.value
    assert value is not None
    match = Match(search.game)
    for left in range(value.distance or 0, 0, -1):
        here = AlphaBeta(search.game, match.position, machine=search.machine)
        beta = here.most - left if match.to_move == value.winner else left - here.most
        kept = next(index for index in here.order() if here.reaches(beta, index, progress))
        match = match.play(here.first[kept].move)
    return match
