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
    """A legal move: its text, the areas of its clicks, and its worth if that was requested.

    If a move takes several clicks, the areas are those of the next one, and `final` says whether it is the
    last; `begun` says whether the clicks so far are the beginning of this move.

    If the player to move follows a strategy, `permitted` says whether the strategy has the move.
    """

    text: str
    areas: tuple[Area, ...] = ()
    worth: Worth | None = None
    hinted: bool = False
    permitted: bool | None = None
    final: bool = True
    begun: bool = False

    def __str__(self) -> str:
        mark = " ✓" if self.permitted else ""
        return f"{self.text:<12} {self.worth}{mark}" if self.worth else f"{self.text}{mark}"


@dataclass(frozen=True, slots=True)
class Made:
    """A move of the match, the side that made it, and the areas of its click.

    After the match, and while values are shown, `worth` is its result, if that is known; it is a `mistake` if
    another move would have had a better result.
    """

    side: Side
    text: str
    areas: tuple[Area, ...] = ()
    worth: Worth | None = None
    mistake: bool = False


@dataclass(frozen=True, slots=True)
class Variation:
    """The moves of a variation, played in place of those after `ply`."""

    ply: int
    line: tuple[Made, ...]


@dataclass(frozen=True, slots=True)
class Seat:
    """A side and the name of its player.

    `kind` is the word that named the player, empty if players cannot be changed here.  `points` counts the
    matches at this table that the player has won; if all players have the same name, those of the side.
    """

    side: Side
    player: str
    person: bool
    kind: str = ""
    points: int = 0


@dataclass(frozen=True, slots=True)
class View:
    """The data of a match that a face shows.

    `images` is ``None`` for a game without a screen; `text` is the position in a line for every game.
    `line` is the whole match and `ply` how many of its moves have been made in the position shown.
    `chosen` are the areas that were clicked for a move that takes several clicks.
    `deciding` has, for each piece without which the winner would not have won, the places of its images.
    `variations` are other lines that were played in this match.
    `to_move` and `person` describe the player to move; a match that is over has `outcome` instead.
    `record` is the record of the match, followed by those of its variations.  `number` is its number among
    the `matches` that were begun here, of which `draws` were drawn.  `error` is a report of several lines, in
    which columns count, on why the last command failed, or why the program to move cannot decide.
    """

    title: str
    seats: tuple[Seat, ...]
    images: tuple[Image, ...] | None
    text: str
    to_move: Side | None
    person: bool
    thinking: bool
    outcome: str
    winner: Side | None
    choices: tuple[Choice, ...]
    line: tuple[Made, ...]
    ply: int
    can_undo: bool
    can_redo: bool
    can_resume: bool
    advisable: bool
    values_shown: bool
    message: str
    record: str
    number: int
    matches: int
    draws: int = 0
    variations: tuple[Variation, ...] = ()
    deciding: tuple[tuple[int, ...], ...] = ()
    chosen: tuple[Area, ...] = ()
    error: str = ""

    @property
    def headline(self) -> str:
        """The result of the match, or the side to move."""
        if self.outcome:
            return self.outcome
        return f"{self.to_move} is thinking" if self.thinking else f"{self.to_move} to move"

    @property
    def in_the_past(self) -> bool:
        """Whether the position shown is earlier than the last one of the match."""
        return self.ply < len(self.line)
