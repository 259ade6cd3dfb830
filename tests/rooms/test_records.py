"""Matches of rooms as records: all that was played is there, by the rules."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from noughts.cli.game_argument import GameArgument
from noughts.cli.page_options import page_settings
from noughts.cli.serve import exported
from noughts.cli.table_factory import records_for
from noughts.games.game import Side
from noughts.games.match import Match
from noughts.games.record import load_records, match_of
from noughts.refusal import Refusal
from noughts.rooms.hall import Hall
from noughts.rooms.state import OFFERS, RoomState, TimeControl
from noughts.rooms.store import Store
from tests.faces.serving import served
from tests.library.games import by_rules
from tests.rooms.test_hall import KINDS, Clock, Service, asked, seated
from tests.rooms.test_watched import got
from tests.small_games import TicTacToe

Played = tuple[tuple[str, ...], dict[Side, str | None], tuple[Side | None, str] | None]
"""The moves, players and outcome of a match."""


def played(state: RoomState) -> Played:
    names = {state.side(seat): name for seat, name in enumerate(state.names)}
    return state.texts, names, None if state.end is None else (state.end.winner, state.end.reason)


@pytest.mark.parametrize("seed", range(6))
def test_a_record_of_each_match_is_written(tmp_path: Path, seed: int) -> None:
    """Also of one that was resigned, agreed, or lost on time, with what was taken back and played again."""
    chosen, clock, database = random.Random(seed), Clock(), f"sqlite:///{tmp_path / 'rooms.db'}"
    store = Store(database)
    hall = Hall(store, lambda name, settings: TicTacToe(), clock)
    room, secrets = seated(hall, TimeControl(60, 2))
    expected: list[Played] = []
    while len(expected) < 4:
        state = hall.state(room)
        clock.now += chosen.choice([0.1, 3.0, 20.0])
        kind = "offer" if state.end else chosen.choice(KINDS)
        data = {
            "text": chosen.choice(Match(TicTacToe()).legal_texts),
            "what": "rematch" if state.end else chosen.choice(OFFERS),
        }
        before = played(hall.state(room))
        try:
            hall.act(room, chosen.choice(secrets), asked(state, kind, **data))
        except Refusal:
            continue
        if hall.state(room).match > state.match:
            expected.append(before)
    state = hall.state(room)
    expected += [played(state)] if state.line or state.end else []
    hall.close()
    store.close()
    path = tmp_path / "all.match"
    for _ in range(2):  # the same matches, so they count once in a file
        with path.open("a") as file:
            exported(database, "", tmp_path / "one.match")
            file.write((tmp_path / "one.match").read_text())
    found = load_records(path)
    assert [
        (
            record.moves,
            dict(record.players),
            record.outcome and (record.outcome.winner, record.outcome.termination),
        )
        for record in found
    ] == expected
    for number, record in enumerate(found, start=1):
        assert match_of(record, TicTacToe()).move_texts() == record.moves
        records_for(path, number, None).check(TicTacToe())


def test_matches_of_one_game_alone(tmp_path: Path) -> None:
    """A game in a file is named by its path in rooms, and by its name in records."""
    service = Service(f"sqlite:///{tmp_path / 'rooms.db'}")
    hall = service.hall(lambda name, settings: by_rules(name.removesuffix(".led")))
    for game in ("nim.led", "hexapawn"):
        room, ann = hall.open(game, {}, name="Ann")
        hall.sit(room, "Ben")
        hall.act(room, ann, asked(hall.state(room), "resign"))
    service.close()
    for game, names in (("", ["nim", "hexapawn"]), ("nim.led", ["nim"])):
        exported(service.url, game, tmp_path / "some.match")
        assert [record.game for record in load_records(tmp_path / "some.match")] == names


def test_only_who_knows_a_room_gets_its_matches(tmp_path: Path) -> None:
    store = Store(f"sqlite:///{tmp_path / 'rooms.db'}")
    settings = page_settings(GameArgument(["tictactoe"]), options={}, pairs=[], seed=None)
    with served(settings, store=store) as address:
        assert got(f"{address}/room/guess/matches") == (404, "there is no such room\n")
    store.close()
