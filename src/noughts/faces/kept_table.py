"""Tables whose matches are written down as they are played."""

from __future__ import annotations

import threading
from collections.abc import Mapping
from pathlib import Path

from noughts.faces.adviser import Adviser
from noughts.faces.table import Table
from noughts.games.game import Game, Move, Side
from noughts.games.record import Record
from noughts.games.record_file import RecordFile
from noughts.players.player import Who


class Album:
    """The records of all tables in one file of matches, behind those that were in it."""

    def __init__(self, path: Path) -> None:
        self._file = RecordFile(path)
        self._pages: list[Record | None] = []
        self._lock = threading.Lock()

    @property
    def count(self) -> int:
        """How many matches are in the file."""
        return self._file.count + len(self._written())

    def new_page(self) -> int:
        """Room for a match, which is not written down before it has a move."""
        with self._lock:
            self._pages.append(None)
            return len(self._pages) - 1

    def keep(self, page: int, record: Record) -> None:
        """Put a match on its page, and write the file."""
        with self._lock:
            self._pages[page] = record
            self._file.write(self._written())

    def _written(self) -> list[Record]:
        return [record for record in self._pages if record is not None]


class KeptTable(Table):
    """A table with a page in an album: a new one for every match."""

    def __init__(
        self,
        game: Game,
        players: Mapping[Side, Who],
        adviser: Adviser | None = None,
        title: str | None = None,
        *,
        album: Album,
    ) -> None:
        super().__init__(game, players, adviser, title)
        self.album = album
        self.page = album.new_page()

    def resume(self) -> None:
        """Forget what came after the position shown, in the album too."""
        super().resume()
        self._keep()

    def restart(self) -> None:
        """Begin a new match on a new page."""
        super().restart()
        self.page = self.album.new_page()

    def take_up(self, record: Record) -> None:
        """Go on with a match on a new page, so that the one before stays on its own."""
        super().take_up(record)
        self.page = self.album.new_page()

    def _follow(self, move: Move) -> None:
        super()._follow(move)
        self._keep()

    def _keep(self) -> None:
        self.album.keep(self.page, self.record())
