"""The check that all workers of a cluster have the same rules."""

from __future__ import annotations

from collections.abc import Callable

from noughts.games.game import Game
from noughts.games.record import fingerprint_of
from noughts.refusal import Refusal
from noughts.workers.engine import Engine


def refuse_other_rules(engine: Engine, load: Callable[[], Game]) -> None:
    """`Refusal` if a worker on another machine loads other rules than this process."""
    for worker, rules in engine.everywhere(rules_of, load).items():
        if rules != rules_of(load):
            fact = f"the worker {worker} has other rules by that name"
            raise Refusal(fact, "put the documents of the game where all machines read them")


def rules_of(load: Callable[[], Game]) -> str:
    """The fingerprint of the rules."""
    return fingerprint_of(load())
