"""How fast are rules in JavaScript, against the same rules compiled to Python?"""

from __future__ import annotations

from collections.abc import Iterator
from math import inf
from unittest.mock import patch

from benchmarks.measuring import Ratio, best_of_each
from noughts.cli.game_argument import GameArgument
from noughts.documents import by_rules
from noughts.documents.by_rules import GameByRules
from noughts.kernels.explore import explore_rules
from tests.javascript import JavaScript, Site, explored


def measure() -> Iterator[Ratio]:
    """Every position of tic-tac-toe, each time by rules that were loaded anew.

    In Python once as definitions are compiled, which is what JavaScript has too, and once with the quick code
    that Python makes of the rules of a game that asks them often.
    """
    game = GameArgument(["tictactoe"], by="rules").load()
    assert isinstance(game, GameByRules)
    JavaScript.site = Site()
    note = f"{sum(explored(game)['by_ply']):,} positions"
    ours, python, quick = best_of_each(
        lambda: explored(game), lambda: by_definitions(game), lambda: explore_rules(game.twin()), times=3
    )
    JavaScript.site.end()
    yield Ratio("rules in JavaScript", ours, "compiled Python", python, note=note, most=1 / 3)
    yield Ratio("rules in JavaScript", ours, "quick code in Python", quick, note=note)


def by_definitions(game: GameByRules) -> None:
    """Every position by the definitions as they are compiled, without quick code."""
    with patch.object(by_rules, "_QUESTIONS_BEFORE", inf):
        explore_rules(game.twin())
