"""Rooms: what is acknowledged is there, once, in order; what the rules or a clock forbid is refused."""

from __future__ import annotations

import random
import threading
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from queue import Queue
from unittest.mock import Mock, patch

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from hypothesis import given
from hypothesis import strategies as st

from noughts.games.game import Game
from noughts.games.match import Match
from noughts.refusal import Refusal
from noughts.rooms import hall as hall_module
from noughts.rooms.hall import GameOf, Hall, spent_by
from noughts.rooms.state import LONGEST_DELAY, OFFERS, SAY, Event, RoomState, TimeControl, first_state, folded
from noughts.rooms.store import METADATA, Store
from tests.library.games import by_rules
from tests.small_games import TicTacToe

WAIT = 60
"""Seconds until news count as lost; nothing else depends on them."""

LONG = 1_000_000_000
"""Milliseconds: a page that claims no delay of the network."""

KINDS = ("move", "move", "move", "offer", "offer", "decline", "resign", "say")


@dataclass
class Clock:
    """A time that a test sets."""

    now: float = 1_000_000.0

    def __call__(self) -> float:
        return self.now


@dataclass
class Service:
    """A database, and halls that use it as processes would."""

    url: str
    clock: Clock = field(default_factory=Clock)
    stores: list[Store] = field(default_factory=list)
    halls: list[Hall] = field(default_factory=list)

    def hall(self, game_of: GameOf | None = None) -> Hall:
        self.stores.append(Store(self.url))
        self.halls.append(Hall(self.stores[-1], game_of or tictactoe, self.clock))
        return self.halls[-1]

    def close(self) -> None:
        for hall in self.halls:
            hall.close()
        for store in self.stores:
            store.close()


def tictactoe(name: str, settings: Mapping[str, int]) -> Game:
    if name != "tictactoe":
        raise Refusal(f"`{name}` is not served")
    return TicTacToe()


@pytest.fixture(params=["sqlite", "postgres"])
def service(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Service]:
    is_file = request.param == "sqlite"
    url = f"sqlite:///{tmp_path / 'rooms.db'}" if is_file else request.getfixturevalue("new_postgres")()
    made = Service(url)
    yield made
    made.close()


def seated(hall: Hall, control: TimeControl | None = None) -> tuple[str, list[str]]:
    """A room of two people, and their secrets in the order of the seats."""
    room, first = hall.open("tictactoe", {}, name="Ann", side="x", control=control)
    return room, [first, hall.sit(room, "Ben")]


def seat_of(state: RoomState, side: str | None) -> int:
    """The seat that plays a side."""
    return next(seat for seat in range(len(state.names)) if state.side(seat) == side)


def asked(state: RoomState, kind: str, **data: object) -> dict[str, object]:
    return {"kind": kind, "match": state.match, "ply": len(state.line), "thought": LONG, **data}


def refused(act: Callable[[], object]) -> str:
    with pytest.raises(Refusal) as refusal:
        act()
    return refusal.value.fact


@pytest.mark.parametrize("seed", range(6))
def test_processes_agree_on_every_state(service: Service, seed: int) -> None:
    """After any acts through two halls, both have the state of one that is computed from all events anew."""
    chosen = random.Random(seed)
    halls = [service.hall(), service.hall()]
    room, secrets = seated(halls[0], chosen.choice([None, TimeControl(30, 2)]))
    opening = service.stores[0].opening(room)
    assert opening is not None
    done = 0
    for _ in range(60):
        service.clock.now += chosen.choice([0.5, 3.0, 8.0])
        hall, seat, kind = chosen.choice(halls), chosen.randrange(2), chosen.choice(KINDS)
        state = hall.state(room)
        texts = Match(TicTacToe()).legal_texts
        data = {"text": chosen.choice(texts), "what": chosen.choice(OFFERS)}
        try:
            hall.act(room, secrets[seat], asked(state, kind, **data))
        except Refusal:
            assert hall.state(room) == state
        else:
            done += 1
            assert hall.state(room).number > state.number
        states = [each.state(room) for each in halls]
        anew = folded(first_state(opening), service.stores[0].events(room, 0))
        assert states == [anew, anew]
        match = Match(TicTacToe())
        for played in anew.line:
            assert anew.side(played.seat) == match.to_move
            match = match.play(match.legal_moves[match.legal_texts.index(played.text)])
        assert anew.end is not None or match.outcome is None
    assert done > 5


def test_a_move_is_made_once_however_many_processes_are_asked(service: Service) -> None:
    halls = [service.hall() for _ in range(4)]
    room, secrets = seated(halls[0])
    made: list[str] = []
    while (state := halls[0].state(room)).end is None:
        texts = [text for text in Match(TicTacToe()).legal_texts if text not in state.texts]
        start = threading.Barrier(len(halls))

        def ask(hall: Hall, text: str, state: RoomState = state, start: threading.Barrier = start) -> None:
            seat = seat_of(state, state.to_move)
            start.wait()
            try:
                hall.act(room, secrets[seat], asked(state, "move", text=text))
            except Refusal:
                return
            made.append(text)

        threads = [
            threading.Thread(target=ask, args=(hall, texts[k % len(texts)])) for k, hall in enumerate(halls)
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert list(state.texts) == made


def test_clocks_say_what_was_spent(service: Service) -> None:
    """The first move of each side is free; then a side has its time, less what it used, plus increments."""
    hall, chosen = service.hall(), random.Random(3)
    room, secrets = seated(hall, TimeControl(60, 5))
    expected = {"x": 60.0, "o": 60.0}
    for ply in range(6):
        match = Match(TicTacToe())
        state = hall.state(room)
        side = state.to_move
        assert side is not None
        spent = chosen.uniform(0, 20)
        service.clock.now += spent
        if ply >= 2:
            expected[side] += 5 - spent
        text = match.legal_texts[ply]
        hall.act(room, secrets[seat_of(state, side)], asked(state, "move", text=text))
        assert hall.state(room).left == pytest.approx(expected)


@given(elapsed=st.floats(0, 100), thought=st.integers(0, 100_000))
def test_a_delay_of_the_network_costs_no_time(elapsed: float, thought: int) -> None:
    """As far as it is one: a page cannot claim more than the longest one, nor less than none."""
    spent = spent_by(elapsed, thought / 1000)
    assert max(elapsed - LONGEST_DELAY, 0) <= spent <= elapsed
    if elapsed - LONGEST_DELAY <= thought / 1000 <= elapsed:
        assert spent == thought / 1000


def test_a_move_in_time_counts_though_it_comes_late(service: Service) -> None:
    """One that was made too late, or is under way for too long, does not."""
    hall = service.hall()
    texts = Match(TicTacToe()).legal_texts
    for late, thought, counts in (
        (LONGEST_DELAY - 0.1, 59_900, True),
        (LONGEST_DELAY - 0.1, 60_100, False),
        (LONGEST_DELAY - 0.1, LONG, False),
        (LONGEST_DELAY + 0.1, 59_900, False),
    ):
        room, secrets = seated(hall, TimeControl(60))
        for ply in range(2):
            hall.act(room, secrets[ply], asked(hall.state(room), "move", text=texts[ply]))
        service.clock.now += 60 + late
        move = asked(hall.state(room), "move", text=texts[2], thought=thought)
        if counts:
            hall.act(room, secrets[0], move)
            assert hall.state(room).left["x"] == pytest.approx(60 - thought / 1000)
        else:
            refused(partial(hall.act, room, secrets[0], move))
            service.clock.now += LONGEST_DELAY
            end = hall.state(room).end
            assert end is not None
            assert end.reason == "x ran out of time"


def test_time_runs_out_while_nobody_looks(service: Service) -> None:
    hall = service.hall()
    room, secrets = seated(hall, TimeControl(60))
    texts = Match(TicTacToe()).legal_texts
    for ply in range(3):
        state = hall.state(room)
        hall.act(room, secrets[ply % 2], asked(state, "move", text=texts[ply]))
    hall.close()
    service.clock.now += 61
    state = service.hall().state(room)
    assert state.end is not None
    assert (state.end.winner, state.end.reason, state.left["o"]) == ("x", "o ran out of time", 0.0)
    assert (
        refused(lambda: hall.act(room, secrets[1], asked(state, "move", text=texts[3])))
        == "the match is over"
    )


def test_what_a_seat_may_not_do(service: Service) -> None:
    hall = service.hall()
    room, first = hall.open("tictactoe", {}, name="Ann", side="x")
    state, texts = hall.state(room), Match(TicTacToe()).legal_texts
    move = asked(state, "move", text=texts[0])
    assert refused(lambda: hall.act(room, first, move)) == "the other seat is still free"
    second = hall.sit(room, "Ben")
    assert refused(lambda: hall.sit(room, "Eve")) == "all seats of this room are taken"
    assert refused(lambda: hall.act(room, second, move)) == "it is not the turn of o"
    assert refused(lambda: hall.act(room, "a guess", move)) == "this link has no seat in the room"
    assert (
        refused(lambda: hall.act(room, first, {**move, "text": "nonsense"}))
        == "`nonsense` is not a legal move"
    )
    assert (
        refused(lambda: hall.act(room, first, asked(state, "offer", what="back")))
        == "you have not made a move"
    )
    hall.act(room, first, move)
    assert refused(lambda: hall.act(room, first, move)) == "the match has gone on"
    assert refused(lambda: hall.act("a guess", first, move)) == "there is no such room"
    assert hall.state(room).texts == (texts[0],)


def test_players_agree(service: Service) -> None:
    """A move is taken back by agreement; after the end, a rematch has the sides changed and full clocks."""
    hall = service.hall()
    room, (ann, ben) = seated(hall, TimeControl(60))
    texts = Match(TicTacToe()).legal_texts
    for secret, text in ((ann, texts[0]), (ben, texts[1]), (ann, texts[2])):
        hall.act(room, secret, asked(hall.state(room), "move", text=text))
    hall.act(room, ben, asked(hall.state(room), "offer", what="back"))
    hall.act(room, ben, asked(hall.state(room), "decline"))
    hall.act(room, ann, asked(hall.state(room), "offer", what="back"))
    assert len(hall.state(room).line) == 3
    hall.act(room, ben, asked(hall.state(room), "offer", what="back"))
    assert hall.state(room).texts == texts[:2]
    hall.act(room, ann, asked(hall.state(room), "resign"))
    for secret in (ben, ann):
        hall.act(room, secret, asked(hall.state(room), "offer", what="rematch"))
    state = hall.state(room)
    assert (state.match, state.line, state.end, state.side(0)) == (1, (), None, "o")
    assert state.left == {"x": 60, "o": 60}


def test_a_room_needs_the_rules_that_it_was_opened_for(service: Service) -> None:
    """A service for another game, or for a changed document, does not go on with its matches."""
    nim = service.hall(lambda name, settings: by_rules("nim"))
    room, _ = nim.open("nim", {}, name="Ann")
    nim.sit(room, "Ben")
    other = service.hall(lambda name, settings: by_rules("hexapawn"))
    fact = "this room was opened for other rules of nim"
    assert refused(lambda: other.state(room)) == fact
    assert refused(lambda: other.sit(room, "Eve")) == fact
    assert service.hall(lambda name, settings: by_rules("nim")).state(room).names == ("Ann", "Ben")


def test_what_people_write_is_short_and_on_one_line(service: Service) -> None:
    """A page shows the last lines of a chat; an emoji of several stays one."""
    hall = service.hall()
    room, ann = hall.open("tictactoe", {}, name="A\nn\tn " + "x" * 100)
    hall.sit(room, "")
    names = hall.state(room).names
    assert names[0] == ("A n n " + "x" * 100)[:30]
    assert names[1] in ("x", "o")
    for text in (*map(str, range(60)), "\U0001f468\u200d\U0001f469", "y" * 1000):
        hall.act(room, ann, asked(hall.state(room), "say", text=text))
    said = [text for _, text in hall.state(room).chat]
    assert said == [*map(str, range(12, 60)), "\U0001f468\u200d\U0001f469", "y" * 200]
    nothing = asked(hall.state(room), "say", text=" \n")
    assert refused(lambda: hall.act(room, ann, nothing)) == "there is nothing to say"


def test_names_of_rooms_and_secrets_cannot_be_guessed(service: Service) -> None:
    """They have 128 bits, which are 22 letters."""
    room, secrets = seated(service.hall())
    assert [len(word) for word in (room, *secrets)] == [22, 22, 22]


def test_rooms_that_are_watched_stay_in_memory(service: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    """Others are read again from the database, where nothing of them is missing."""
    monkeypatch.setattr(hall_module, "_ROOMS_CACHED", 2)
    made: list[Game] = []

    def game_of(name: str, settings: Mapping[str, int]) -> Game:
        made.append(TicTacToe())
        return made[-1]

    hall = service.hall(game_of)
    watched, secrets = seated(hall)
    states: list[RoomState] = []
    hall.watch(watched, states.append)
    others = [seated(hall)[0] for _ in range(4)]
    before = len(made)
    text = Match(TicTacToe()).legal_texts[0]
    hall.act(watched, secrets[0], asked(hall.state(watched), "move", text=text))
    assert (len(made), states[-1].texts) == (before, (text,))
    assert [hall.state(room).names for room in others] == [("Ann", "Ben")] * 4
    assert len(made) > before


def test_the_database_does_not_know_secrets(service: Service) -> None:
    hall = service.hall()
    _, secrets = seated(hall)
    with service.stores[0].engine.connect() as connection:
        kept = [repr(row) for table in METADATA.sorted_tables for row in connection.execute(table.select())]
    assert any("Ann" in row for row in kept)
    assert not any(secret in row for secret in secrets for row in kept)


def test_the_tables_are_those_that_migrations_make(service: Service) -> None:
    service.hall()
    with service.stores[0].engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), METADATA) == []


def test_processes_hear_of_each_other(new_postgres: Callable[[], str]) -> None:
    service = Service(new_postgres())
    here, there = service.hall(), service.hall()
    room, secrets = seated(here)
    heard = threading.Semaphore(0)
    leave = there.watch(room, lambda _: heard.release())
    try:
        for secret, text in zip(2 * secrets, Match(TicTacToe()).legal_texts, strict=False):
            number = there.state(room).number
            here.act(room, secret, asked(here.state(room), "move", text=text))
            while there.state(room).number == number:
                assert heard.acquire(timeout=WAIT)
    finally:
        leave()
        service.close()


def test_news_do_not_wait_for_a_process_that_writes(new_postgres: Callable[[], str]) -> None:
    service = Service(new_postgres())
    here, there = service.hall(), service.hall()
    (room, secrets), (other, _) = seated(here), seated(here)
    heard: Queue[RoomState] = Queue()
    leave = [there.watch(room, heard.put), there.watch(other, heard.put)]
    number = there.state(other).number

    def move() -> None:
        state = here.state(room)
        ply = len(state.line)
        here.act(room, secrets[ply % 2], asked(state, "move", text=line[ply]))
        while len(heard.get(timeout=WAIT).line) <= ply:
            pass

    line = Match(TicTacToe()).legal_texts
    try:
        # The first may be found when all rooms are read, as soon as news are listened to; the second is not.
        move()
        move()
        with there._room(other).lock:  # as while something is written
            service.stores[1].append(other, Event(number + 1, SAY, 0, 0.0, {"text": "hello"}))
            move()
    finally:
        for each in leave:
            each()
        service.close()


def test_news_are_read_only_where_they_are_too_long_to_be_sent(new_postgres: Callable[[], str]) -> None:
    service = Service(new_postgres())
    here, there = service.hall(), service.hall()
    room, secrets = seated(here)
    heard: Queue[RoomState] = Queue()
    leave = there.watch(room, heard.put)
    reading = Mock(wraps=service.stores[1].events)
    first, second, *_ = Match(TicTacToe()).legal_texts

    def move(seat: int, text: str) -> None:
        here.act(room, secrets[seat], asked(here.state(room), "move", text=text))

    try:
        move(0, first)
        while heard.get(timeout=WAIT).texts != (first,):  # first it may hear of what was there when it came
            pass
        with patch.object(service.stores[1], "events", reading):
            move(1, second)
            assert (heard.get(timeout=WAIT).texts, reading.call_count) == ((first, second), 0)
            number = here.state(room).number
            service.stores[0].append(room, Event(number + 1, SAY, 0, 0.0, {"text": "é" * 3000}))
            assert heard.get(timeout=WAIT).chat == ((0, "é" * 3000),)
            assert reading.call_count == 1
    finally:
        leave()
        service.close()
