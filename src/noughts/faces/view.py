"""The view of a match: the immutable data of a face, made anew after each change."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from noughts.easel import Image
from noughts.games.game import Side
from noughts.games.picture import Area

Result: TypeAlias = Literal["win", "draw", "loss"]


@dataclass(frozen=True, slots=True)
class Worth:
    """The result of a move for the side that makes it, with perfect play.

    `distance` counts the moves of all sides until the end, including this one.  It is missing for a draw, and
    if only the winner is known.
    """

    result: Result
    distance: int | None

    def __str__(self) -> str:
        return self.result if self.distance is None else f"{self.result} in {self.distance}"


@dataclass(frozen=True, slots=True)
class Choice:
    """A legal move: its text, the areas of its first click, and its worth if that was requested.

    `final` says whether the first click is the last one, too.

    If the player to move follows a strategy, `permitted` says whether the strategy has the move.
    """

    text: str
    areas: tuple[Area, ...] = ()
    worth: Worth | None = None
    hinted: bool = False
    permitted: bool | None = None
    final: bool = True

    def __str__(self) -> str:
        mark = " ✓" if self.permitted else ""
        return f"{self.text:<12} {self.worth}{mark}" if self.worth else f"{self.text}{mark}"


@dataclass(frozen=True, slots=True)
class Seat:
    """A side and the name of its player."""

    side: Side
    player: str


@dataclass(frozen=True, slots=True)
class View:
    """The data of a match that a face shows.

    `images` is ``None`` for a game without a screen; `text` is the position in a line for every game.
    `person` says whether a person may move; a match that is over has `outcome` and no side `to_move`.
    `length` is the number of moves of the whole match.  `error` is a report of several lines, in which
    columns count, on why the last command failed, or why the program to move cannot decide.
    """

    title: str
    seats: tuple[Seat, ...]
    images: tuple[Image, ...] | None
    text: str
    to_move: Side | None
    person: bool
    outcome: str
    choices: tuple[Choice, ...]
    length: int
    message: str
    error: str
