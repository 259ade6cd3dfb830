"""Moves that do something else for each side, as one move for each side.

A machine puts a mark of the side to move: what becomes of a bit depends on whose turn it is, and so perhaps
on the whole position.  Given whose turn it is, it is known.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from noughts.grounding.formula import ALWAYS, NEVER, Formula
from noughts.grounding.grounded import Grounded, GroundMove
from noughts.grounding.walk import said_by, substituted


def with_sided_moves(rules: Grounded) -> Grounded:
    """The same game, each move divided by who makes it where that tells more of what it does."""
    moves = [one for move in rules.moves for one in divided(move, rules.to_move)]
    return rules if len(moves) == len(rules.moves) else replace(rules, moves=tuple(moves))


def divided(move: GroundMove, to_move: tuple[Formula, ...]) -> Iterator[GroundMove]:
    """The move for each side that may make it, if one of its changes depends on which; else the move."""
    known = said_by(move.legal)
    turns = substituted(to_move, known)
    about = {turn for turn in turns if turn not in (ALWAYS, NEVER)}
    about |= {~turn for turn in about}
    if not about.intersection(move.changes.values()):
        yield move
        return
    for turn, to_move_here in zip(turns, to_move, strict=True):
        if turn is not NEVER:
            put = {turn: ALWAYS, ~turn: NEVER}
            after = substituted(move.changes.values(), put)
            changes = dict(zip(move.changes, after, strict=True))
            yield GroundMove(move.move, move.legal & to_move_here, changes)
