"""Tables whose matches are recorded in a file while they are played."""

from __future__ import annotations

from collections.abc import Mapping

from noughts.faces.adviser import Adviser
from noughts.faces.table import Table
from noughts.games.game import Game, Move, Side
from noughts.games.record_file import RecordFile
from noughts.players.player import Who


class RecordedTable(Table):
    """A table with a file of matches: each has its own place there, from its first move on."""

    def __init__(
        self,
        game: Game,
        players: Mapping[Side, Who],
        adviser: Adviser | None = None,
        title: str | None = None,
        *,
        file: RecordFile,
    ) -> None:
        super().__init__(game, players, adviser, title)
        self.file = file

    def resume(self) -> None:
        """Remove the moves after the position shown, in the file, too."""
        super().resume()
        self._keep()

    def _follow(self, move: Move) -> None:
        super()._follow(move)
        self._keep()

    def _keep(self) -> None:
        self.file.save_match(self.record())
