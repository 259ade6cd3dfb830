"""Who wins a small game, told above its document: solved while nobody waits, if a moment is enough."""

from __future__ import annotations

from noughts.documents.by_rules import GameByRules
from noughts.documents.from_document import game_from
from noughts.games.game import RulesError
from noughts.language import core as c
from noughts.refusal import Refusal
from noughts.solvers.plan import Plan
from noughts.stop import Stop, Stopped, honouring, stopped_after

_SECONDS = 1.0
"""Of the processor: the editor answers meanwhile, but on the same core."""
_POSITIONS = 20_000
"""What plain Python lists in that time; a larger game is for `noughts solve`, which says how far it is."""


def solution_in_words(program: c.Program, stop: Stop) -> str:
    """The value of a game by its rules and the number of its positions, or nothing if that takes longer."""
    try:
        with honouring(stop), stopped_after(_SECONDS):
            game = game_from(program, name="the game", by="rules")
            assert isinstance(game, GameByRules)
            solved, _ = Plan(limit=_POSITIONS, diagrams=False).solve(game)
            value, count = solved.value(game.initial), solved.figures.positions
    except (Stopped, Refusal, RulesError):
        stop.look()
        return ""
    return f"{value}, {count:,} position{'' if count == 1 else 's'}"
