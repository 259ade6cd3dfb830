"""What a page is to show: a game with its paper and its pictures, and what may be chosen instead."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from threading import Lock
from typing import Any, Final

from noughts.documents.animation import Animation
from noughts.documents.by_clicks import GameByClicks
from noughts.documents.by_rules import GameByRules
from noughts.documents.documented import Documented
from noughts.documents.settings import settings_of
from noughts.faces.adviser import Adviser
from noughts.faces.seating import Seater
from noughts.games.game import Game, twin_of
from noughts.games.record import Record
from noughts.games.record_file import RecordFile
from noughts.pages.live_game import FirstPaint, LiveGame
from noughts.service.source_files import Version
from noughts.text.document import Document

START: Final = "/start"
"""Where the start page is; its style and its script lie beside it, with the suffixes ``.css`` and ``.js``."""


@dataclass(frozen=True)
class Program:
    """The rules of a game as JavaScript, and what else its page is told of it."""

    kind: str
    data: Mapping[str, Any]
    script: str


@dataclass(frozen=True, eq=False)
class PageSettings:
    """A game as the page serves it.

    The rules of `texts`, the documents of the game, run in the page; without texts, the page asks the service
    for them.  `seating` makes players, for each tab its own; `adviser` has the values of positions.  `folder`
    is where the pictures lie that the game names; `paper` writes the paper as HTML, in which headings get
    anchors other than the names that it is given.

    `name` is one of `games`, each with its title; `numbers` are its settings that are others than in its
    document, `players` the words for who may play, each with what it means.  `choose` gives another game of
    these, or this one with other numbers; `Refusal` if that cannot be.  A tab begins with the match of
    `opening`, at the position after `ply` moves or at its end, and every match is written into `file`.
    `files` are those that the game was made from, as they were; `again` makes it from them as they are now:
    `Refusal` or `RulesError` if they have errors.
    """

    game: Game | Animation
    title: str
    seating: Callable[[], Seater] | None = None
    adviser: Adviser | None = None
    texts: Sequence[Document] = ()
    folder: Path | None = None
    paper: Callable[[Collection[str]], str] | None = None
    name: str = ""
    games: Sequence[tuple[str, str]] = ()
    numbers: Mapping[str, int] = field(default_factory=dict)
    players: Callable[[], Sequence[tuple[str, str]]] = tuple
    choose: Callable[[str, Mapping[str, int]], PageSettings] | None = None
    opening: Record | None = None
    ply: int | None = None
    file: RecordFile | None = None
    files: Mapping[Path, Version] = field(default_factory=dict)
    again: Callable[[], PageSettings] | None = None
    _programs: dict[int, Program] = field(default_factory=dict, init=False)
    _doors: Sequence[Lock] = field(default_factory=lambda: (Lock(), Lock()), init=False)

    @property
    def settings(self) -> Mapping[str, int]:
        """The numbers that may be others."""
        return settings_of(self.game) if self.texts and isinstance(self.game, Documented) else {}

    @property
    def sides(self) -> Sequence[str]:
        """The sides of the game; none of a film."""
        return () if isinstance(self.game, Animation) else self.game.sides

    @property
    def glance(self) -> Program:
        """As much of the program of a game in documents as its first picture needs."""
        return self._program(FirstPaint, self.game, 0)

    @property
    def whole(self) -> Program:
        """The whole program, with formulas.

        It has no sets of positions in which a side cannot lose: where a game is too large for the page, the
        service has players that find and follow them.
        """
        return self._program(LiveGame, twin_of(self.game), 1)

    def _program(self, kind: type[LiveGame], game: Game | Animation, place: int) -> Program:
        """A program, found once for all tabs, which wait for it: one at a time may ask a game."""
        assert isinstance(game, GameByRules | GameByClicks | Animation)
        with self._doors[place]:
            if place not in self._programs:
                live = kind(game, self.title, self.texts, self.numbers, waits=False)
                self._programs[place] = Program(live.kind, live.data, live.script)
            return self._programs[place]


@dataclass(frozen=True, eq=False)
class StartPage:
    """The page that lists the `games`, and leads to the board of each.

    `file` gives ``start``, ``start.css``, ``start.js`` and ``start/GAME.svg``; `facts` of a game may take
    long to be found; `settings` makes the page of one.
    """

    games: Collection[str]
    file: Callable[[str], str]
    facts: Callable[[str], Sequence[str]]
    settings: Callable[[str], PageSettings]
