"""What of a position decided a match: the pieces without which the winner would not have won.

A position is a set, or a tuple that has sets in it; their elements are taken away one after the other for
as long as the document's relation still says that the winner wins.  The rest is what decided, such as the
three of a row.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, TypeAlias

from noughts.documents.on_board import GameOnBoard
from noughts.documents.sided import Sided
from noughts.easel import Image, Point
from noughts.games.game import Position, RulesError, Side
from noughts.games.match import Match
from noughts.values.order import key, ordered
from noughts.values.sets import FiniteSet, Set, listable
from noughts.values.value import Value

PlacedPiece: TypeAlias = tuple[int | None, Value]
"""A piece: an element of a position, and the place of the set that it is in, if the position is a tuple."""

_MANY: Final = 100
"""Elements beyond which nothing is tried: the rules are asked once for each."""


def deciding(match: Match) -> tuple[tuple[int, ...], ...]:
    """For each element that decided a match, the places of the images that show it."""
    game, outcome = match.game, match.outcome
    if not isinstance(game, Sided) or outcome is None or outcome.winner is None:
        return ()
    drawn = game.screen if isinstance(game, GameOnBoard) else game
    return deciding_images(drawn, match.position, outcome.winner)


def deciding_images(game: Sided, position: Position, winner: Side) -> tuple[tuple[int, ...], ...]:
    """For each element that decided, the places of the images that show it; nothing if that is unknown."""
    if game.wins is None or winner not in game.sides or not game.defines("images", 0):
        return ()
    try:
        return images_of(game, position, needed(game, position, winner))
    except RulesError:  # the rules need not have a value where pieces are missing
        return ()


def needed(game: Sided, position: Position, winner: Side) -> list[PlacedPiece]:
    """The elements that are left when all are taken away without which the winner wins as well.

    Many are tried at once, then fewer: those of the loser come one after the other, in their printed order.
    """
    left = pieces_of(position)
    if len(left) > _MANY:
        return []
    size = len(left) // 2
    while size > 1:
        left = without(game, position, winner, left, size)
        size //= 2
    before = len(left) + 1
    while len(left) < before:  # again, for without one element others may no longer be needed
        before = len(left)
        left = without(game, position, winner, left, 1)
    return left


def without(
    game: Sided, position: Position, winner: Side, pieces: Sequence[PlacedPiece], size: int
) -> list[PlacedPiece]:
    """Some elements without those, so many at a time, that the winner does not need."""
    assert game.wins is not None
    side = game.side_values[game.sides.index(winner)]
    left = list(pieces)
    for start in range(0, len(pieces), size):
        taken = pieces[start : start + size]
        fewer = [each for each in left if each not in taken]
        if game.holds(game.wins, side, at=with_pieces(position, fewer)):
            left = fewer
    return left


def images_of(game: Sided, position: Position, shown: Sequence[PlacedPiece]) -> tuple[tuple[int, ...], ...]:
    """For each of some elements the places of the images that come with it to the others, and are here.

    Nothing if the document marks one of them itself: an image that is of none of them has a point of it.
    """
    others = [each for each in pieces_of(position) if each not in shown]
    before = game.images(with_pieces(position, others))
    images = game.images(position)
    added = [new_images(before, game.images(with_pieces(position, [*others, one]))) for one in shown]
    of_pieces = [image for each in added for image in each]
    marks = [image for image in images if image not in before and image not in of_pieces]
    if {point for image in marks for point in points_of(image)} & {
        point for image in of_pieces if image in images for point in points_of(image)
    }:
        return ()
    found = (tuple(place for place, image in enumerate(images) if image in each) for each in added)
    return tuple(filter(None, found))  # an element may change images, and have none of its own


def points_of(image: Image) -> tuple[Point, ...]:
    """The points that an image has: its centre, its ends, its corners."""
    parts = (getattr(image, name) for name in image.__struct_fields__)
    return tuple(part for part in parts if isinstance(part, Point))


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
    """A position with these elements only; one that holds no sets is the same."""
    if isinstance(position, Set):
        return FiniteSet(element for _, element in kept)
    if not isinstance(position, tuple):
        return position
    return tuple(
        FiniteSet(one for where, one in kept if where == place) if isinstance(part, Set) else part
        for place, part in enumerate(position)
    )
