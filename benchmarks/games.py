"""The games of the library that benchmarks speak of."""

from __future__ import annotations

from functools import cache

from noughts.cli.game_argument import load_program
from noughts.documents.by_rules import GameByRules
from noughts.documents.from_document import game_from
from noughts.documents.library import path_of


@cache
def document(name: str, *let: str) -> GameByRules:
    """A game by its rules, with some constants overridden."""
    game = game_from(load_program([path_of(name)], let), name=name)
    assert isinstance(game, GameByRules)
    return game


def mnk(m: int, n: int, k: int) -> GameByRules:
    """The m,n,k-game."""
    return document("mnk", f"m={m}", f"n={n}", f"k={k}")
