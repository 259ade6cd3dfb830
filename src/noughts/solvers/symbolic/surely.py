"""Whether a game has more positions than can be listed, told before anybody begins to list them."""

from __future__ import annotations

from functools import partial
from math import prod
from typing import Final

from noughts.games.game import Game
from noughts.games.grounded import Groundable
from noughts.games.refusal import Refusal
from noughts.solvers.symbolic.family_engine import FamilyEngine
from noughts.solvers.symbolic.layers import Layered
from noughts.solvers.symbolic.prove import arrivals

NODES: Final = 20_000
"""Nodes, made in less than a second, beyond which it is not told."""


def surely_more_than(number: int, game: Game) -> bool:
    """Whether play reaches more positions than that, counted move after move as sets until it does.

    False if it does not, and also if it cannot be told soon.
    """
    if not isinstance(game, Groundable):
        return False
    try:
        layered = Layered(game.ground(), partial(FamilyEngine, limit=NODES))
        if prod(layered.cells.contents) <= number:
            return False
        met = 0
        for arrived in arrivals(layered):
            met += layered.sets.count(arrived.all)
            if met > number:
                return True
    except Refusal:
        pass
    return False
