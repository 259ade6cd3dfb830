"""Tables whose matches are written down as they are played."""

from __future__ import annotations

import threading
from collections.abc import Mapping
from pathlib import Path

from noughts.faces.adviser import Adviser
from noughts.faces.table import Table
from noughts.games.game import Game, Move, Side
from noughts.games.record import Record, load_records, write_records
from noughts.games.refusal import Refusal
from noughts.games.save import save
from noughts.players.player import Who


class Album:
    """The records of all tables in one file, after those that were in it; the file is whole at any time."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.records: list[Record | None] = []
        self._lock = threading.Lock()
        if path.exists():
            self.records.extend(load_records(path))

    def new_page(self) -> int:
        """Room for a match, which is not written down before it has a move."""
        with self._lock:
            self.records.append(None)
            return len(self.records) - 1

    def keep(self, page: int, record: Record) -> None:
        """Put a match on its page, and write the file."""
        with self._lock:
            self.records[page] = record
            try:
                save(self.path, write_records(each for each in self.records if each is not None))
            except OSError as error:
                raise Refusal(f"the match cannot be written to {self.path}: {error.strerror}") from error


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
