"""Games small enough to be looked at position by position: of the library, and cut down from it."""

from __future__ import annotations

from functools import cache

from noughts.documents.by_rules import GameByRules
from noughts.solvers.backward import Solution, solve_game
from tests.library.games import by_rules

RELATIVES: dict[str, tuple[str, tuple[str, ...]]] = {
    "tictactoe": ("tictactoe", ()),
    "mnk 2 2 2": ("mnk", ("m=2", "n=2", "k=2")),
    "mnk 2 3 2": ("mnk", ("m=2", "n=3", "k=2")),
    "mnk 3 2 3": ("mnk", ("n=2",)),
    "mnk 2 4 3": ("mnk", ("m=2", "n=4")),
    "three in a row": ("four", ("columns=3", "rows=3", "line=3")),
    "hexapawn": ("hexapawn", ()),
    "nim 2 2 3": ("nim", ("heaps=(2,2,3)",)),
    "nim 2 2": ("nim", ("heaps=(2,2)",)),
    "disctru, J on 3 by 3": ("disctru", ("P={1..3}*{1..3}", "families={J}")),
    "disctru, J on 2 by 4, shifted": (
        "disctru",
        ("P={1..2}*{1..4}", "families={{{(1,1),(2,2)},{(1,2),(2,2)}},{{(1,4),(2,4)},{(2,4),(2,3)}}}"),
    ),
    "disctru, L where it lies": ("disctru", ("P={4..6}*{1..3}", "families={L}")),
    "disctru, two families in corners": (
        "disctru",
        ("P={1..3}*{1..3}", "families={{{(1,1),(1,2)},{(1,1),(2,1)}},{{(3,3),(3,2)},{(3,3),(2,3)}}}"),
    ),
    "disctru, no family": ("disctru", ("P={1..2}*{1..3}", "families={}")),
}
"""By title: a name of the library, and what is overridden."""


@cache
def solution(title: str) -> Solution:
    """The value of every position of the game of a title, listed by its own rules."""
    return solve_game(relative(title))


def relative(title: str) -> GameByRules:
    """The game of a title."""
    name, let = RELATIVES[title]
    return by_rules(name, let)
