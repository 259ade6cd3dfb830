"""From a game to its graph: everything that can be reached from the beginning, breadth first."""

from __future__ import annotations

from contextlib import suppress

from noughts.automata.positions import LIMIT, Made, Positions, Tell, watch
from noughts.automata.refusal import Unsuitable
from noughts.games.game import Game, Position, Side
from noughts.grounding.grounded import CannotGround, Groundable


def explore(game: Game, *, limit: int = LIMIT, tell: Tell | None = None) -> Positions:
    """Everything that can be reached from the beginning; `TooLarge` if it is more than `limit` positions.

    A game that has formulas is explored through its kernel, any other through its methods: the graph is
    the same, but that a set may be printed in another order.
    """
    if isinstance(game, Groundable):
        from noughts.automata.kernel_positions import MustAsk, explore_kernel

        with suppress(CannotGround, MustAsk):
            return explore_kernel(game, game.ground(), limit=limit, tell=tell)
    return explore_methods(game, limit=limit, tell=tell)


def explore_methods(game: Game, *, limit: int = LIMIT, tell: Tell | None = None) -> Positions:
    """The same through the methods of the game alone."""
    positions = [game.initial]
    numbers = {game.initial: 0}
    found = Positions(game, positions, numbers.__getitem__)
    kinds: dict[Made, int] = {}
    for s, position in enumerate(positions):
        moves = game.moves(position)
        if not moves:
            found.ends[s] = _winner(game, position)
            continue
        side = game.to_move(position)
        for move in moves:
            target = game.after(position, move)
            number = numbers.setdefault(target, len(numbers))
            if number == len(positions):
                positions.append(target)
            kind = kinds.setdefault((side, move), len(kinds))
            if kind == len(found.made):
                found.met((side, move), position)
            found.record(s, kind, number)
        watch(game, s, len(positions), limit, tell)
    return found


def _winner(game: Game, position: Position) -> Side | None:
    outcome = game.outcome(position)
    if outcome is None:
        where = game.position_text(position)
        fact = f"{game.name} is not a lawful game: in {where} there is no legal move, but it is not over"
        raise Unsuitable(fact, help="let the rules end it there, or allow a move")
    return outcome.winner
