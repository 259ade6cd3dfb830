"""Games with a screen: images, the mouse, and animations.

A game has a screen if it has these methods in addition to those of `noughts.games.game.Game`; a face tests
``isinstance(game, Pictured)``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Protocol, TypeAlias, runtime_checkable

from msgspec import Struct

from noughts.easel import Image, Input, Text
from noughts.easel.svg import Frame, box_of, frame_of
from noughts.games.game import Move, Position


class Area(Struct, frozen=True, order=True):
    """A rectangle of whole pixels, all four borders included; the origin is bottom-left."""

    left: int
    bottom: int
    right: int
    top: int

    def __contains__(self, pixel: tuple[int, int]) -> bool:
        x, y = pixel
        return self.left <= x <= self.right and self.bottom <= y <= self.top


class Restart(Struct, frozen=True):
    """The effect of a click on a restart button: a new match."""


@runtime_checkable
class Pictured(Protocol):
    """A game with a screen that may be clicked."""

    def images(self, position: Position) -> Sequence[Image]:
        """The images in drawing order."""

    def clicked(self, position: Position, x: int, y: int) -> Move | Restart | None:
        """The effect of a click at a pixel: a legal move, a restart, or nothing."""

    def areas(self, position: Position) -> Mapping[Move, tuple[Area, ...]]:
        """For each legal move, the rectangles in which a click makes it; empty if the mouse makes no
        moves."""


@runtime_checkable
class OnlyBoard(Protocol):
    """A game with a screen on which nothing is drawn but the board and what belongs to it."""

    only_board: bool


@runtime_checkable
class Animated(Protocol):
    """An animation: thirty frames a second."""

    @property
    def initial(self) -> Position:
        """The first frame's state."""

    @property
    def name(self) -> str:
        """Its name, for people."""

    @property
    def keys(self) -> Sequence[str]:
        """The letter keys that it reads."""

    def images(self, position: Position) -> Sequence[Image]:
        """The images in drawing order."""

    def frame(self, position: Position, given: Input) -> Position:
        """The state one frame later, given the input of mouse and keys in this frame."""


MARGIN = 4
"""Pixels around a board, so that its outermost lines are fully visible."""


def board_frame(game: Pictured, position: Position) -> Frame:
    """The frame of the board: all areas that may be clicked in a position, and the shapes drawn there.

    If a game draws nothing but its board, all images belong to it, as hands and the names of cells.
    Otherwise a line or a filled shape that touches these areas belongs to the board, because pieces need not
    reach every cell; a headline or a separate button does not.  If no area may be clicked, the frame is
    around all images.
    """
    images = game.images(position)
    if isinstance(game, OnlyBoard):
        return with_margin(around([tuple(map(float, box_of(image))) for image in images]))
    areas = [area for owned in game.areas(position).values() for area in owned]
    if not areas:
        return frame_of(images)
    frame = around([(area.left, area.bottom, area.right, area.top) for area in areas])
    shapes = [tuple(map(float, box_of(image))) for image in images if not isinstance(image, Text)]
    while touching := [shape for shape in shapes if touches(shape, frame)]:
        shapes = [shape for shape in shapes if not touches(shape, frame)]
        frame = around([frame, *touching])
    return with_margin(frame)


def frame_at(game: Pictured, start: Position, position: Position) -> Frame:
    """The frame of the board at the start; a board that is all that is drawn may have grown since."""
    frame = board_frame(game, start)
    return around([frame, board_frame(game, position)]) if isinstance(game, OnlyBoard) else frame


def with_margin(frame: Frame) -> Frame:
    """A frame with `MARGIN` around it."""
    left, bottom, right, top = frame
    return left - MARGIN, bottom - MARGIN, right + MARGIN, top + MARGIN


def around(frames: Sequence[tuple[float, ...]]) -> Frame:
    """The smallest rectangle around several."""
    lefts, bottoms, rights, tops = zip(*frames, strict=True)
    return min(lefts), min(bottoms), max(rights), max(tops)


def touches(shape: tuple[float, ...], frame: Frame) -> bool:
    """Whether a rectangle overlaps another one that is extended by `MARGIN`."""
    left, bottom, right, top = frame
    return (
        shape[0] <= right + MARGIN
        and shape[2] >= left - MARGIN
        and shape[1] <= top + MARGIN
        and shape[3] >= bottom - MARGIN
    )


# Click paths: the places of the clicks of a move that takes several, and the clicks made so far.


Chosen: TypeAlias = tuple[Area, ...]
"""The areas that were clicked for an incomplete move."""


class ClickPath(Struct, frozen=True):
    """The clicks of a move.

    The `cells` are clicked one after another; cells in one group are all clicked, in any order.  The `words`
    follow, as long as other moves begin with the same clicks.
    """

    cells: tuple[frozenset[Area], ...]
    words: tuple[Area, ...] = ()

    @property
    def areas(self) -> tuple[Area, ...]:
        """The areas of the cells, or of the words if there are none."""
        return tuple(area for together in self.cells for area in sorted(together)) or self.words

    def after(self, chosen: Chosen) -> ClickPath | None:
        """The rest of the path after some clicks; ``None`` if they are not its beginning."""
        cells, words = self.cells, self.words
        for area in chosen:
            if cells and area in cells[0]:
                rest = cells[0] - {area}
                cells = (rest, *cells[1:]) if rest else cells[1:]
            elif not cells and words and area == words[0]:
                words = words[1:]
            else:
                return None
        return ClickPath(cells, words)

    @property
    def next(self) -> tuple[Area, ...]:
        """The areas of the next click."""
        return tuple(sorted(self.cells[0])) if self.cells else self.words[:1]

    @property
    def is_last(self) -> bool:
        """Whether the next click is the last one."""
        return (len(self.cells) == 1 and len(self.cells[0]) == 1 and not self.words) or (
            not self.cells and len(self.words) == 1
        )


@runtime_checkable
class ByClickPaths(Protocol):
    """A game with a screen whose moves take several clicks."""

    def click_paths(self, position: Position) -> Mapping[Move, ClickPath]:
        """The path of each legal move that has one."""


def click(paths: Mapping[Move, ClickPath], chosen: Chosen, x: int, y: int) -> tuple[Chosen, Move | None]:
    """The clicks after one more at a pixel, and the move that it completes.

    A click outside all next areas starts again, with the first area that it hits, if any.  A second click on
    the area that was chosen last takes that choice back.
    """
    for begun in dict.fromkeys((chosen, ())):
        hit = next((area for area in next_areas(paths, begun) if (x, y) in area), None)
        if hit is None or (begun != chosen and hit in chosen[-1:]):
            continue
        left = dict(fitting(paths, (*begun, hit)))
        done = [move for move, path in left.items() if not path.cells and not (path.words and len(left) > 1)]
        return ((), done[0]) if done else ((*begun, hit), None)
    return (), None


def fitting(paths: Mapping[Move, ClickPath], chosen: Chosen) -> Iterator[tuple[Move, ClickPath]]:
    """The moves that begin with these clicks, with the rest of their paths."""
    for move, path in paths.items():
        if (left := path.after(chosen)) is not None:
            yield move, left


def next_areas(paths: Mapping[Move, ClickPath], chosen: Chosen) -> Iterator[Area]:
    """Where the next click may be."""
    return (area for _, left in fitting(paths, chosen) for area in left.next)
