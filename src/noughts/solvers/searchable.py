"""Whether a game is one for a search by machine code rather than for tables."""

from __future__ import annotations

from typing import Final

from noughts.games.game import Game
from noughts.grounding.grounded import CannotGround, grounded_of
from noughts.kernels.machine import is_available

_LARGE: Final = 30
"""Bits from which on a game of stones may have too many positions: 3**15, with two bits a cell."""

SMALLEST_TABLE: Final = 1 << 12
"""Bytes of the smallest table of a search."""


def is_searchable(game: Game) -> bool:
    """Whether the search is likely to get far where tables would not do: a large game of lines."""
    if not is_available():
        return False
    try:
        grounded = grounded_of(game, soon=True)
    except CannotGround:
        return False
    if len(grounded.bits) < _LARGE:
        return False
    from noughts.grounding.facts import proved

    return proved(grounded).lines is not None
