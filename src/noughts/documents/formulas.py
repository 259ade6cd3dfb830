"""The formulas of a game, unless its positions are listed sooner."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from noughts.grounding.grounded import CannotGround, Grounded
from noughts.stop import Stopped, current, stopped_after

if TYPE_CHECKING:
    from noughts.grounding.followers import Ruled

_SOON: Final = 1.5
"""Seconds of the processor in which most games have their formulas, nearly all of them in a fifth of it."""

_FEW: Final = 10_000
"""Positions of a game that gains nothing from formulas."""

_PATIENCE: Final = 3.0
"""Seconds of the processor for listing them: what remains is less than looking for formulas may take."""


def formulas_of(twin: Callable[[], Ruled]) -> Grounded:
    """The formulas of a game; `CannotGround` if there are none, or few positions and no formulas soon.

    `twin` makes a copy of the game that may be asked beside it.  A game of few positions must not wait ten
    seconds for formulas that save it a part of one.
    """
    from noughts.grounding.ground import ground

    game = twin()
    game.meaning.budget.seconds = _SOON
    try:
        return ground(game)
    except CannotGround:
        if not game.meaning.budget.is_spent:
            raise
    if (few := few_positions(twin())) is not None:
        fact = f"{game.name} has {few:,} positions, which are listed sooner than its formulas are found"
        raise CannotGround(fact, "ask for what needs no formulas, or make the game larger")
    return ground(twin())


def few_positions(game: Ruled) -> int | None:
    """How many positions the game has, if a short list holds them."""
    from noughts.kernels.explore import TooManyPositions, explore_rules
    from noughts.refusal import Refusal

    try:
        with stopped_after(_PATIENCE):
            return len(explore_rules(game, limit=_FEW))
    except Stopped:
        current.get().look()
    except (TooManyPositions, Refusal):
        pass
    return None
