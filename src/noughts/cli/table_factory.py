"""From the command line to what a face shows: a table with players, or a film."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from noughts.cli.game_argument import GameArgument
from noughts.cli.records import NO_RECORDS, Records
from noughts.cli.seating import Seating, chosen_players
from noughts.documents.animation import Animation
from noughts.documents.library import title_in
from noughts.faces.adviser import Adviser
from noughts.faces.film import Film
from noughts.faces.table import Table
from noughts.games.game import Game, Side
from noughts.games.twin import twin_of
from noughts.games.value import Oracle
from noughts.players.named import oracle_of

if TYPE_CHECKING:
    from noughts.players.search_oracle import SearchOracle


def solved_apart(named: GameArgument, game: Game) -> Oracle:
    """The solved game, computed on a copy of the game: the one at the table stays usable meanwhile."""
    twin = twin_of(game)
    return oracle_of(named.load() if twin is game else twin)


def adviser_of(named: GameArgument, game: Game) -> Adviser:
    """Exact values where tables hold them, elsewhere what a search finds."""

    def search() -> SearchOracle:
        from noughts.players.search_oracle import SearchOracle

        return SearchOracle(twin_of(game))

    return Adviser(partial(solved_apart, named, game), search if len(game.sides) <= 2 else None)


def table_factory(
    named: GameArgument,
    *,
    options: Mapping[Side, str | None],
    pairs: Sequence[str],
    seed: int | None,
    with_person: bool,
    records: Records = NO_RECORDS,
) -> Callable[[], Table | Film]:
    """A factory of tables (one for each visitor) or films."""
    game = named.load_any()
    title = None if named.document is None else title_in(named.document)
    if isinstance(game, Animation):
        return lambda: Film(game, title).apart()
    chosen = chosen_players(game, options, pairs)
    seating = Seating(game, chosen, seed, adviser_of(named, game), with_person)
    seating.players()  # refuses an unknown player before the face opens
    records.check(game)
    return lambda: new_table(replace(seating, game=twin_of(game)), title, records)


def new_table(seating: Seating, title: str | None, records: Records) -> Table:
    """A table with new players; a perfect one starts to solve the game in the background."""
    if "perfect" in seating.words.values():
        seating.begin()
    table = records.table(seating.game, seating.players(), seating.adviser, title)
    table.seating = seating
    return table
