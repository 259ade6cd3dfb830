"""What of a position decided a match: the pieces without which the winner would not have won.

A position is a set, or a tuple that has sets in it; their elements are taken away one after the other for
as long as the document's relation still says that the winner wins.  The rest is what decided, such as the
three of a row.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, TypeAlias

from noughts.documents.sided import Sided
from noughts.easel import Image
from noughts.games.game import Position, RulesError, Side
from noughts.values.order import key, ordered
from noughts.values.sets import FiniteSet, Set, listable
from noughts.values.value import Value

PlacedPiece: TypeAlias = tuple[int | None, Value]
"""A piece: an element of a position, and the place of the set that it is in, if the position is a tuple."""

_MANY: Final = 100
"""Elements beyond which nothing is tried: the rules are asked once for each."""


def deciding_images(game: Sided, position: Position, winner: Side) -> tuple[tuple[int, ...], ...]:
    """For each element that decided, the places of the images that show it; nothing if that is unknown."""
    if game.wins is None or winner not in game.sides or not game.defines("images", 0):
        return ()
    try:
        return images_of(game, position, needed(game, position, winner))
    except RulesError:  # the rules need not have a value where pieces are missing
        return ()


def needed(game: Sided, position: Position, winner: Side) -> list[PlacedPiece]:
    """The elements that are left when all are taken away without which the winner wins as well."""
    assert game.wins is not None
    side = game.side_values[game.sides.index(winner)]
    left = pieces_of(position)
    if len(left) > _MANY:
        return []
    before = len(left) + 1
    while len(left) < before:  # again, for without one element others may no longer be needed
        before = len(left)
        for element in list(left):
            fewer = [each for each in left if each != element]
            if game.holds(game.wins, side, at=with_pieces(position, fewer)):
                left = fewer
    return left


def images_of(game: Sided, position: Position, shown: Sequence[PlacedPiece]) -> tuple[tuple[int, ...], ...]:
    """For each of some elements the places of the images that come with it to the others, and are here."""
    others = [each for each in pieces_of(position) if each not in shown]
    before = game.images(with_pieces(position, others))
    images = game.images(position)
    return tuple(
        tuple(place for place, image in enumerate(images) if image in added)
        for element in shown
        if (added := new_images(before, game.images(with_pieces(position, [*others, element]))))
    )


def new_images(before: Sequence[Image], after: Sequence[Image]) -> list[Image]:
    """The images that are there after a change only."""
    return [image for image in after if image not in before]


def pieces_of(position: Position) -> list[PlacedPiece]:
    """The elements of the sets in a position, in their printed order."""
    if isinstance(position, Set):
        return [(None, ordered(element)) for element in sorted(listable(position), key=key)]
    if not isinstance(position, tuple):
        return []
    sets = ((place, part) for place, part in enumerate(position) if isinstance(part, Set))
    return [(place, element) for place, part in sets for _, element in pieces_of(part)]


def with_pieces(position: Position, kept: Sequence[PlacedPiece]) -> Position:
    """A position with these elements only."""
    if isinstance(position, Set):
        return FiniteSet(element for _, element in kept)
    return tuple(
        FiniteSet(one for where, one in kept if where == place) if isinstance(part, Set) else part
        for place, part in enumerate(position)
    )
