"""From the command line to what a face shows: a table with players, or a film."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from noughts.api.python_game import is_python_game
from noughts.cli.game_argument import document_path, load, load_game
from noughts.cli.options import By
from noughts.cli.records import NO_RECORDS, Records
from noughts.cli.seating import Seating, chosen_players
from noughts.documents.animation import Animation
from noughts.documents.library import title_in
from noughts.faces.adviser import Adviser
from noughts.faces.film import Film
from noughts.faces.one_at_a_time import LockedOracle, one_at_a_time
from noughts.faces.table import Table
from noughts.games.game import Game, Side
from noughts.games.twin import twin_of
from noughts.games.value import Oracle
from noughts.players.named import oracle_of


@dataclass(frozen=True, slots=True)
class Asked:
    """The game that a command line names."""

    words: Sequence[str]
    let: Sequence[str]
    by: By | None
    wins: str | None

    @property
    def document(self) -> Path | None:
        """The path of its first document, if it has one."""
        return None if is_python_game(self.words[0]) else document_path(self.words[0])

    @property
    def folder(self) -> Path | None:
        """The folder of the pictures that its documents name."""
        return self.document.parent if self.document else None

    @property
    def title(self) -> str | None:
        """The title of its document."""
        return title_in(self.document) if self.document else None

    def oracle(self, game: Game) -> Oracle:
        """The solved game, computed on a copy of the game: the one at the table stays usable meanwhile."""
        twin = twin_of(game)
        if twin is game:
            twin = load_game(self.words, let=self.let, by=self.by, wins=self.wins)
        return LockedOracle(oracle_of(twin))


def stage_for(
    asked: Asked,
    *,
    options: Mapping[Side, str | None],
    pairs: Sequence[str],
    seed: int | None,
    with_person: bool,
    records: Records = NO_RECORDS,
) -> Callable[[], Table | Film]:
    """A factory of tables (one for each visitor) or films."""
    found = load(asked.words, let=asked.let, by=asked.by, wins=asked.wins)
    if isinstance(found, Animation):
        return lambda: Film(found, asked.title).apart()
    game = one_at_a_time(found)
    chosen = chosen_players(game, options, pairs)
    seating = Seating(game, chosen, seed, Adviser(partial(asked.oracle, found)), with_person)
    seating.players()  # refuses an unknown player before the face opens
    records.check(game)
    return lambda: new_table(replace(seating, game=twin_of(game)), asked.title, records)


def new_table(seating: Seating, title: str | None, records: Records) -> Table:
    """A table with new players; a perfect one starts to solve the game in the background."""
    if "perfect" in seating.words.values():
        seating.begin()
    return records.table(seating.game, seating.players(), seating.adviser, title)
