"""Games with a screen: images, the mouse, and animations.

A game has a screen if it has these methods in addition to those of `noughts.games.game.Game`; a face tests
``isinstance(game, Pictured)``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from noughts.easel import Image, Input, Text
from noughts.easel.svg import Frame, box_of, frame_of
from noughts.games.game import Move, Position


@dataclass(frozen=True, slots=True, order=True)
class Area:
    """A rectangle of whole pixels, all four borders included; the origin is bottom-left."""

    left: int
    bottom: int
    right: int
    top: int

    def __contains__(self, pixel: tuple[int, int]) -> bool:
        x, y = pixel
        return self.left <= x <= self.right and self.bottom <= y <= self.top


@dataclass(frozen=True, slots=True)
class Restart:
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
