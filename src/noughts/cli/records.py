"""Matches in writing at a table: one to begin with, and a file to keep what is played in."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

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
    """The match that a table begins with, and the file for all matches at all tables."""

    opening: Record | None = None
    file: RecordFile | None = None

    @property
    def game_words(self) -> list[str] | None:
        """The game of the match, where nobody says which."""
        from noughts.documents import library

        if self.opening is None:
            return None
        if self.opening.game not in library.names():
            help = f"name the game: `noughts play GAME --load FILE`, as for `{self.opening.game}`"
            raise Refusal(f"there is no `{self.opening.game}` in the library", help)
        return [self.opening.game]

    def check(self, game: Game) -> None:
        """`UnfitRecord` if the match is not one of this game."""
        from noughts.games.record import match_of

        if self.opening is not None:
            match_of(self.opening, game)

    def table(self, game: Game, players: Mapping[Side, Who], adviser: Adviser, title: str | None) -> Table:
        """A new table with the match on it, at its end."""
        from noughts.faces.kept_table import KeptTable
        from noughts.faces.table import Table

        if self.file is None:
            table = Table(game, players, adviser, title)
        else:
            table = KeptTable(game, players, adviser, title, file=self.file)
        if self.opening is not None:
            table.take_up(self.opening)
        return table


NO_RECORDS: Final = Records()


def records_for(load: Path | None, which: int | None, save: Path | None) -> Records:
    """What somebody wants of records."""
    if load is None and which is not None:
        raise Refusal("`--which` is for the matches of a file", "name it with `--load FILE`")
    if load is None and save is None:
        return NO_RECORDS
    from noughts.games.record_file import RecordFile

    return Records(None if load is None else chosen(load, which), None if save is None else RecordFile(save))


def chosen(path: Path, which: int | None) -> Record:
    """A match of a file: the only one, or the one of that number."""
    from noughts.games.record import load_records

    records = load_records(path)
    if which is None and len(records) > 1:
        raise Refusal(f"{path} holds {len(records)} matches", "`--which 1` takes the first of them")
    if which is not None and which > len(records):
        raise Refusal(f"{path} holds {len(records)} match{'es' if len(records) > 1 else ''}, not {which}")
    return records[(which or 1) - 1]
