"""The formulas of a game, unless its positions are listed sooner; and over that list where it is needed."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING, Final, TypeAlias

from noughts.grounding.grounded import CannotGround, Grounded
from noughts.kernels.explore import ListedSooner, Listing

if TYPE_CHECKING:
    from noughts.grounding.dependents import Ruled
    from noughts.grounding.ground import Widening

    Twin: TypeAlias = Callable[[], Ruled]
    """What makes copies of a game, each of which may be asked by itself."""

_AT_ONCE: Final = 0.7
"""Seconds of the processor in which most small games have their formulas, and as a command takes to begin: so
a game that is listed in no time takes less than twice as long."""

_SOON: Final = 1.0
"""Seconds for which what has taken as long already may wait: again less than twice as long."""

_FEW: Final = 10_000
"""Positions of a game that gains nothing from formulas."""

_PATIENCE: Final = 3.0
"""Seconds for listing them: what remains is less than looking for formulas may take."""


def formulas_soon(
    twin: Twin, rules: str, patiently: Callable[[Callable[[], Grounded]], Grounded]
) -> Grounded:
    """The formulas of a game; `CannotGround` if there are none, `ListedSooner` if it is listed first.

    A game of few positions must not wait ten seconds for formulas that save it a part of one.  So it is
    grounded and listed in turn, for longer each time, until one of both is done: neither waits for the other
    longer than it takes itself, as if both were done at once.  The list is taken up where it was left, and
    grounding at the round that it was in: to rest in its middle would list positions on top of a deep stack,
    where CPython 3.11 may take three times as long.  That `rules` have too many positions for a list is
    remembered, and then formulas are sought `patiently`.
    """
    from noughts.grounding.ground import Widening, ground
    from noughts.grounding.known_failures import is_noted, note

    begun = Widening()
    large = f"{rules} large"
    if not is_noted(large):
        listing: Listing | None = None
        for grounding, more in ((_AT_ONCE, _SOON), (_SOON, _PATIENCE)):
            if (found := formulas_within(twin(), grounding, begun)) is not None:
                return found
            listing = listing or listing_of(twin())
            if (graph := listing.go_on(more)) is not None:
                raise ListedSooner(graph)
            if listing.is_over:
                note(large)
                break
    return patiently(lambda: ground(twin(), begun))


def formulas(twin: Twin) -> Grounded:
    """The formulas of a game for those who wait: in all its positions, listed or not.

    Where the rules alone do not show soon what the positions can be, the list does.
    """
    from noughts.grounding.ground import Widening, ground, ground_listed

    begun = Widening()
    refused: CannotGround | None = None
    try:
        if (found := formulas_within(twin(), _SOON, begun)) is not None:
            return found
    except CannotGround as failure:
        refused = failure
    if (graph := listing_of(twin()).go_on(_PATIENCE)) is not None:
        with suppress(CannotGround):
            return ground_listed(twin(), graph.positions)
    if refused is not None:
        raise refused
    return ground(twin(), begun)


def formulas_within(game: Ruled, seconds: float, begun: Widening) -> Grounded | None:
    """The formulas of a game, if they are found in some seconds of the processor; `CannotGround` otherwise
    means that there are none.  How far that got, `begun` has."""
    from noughts.grounding.ground import ground

    game.meaning.budget.seconds = seconds
    try:
        return ground(game, begun)
    except CannotGround:
        if not game.meaning.budget.is_spent:
            raise
    return None


def listing_of(game: Ruled) -> Listing:
    """A list of the positions of a game, not begun yet."""
    return Listing(game, limit=_FEW, patience=_PATIENCE)
