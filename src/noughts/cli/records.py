"""Records at a table: a match to load, and a file to save matches in."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from noughts.documents import library
from noughts.refusal import Refusal

if TYPE_CHECKING:
    from noughts.faces.adviser import Adviser
    from noughts.faces.table import Table
    from noughts.games.game import Game, Side
    from noughts.games.record import Record
    from noughts.games.record_file import RecordFile
    from noughts.players.player import Who


@dataclass(frozen=True)
class Records:
    """The match that a table starts with, and the file that gets the matches of all tables."""

    opening: Record | None = None
    file: RecordFile | None = None

    @property
    def game_words(self) -> list[str]:
        """The words that name the loaded match's game, for a command line that names none."""
        if self.opening is None:
            return []
        if self.opening.game not in library.names():
            help = f"name the game: `noughts play GAME --load FILE`, as for `{self.opening.game}`"
            raise Refusal(f"there is no `{self.opening.game}` in the library", help)
        return [self.opening.game]

    def check(self, game: Game) -> None:
        """Raise `UnfitRecord` if the match is not one of this game."""
        from noughts.games.record import match_of

        if self.opening is not None:
            match_of(self.opening, game)

    def table(self, game: Game, players: Mapping[Side, Who], adviser: Adviser, title: str | None) -> Table:
        """A new table with the loaded match at its last position."""
        from noughts.faces.recorded_table import RecordedTable
        from noughts.faces.table import Table

        if self.file is None:
            table = Table(game, players, adviser, title)
        else:
            table = RecordedTable(game, players, adviser, title, file=self.file)
        if self.opening is not None:
            table.take_up(self.opening)
        return table


NO_RECORDS: Final = Records()


def records_for(load: Path | None, which: int | None, save: Path | None) -> Records:
    """The records that `--load`, `--which` and `--save` ask for."""
    if load is None and which is not None:
        raise Refusal("`--which` chooses a match of a file", "name the file with `--load FILE`")
    if load is None and save is None:
        return NO_RECORDS
    from noughts.games.record import chosen_record
    from noughts.games.record_file import RecordFile

    return Records(
        None if load is None else chosen_record(load, which, "--which {}"),
        None if save is None else RecordFile(save),
    )
