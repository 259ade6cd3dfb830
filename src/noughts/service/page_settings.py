"""Page settings: the game of a page with its paper and pictures, and the choices of other games."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from pathlib import Path
from threading import Lock
from typing import Any, Final, TypeAlias

from msgspec import Struct, field

from noughts.documents.animation import Animation
from noughts.documents.by_clicks import GameByClicks
from noughts.documents.by_rules import GameByRules
from noughts.documents.documented import Documented
from noughts.documents.settings import settings_of, sizes
from noughts.faces.adviser import Adviser
from noughts.faces.table import Seater
from noughts.games.game import Game, twin_of
from noughts.games.record import Record
from noughts.games.record_file import RecordFile
from noughts.pages.live_game import FirstPaint, LiveGame
from noughts.stop import SECONDS_BETWEEN_LOOKS
from noughts.text.document import Document

START: Final = "/start"
"""Where the start page is; its style and its script lie beside it, with the suffixes ``.css`` and ``.js``."""


class Program(Struct, frozen=True):
    """The rules of a game as JavaScript, with the other data for its page."""

    kind: str
    data: Mapping[str, Any]
    script: str


class PageSettings(Struct, frozen=True, eq=False):
    """A game as the page serves it.

    * ``texts``: the documents of the game, which can be read again with other settings
    * ``seating``: creates players, separately for each tab
    * ``adviser``: has the values of positions
    * ``paper``: writes the paper as HTML, with anchors of headings that differ from the given names
    * ``name``, ``games``: the name of the game; the names and titles of all games that can be chosen
    * ``numbers``: its settings that differ from those in its document
    * ``players``: the words for players, with their meanings
    * ``choose``: returns another game, or this one with other numbers; `Refusal` if that is impossible
    * ``opening``, ``ply``: the match with which a tab begins, and its position there, by default its end
    * ``file``: the file to which every match is written
    * ``files``: the versions of the files from which the game was made
    * ``again``: makes the game from their present content; `Refusal` or `RulesError` if they have errors
    """

    game: Game | Animation
    title: str
    seating: Callable[[], Seater] | None = None
    adviser: Adviser | None = None
    texts: Sequence[Document] = ()
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
    _programs: dict[int, Program] = field(default_factory=dict)
    _doors: Sequence[Lock] = field(default_factory=lambda: (Lock(), Lock()))

    @property
    def settings(self) -> Mapping[str, int]:
        """The settings that can be changed."""
        return settings_of(self.game) if self.texts and isinstance(self.game, Documented) else {}

    @property
    def sizes(self) -> Mapping[str, Mapping[str, int]]:
        """The settings of the known size and of the solved one, if the documents name a known size."""
        return sizes(self.game, self.texts) if isinstance(self.game, Documented) else {}

    @property
    def sides(self) -> Sequence[str]:
        """The sides of the game; none of a film."""
        return () if isinstance(self.game, Animation) else self.game.sides

    @property
    def glance(self) -> Program:
        """The part of the program of a game in documents that its first picture needs."""
        return self._program(FirstPaint, self.game, 0)

    @property
    def whole(self) -> Program:
        """The whole program, with formulas.

        It has no sets of positions in which a side cannot lose: if a game is too large for the page, the
        service has players that find and follow such sets.
        """
        return self._program(LiveGame, twin_of(self.game), 1)

    def _program(self, kind: type[LiveGame], game: Game | Animation, place: int) -> Program:
        """A program, created once for all tabs; they wait for it, since only one thread may use a game."""
        assert isinstance(game, GameByRules | GameByClicks | Animation)
        with self._doors[place]:
            if place not in self._programs:
                live = kind(game, self.title, self.texts, self.numbers, waits=False)
                self._programs[place] = Program(live.kind, live.data, live.script)
            return self._programs[place]


class StartPage(Struct, frozen=True, eq=False):
    """The page that lists the `games`, with links to the board of each.

    `file` returns ``start``, ``start.css``, ``start.js`` and ``start/GAME.svg``.  `facts` of a game may take
    long to be found.  `settings` creates the page of a game.
    """

    games: Collection[str]
    file: Callable[[str], str]
    facts: Callable[[str], Sequence[str]]
    settings: Callable[[str], PageSettings]


# The files from which a page was made, and the detection of their changes.


Version: TypeAlias = tuple[int, int] | None
"""When a file was written, and its size; ``None`` of a file that is not there."""


def versions(paths: Iterable[Path]) -> Mapping[Path, Version]:
    """The present versions of some files."""
    return {path: version(path) for path in paths}


def version(path: Path) -> Version:
    """The present version of a file."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_mtime_ns, found.st_size


async def changed(known: Mapping[Path, Version]) -> Mapping[Path, Version]:
    """The versions of some files, once they differ from the known ones and all files exist.

    It never returns if there are no files.  An editor may replace a file, which is then missing for a moment.
    """
    while not known:
        await asyncio.Event().wait()
    while (present := versions(known)) == known or None in present.values():
        await asyncio.sleep(SECONDS_BETWEEN_LOOKS)
    return present
