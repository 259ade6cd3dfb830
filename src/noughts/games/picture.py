"""Games with a screen: images, the mouse, and animations.

A game says that it has a screen by having these methods beside those of `noughts.games.game.Game`;
a face asks ``isinstance(game, Pictured)``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from noughts.easel import Image, Input
from noughts.easel.svg import Frame, frame_of
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
        """For each legal move the rectangles where a click makes it; empty if the mouse makes none."""


@runtime_checkable
class Animated(Protocol):
    """An animation: thirty frames a second."""

    @property
    def initial(self) -> Position:
        """The first frame's state."""

    @property
    def name(self) -> str:
        """What people call it."""

    def images(self, position: Position) -> Sequence[Image]:
        """The images in drawing order."""

    def frame(self, position: Position, given: Input) -> Position:
        """The state one frame later, with what mouse and keys did in this one."""


def board_frame(game: Pictured, position: Position) -> Frame:
    """Around all places that may be clicked in a position; around all that is drawn, if there are none."""
    areas = [area for owned in game.areas(position).values() for area in owned]
    if not areas:
        return frame_of(game.images(position))
    return (
        min(area.left for area in areas) - 4,
        min(area.bottom for area in areas) - 4,
        max(area.right for area in areas) + 4,
        max(area.top for area in areas) + 4,
    )
