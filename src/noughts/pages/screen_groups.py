"""The parts of a screen in which a document's clicks behave alike, in whatever position.

`noughts.documents.clicks` learns them as it is asked about positions; a page cannot, so they are learnt from
many positions before.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from functools import partial
from random import Random
from typing import Final

from noughts.documents.by_clicks import GameByClicks
from noughts.documents.by_rules import PicturedByRules
from noughts.documents.documented import as_value
from noughts.documents.pixels import joined_areas
from noughts.games.game import Position, RulesError
from noughts.games.picture import Area

_MATCHES: Final = 8
"""Random matches whose positions are looked at.  Most documents ask the mouse all there is to ask in the
first position, others when pieces are chosen or stand in one another's way; both happen in any match."""
_LONGEST: Final = 60
"""Moves of a match that are made: no library game is longer, and others repeat themselves by then."""


def screen_groups(
    game: PicturedByRules | GameByClicks, positions: Iterable[Position]
) -> Sequence[Sequence[Area]]:
    """Groups of rectangles in each of which all clicks of one of the positions lead to the same state."""
    clicks = game.clicks
    if clicks is None:
        return ()
    for position in positions:
        with suppress(RulesError):
            game.ask(partial(clicks.successors, as_value(position)))
    return [joined_areas(group.areas) for group in clicks.groups]


def sampled_positions(game: PicturedByRules | GameByClicks) -> Iterator[Position]:
    """The positions of some random matches, the same each time."""
    dice = Random(0)
    for _ in range(_MATCHES):
        position = game.initial
        yield position
        with suppress(RulesError):
            for _ in range(_LONGEST):
                moves = game.moves(position)
                if not moves:
                    break
                position = game.after(position, dice.choice(moves))
                yield position
