"""Factories of the tables, with their players, and of the films that the command line names."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from functools import partial
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Final

from msgspec import Struct
from msgspec.structs import replace

from noughts.cli.game_argument import GameArgument
from noughts.cli.seating import Seating, chosen_players
from noughts.documents import library
from noughts.documents.animation import Animation
from noughts.documents.library import title_in
from noughts.faces.adviser import Adviser
from noughts.faces.table import Film, RecordedTable, Table
from noughts.games.game import Game, Move, Position, Side, has_values, twin_of
from noughts.games.record import chosen_record, match_of
from noughts.games.record_file import RecordFile
from noughts.games.result import Oracle, Value
from noughts.players.levels import LEVELS
from noughts.players.named import oracle_of
from noughts.players.search import SearchOracle
from noughts.refusal import Refusal

if TYPE_CHECKING:
    from noughts.games.record import Record
    from noughts.players.player import Who


class Records(Struct, frozen=True):
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
        if self.opening is not None:
            match_of(self.opening, game)

    def table(self, game: Game, players: Mapping[Side, Who], adviser: Adviser, title: str | None) -> Table:
        """A new table with the loaded match at its last position."""
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
    return Records(
        None if load is None else chosen_record(load, which, "--which {}"),
        None if save is None else RecordFile(save),
    )


def solved_apart(named: GameArgument, game: Game) -> Oracle:
    """The solved game, computed on a copy, so the game at the table stays usable meanwhile."""
    twin = twin_of(game)
    return oracle_of(named.load() if twin is game else twin)


class InTurn:
    """An oracle that many tables share; it answers one question at a time, since it reads files or asks
    rules."""

    def __init__(self, oracle: Oracle) -> None:
        self._oracle = oracle
        self._door = Lock()

    def value(self, position: Position) -> Value:
        """See `Oracle`."""
        with self._door:
            return self._oracle.value(position)

    def best(self, position: Position) -> tuple[Move, ...]:
        """See `Oracle`."""
        with self._door:
            return self._oracle.best(position)


def saved_apart(game: Game, place: str) -> Oracle:
    """The values of a game in a folder of tables or a file, for a copy of the game."""
    from noughts.solvers.tables.solution import saved_values

    return InTurn(saved_values(twin_of(game), place))


def adviser_of(named: GameArgument, game: Game, words: Collection[str] = ()) -> Adviser:
    """An adviser with exact values from tables, or else with the values of a search.

    If one of the players has values from a folder or a file, the adviser uses these.
    """

    def search() -> SearchOracle:
        return SearchOracle(twin_of(game))

    make = partial(solved_apart, named, game)
    for word in words:
        name, _, place = (part.strip() for part in word.partition(":"))
        if place and name.casefold() == "perfect":
            make = partial(saved_apart, game, place)
    return Adviser(make, search if has_values(game) else None)


def table_factory(
    named: GameArgument,
    *,
    options: Mapping[Side, str | None],
    pairs: Sequence[str],
    seed: int | None,
    with_person: bool,
    records: Records = NO_RECORDS,
) -> Callable[[], Table | Film]:
    """A factory of tables, each with players of its own, or of films."""
    named, game = named.at_known_size(records.opening)
    title = None if named.document is None else title_in(named.document)
    if isinstance(game, Animation):
        return lambda: Film(game, title)
    seating, _ = seating_of(
        named, game, options=options, pairs=pairs, seed=seed, with_person=with_person, records=records
    )
    return lambda: new_table(replace(seating, game=twin_of(game)), title, records)


def seating_of(
    named: GameArgument,
    game: Game,
    *,
    options: Mapping[Side, str | None],
    pairs: Sequence[str],
    seed: int | None,
    with_person: bool,
    records: Records = NO_RECORDS,
) -> tuple[Seating, Adviser]:
    """The seating of a game and its adviser; `Refusal` if a player or the match to load does not fit the
    game."""
    chosen = chosen_players(game, options, pairs)
    adviser = adviser_of(named, game, chosen.values())
    seating = Seating(game, chosen, seed, adviser, with_person)
    seating.players()  # refuses an unknown player before the face opens
    records.check(game)
    return seating, adviser


def new_table(seating: Seating, title: str | None, records: Records) -> Table:
    """A table with new players; for a perfect one, or a level, a thread begins to solve the game."""
    if not {"perfect", *(level.word for level in LEVELS)}.isdisjoint(seating.words.values()):
        seating.begin()
    return records.table(seating.game, seating.players(), seating.adviser, title)
