"""Does a game of the library with few positions wait for formulas where its definitions would have done?"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Final

from benchmarks.measuring import Ratio, best_of_each
from noughts.cli.game_argument import load_program
from noughts.documents.by_rules import GameByRules
from noughts.documents.from_document import game_from
from noughts.documents.library import names, path_of
from noughts.games.game import TooManyPositions
from noughts.kernels.explore import explore_rules
from noughts.language.core import Program
from noughts.solvers.plan import Plan

FEW: Final = 10_000
"""Positions of a small game."""

NOTICED: Final = 0.25
"""Seconds that nobody notices: what takes less counts as that."""

MOST: Final = 2.0
"""Times as long as its definitions that a small game may take."""


def measure() -> Iterator[Ratio]:
    for name in names():
        program = load_program([path_of(name)])
        if not isinstance(game_from(program, name=name), GameByRules):
            continue
        fresh = partial(by_rules, program, name)
        try:
            positions = len(explore_rules(fresh(), limit=FEW))
        except TooManyPositions:
            continue
        quickest, defined = best_of_each(partial(explored, fresh), partial(listed, fresh), times=3)
        note = f"{positions} positions"
        yield Ratio(name, max(quickest, NOTICED), "definitions", max(defined, NOTICED), note=note, most=MOST)


def by_rules(program: Program, name: str) -> GameByRules:
    """The game of a program, of which nothing is known yet."""
    game = game_from(program, name=name)
    assert isinstance(game, GameByRules)
    return game


def explored(fresh: Callable[[], GameByRules]) -> object:
    """All positions, the way that is taken for the quickest."""
    return Plan().explore(fresh())


def listed(fresh: Callable[[], GameByRules]) -> object:
    """All positions by the definitions."""
    return explore_rules(fresh())
