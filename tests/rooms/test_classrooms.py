"""Classrooms: who comes is paired, a round begins once, and only the teacher may do what members may not."""

from __future__ import annotations

import threading
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest
import sqlalchemy as sql
from alembic import command
from alembic.config import Config

from noughts.games.match import Match
from noughts.games.record import Record
from noughts.rooms import classrooms as classrooms_module
from noughts.rooms.classroom import System, classroom_after, first_classroom_state
from noughts.rooms.classrooms import Classrooms, standings
from noughts.rooms.hall import Hall, records_of
from noughts.rooms.store import METADATA
from tests.rooms.test_hall import WAIT, Service, asked, refused, seat_of
from tests.rooms.test_hall import service as service
from tests.small_games import TicTacToe

TEXTS = Match(TicTacToe()).legal_texts


class Class:
    """A class at a hall of its own, as a process has it, or two."""

    def __init__(self, service: Service, system: System = "swiss", halls: int = 1) -> None:
        self.halls = [service.hall() for _ in range(halls)]
        self.all = [
            Classrooms(store, hall, service.clock)
            for store, hall in zip(service.stores, self.halls, strict=True)
        ]
        self.name, self.teacher = self.all[0].open("tictactoe", {}, system=system)
        self.secrets: dict[int, str] = {}

    def join(self, *names: str) -> None:
        for name in names:
            member = len(self.all[0].view(self.name)[0].names)
            self.secrets[member] = self.all[0].join(self.name, name)

    def begin(self, number: int) -> None:
        self.all[0].begin_round(self.name, self.teacher, number)

    def pairs(self) -> list[tuple[int, int]]:
        """The pairs of the current round."""
        return [board.pair for board in self.all[0].view(self.name)[0].rounds[-1]]

    def play(self, member: int) -> None:
        """Have the opponent of a member resign."""
        board = self.all[0].view(self.name)[0].board_of(member)
        assert board is not None
        other = next(each for each in board.pair if each != member)
        state = self.halls[0].state(board.room)
        self.halls[0].act(board.room, self.secrets[other], asked(state, "resign"))

    def points(self) -> dict[int, float]:
        state, rooms = self.all[0].view(self.name)
        return {
            row.player: row.points for row in standings(state.present, state.results_now(rooms), state.system)
        }


def test_who_comes_plays_with_the_one_who_waits(service: Service) -> None:
    lesson = Class(service)
    lesson.join("Ann")
    assert lesson.all[0].view(lesson.name)[0].waiting == 0
    lesson.join("Ben", "Cem")
    state, rooms = lesson.all[0].view(lesson.name)
    [board] = state.rounds[0]
    assert (board.pair, state.waiting) == ((0, 1), 2)
    assert rooms[board.room].names == ("Ann", "Ben")
    assert rooms[board.room].side(0) == Match(TicTacToe()).to_move
    assert state.board_of(2) is None


def test_the_secret_of_a_member_is_that_of_the_seats(service: Service) -> None:
    """In every round; that of another member, or of the teacher, is not."""
    lesson = Class(service)
    lesson.join("Ann", "Ben", "Cem", "Dan")
    lesson.begin(2)
    state, _ = lesson.all[0].view(lesson.name)
    for board in state.boards:
        for seat, member in enumerate(board.pair):
            assert lesson.halls[0].seat(board.room, lesson.secrets[member]) == seat
        assert lesson.halls[0].seat(board.room, lesson.teacher) is None
        others = [secret for member, secret in lesson.secrets.items() if member not in board.pair]
        assert all(lesson.halls[0].seat(board.room, secret) is None for secret in others)
    assert not {frozenset(pair) for pair in lesson.pairs()} & {frozenset({0, 1}), frozenset({2, 3})}


def test_winners_meet_in_the_next_round(service: Service) -> None:
    lesson = Class(service)
    lesson.join("Ann")
    assert lesson.points() == {0: 0}
    lesson.join("Ben", "Cem", "Dan", "Eve")
    assert lesson.points()[4] == 0  # the bye counts once the other matches are over
    lesson.play(1)
    lesson.play(2)
    assert lesson.points() == {0: 0, 1: 1, 2: 1, 3: 0, 4: 1}
    lesson.begin(2)
    state, _ = lesson.all[0].view(lesson.name)
    assert state.waiting in {0, 3}
    assert sum(set(pair) < {1, 2, 4} for pair in lesson.pairs()) == 1
    lesson.join("Fay")  # in place of the bye
    assert lesson.all[0].view(lesson.name)[0].waiting is None
    assert len(lesson.pairs()) == 3


def test_a_bye_counts_once_the_next_round_has_begun(service: Service) -> None:
    """Even if a match of its round is never over."""
    lesson = Class(service)
    lesson.join("Ann", "Ben", "Cem")
    assert lesson.points()[2] == 0
    lesson.begin(2)
    assert lesson.points()[2] == 1


def test_only_the_first_match_of_a_room_counts(service: Service) -> None:
    lesson = Class(service)
    lesson.join("Ann", "Ben")
    lesson.play(0)
    room = lesson.all[0].view(lesson.name)[0].boards[0].room
    for member in (0, 1):
        state = lesson.halls[0].state(room)
        lesson.halls[0].act(room, lesson.secrets[member], asked(state, "offer", what="rematch"))
    lesson.play(1)
    assert lesson.points() == {0: 1, 1: 0}


def test_a_round_robin_waits_for_the_teacher(service: Service) -> None:
    lesson = Class(service, "round robin")
    lesson.join("Ann", "Ben", "Cem")
    assert lesson.all[0].view(lesson.name)[0].rounds == ()
    met: list[frozenset[int]] = []
    for number in (1, 2, 3):
        lesson.begin(number)
        met += map(frozenset, lesson.pairs())
    assert sorted(map(sorted, met)) == [[0, 1], [0, 2], [1, 2]]
    assert refused(lambda: lesson.begin(4)) == "everybody has met everybody"
    assert refused(lambda: lesson.join("Dan")) == "the tournament has begun"


def test_who_is_removed_has_lost_and_is_not_paired_again(service: Service) -> None:
    lesson = Class(service)
    lesson.join("Ann", "Ben", "Cem")
    lesson.all[0].remove(lesson.name, lesson.teacher, 0)
    assert lesson.points() == {1: 1, 2: 1}
    lesson.begin(2)
    assert [set(pair) for pair in lesson.pairs()] == [{1, 2}]
    lesson.all[0].remove(lesson.name, lesson.teacher, 1)
    lesson.join("Ann")  # a name is free again
    assert lesson.all[0].view(lesson.name)[0].waiting == 3
    lesson.all[0].remove(lesson.name, lesson.teacher, 3)
    assert lesson.all[0].view(lesson.name)[0].waiting is None


def test_a_removal_is_one_event_that_decides_the_match(
    service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Even if the service is killed before the room of the match is told."""
    lesson = Class(service)
    lesson.join("Ann", "Ben", "Cem")
    monkeypatch.setattr(Hall, "forfeit", lambda *_: pytest.fail("killed here"))
    with pytest.raises(pytest.fail.Exception, match="killed here"):
        lesson.all[0].remove(lesson.name, lesson.teacher, 0)
    assert lesson.points() == {1: 1, 2: 1}


def test_a_teacher_sets_a_result_and_takes_it_back(service: Service) -> None:
    lesson = Class(service)
    lesson.join("Ann", "Ben", "Cem", "Dan")
    lesson.play(0)
    first, second = [board.room for board in lesson.all[0].view(lesson.name)[0].boards]
    rule = partial(lesson.all[0].rule, lesson.name, lesson.teacher)
    rule(first, "0")  # against what was played
    rule(second, "0.5")  # on a board of wood
    assert lesson.points() == {0: 0, 1: 1, 2: 0.5, 3: 0.5}
    rule(first, "")
    assert lesson.points() == {0: 1, 1: 0, 2: 0.5, 3: 0.5}
    lesson.begin(2)
    assert {frozenset(pair) for pair in lesson.pairs()} != {frozenset({0, 1}), frozenset({2, 3})}
    for room, result, fact in (
        (first, "2", "there is no result `2`"),
        ("elsewhere", "1", "there is no such board here"),
    ):
        assert refused(partial(rule, room, result)) == fact
    pupil = partial(lesson.all[0].rule, lesson.name, lesson.secrets[0])
    assert refused(partial(pupil, first, "1")) == "only the teacher may do this"


def test_one_removed_from_a_round_robin_leaves_the_others_their_pairs(service: Service) -> None:
    lesson = Class(service, "round robin")
    lesson.join("Ann", "Ben", "Cem", "Dan")
    lesson.begin(1)
    lesson.all[0].remove(lesson.name, lesson.teacher, 3)
    lesson.begin(2)
    lesson.begin(3)
    state, _ = lesson.all[0].view(lesson.name)
    assert len(state.boards) == 4
    assert not any(3 in board.pair for boards in state.rounds[1:] for board in boards)


def test_what_only_the_teacher_may_do(service: Service) -> None:
    lesson = Class(service)
    lesson.join("Ann", "Ben")
    fact = "only the teacher may do this"
    for secret in (*lesson.secrets.values(), "", "guess"):
        assert refused(partial(lesson.all[0].begin_round, lesson.name, secret, 2)) == fact
        assert refused(partial(lesson.all[0].remove, lesson.name, secret, 0)) == fact
        assert refused(partial(lesson.all[0].rooms, lesson.name, secret)) == fact
    lesson.begin(2)
    assert refused(lambda: lesson.begin(2)) == "this round has begun"
    assert (
        refused(lambda: lesson.all[0].remove(lesson.name, lesson.teacher, 7))
        == "there is no such player here"
    )


def test_who_cannot_join(service: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(classrooms_module, "_MOST_MEMBERS", 2)
    lesson = Class(service)
    lesson.join("Ann")
    assert refused(lambda: lesson.join(" \n")) == "you have no name yet"
    assert refused(lambda: lesson.join("Ann")) == "the name Ann is taken"
    lesson.join("Ben")
    assert refused(lambda: lesson.join("Cem")) == "this class is full"
    assert refused(lambda: lesson.all[0].join("guess", "Cem")) == "there is no such class"


def test_a_classroom_is_no_room_and_a_room_no_classroom(service: Service) -> None:
    lesson = Class(service)
    hall = lesson.halls[0]
    assert refused(lambda: hall.sit(lesson.name, "Eve")) == "there is no such room"
    assert refused(lambda: hall.state(lesson.name)) == "there is no such room"
    room, _ = hall.open("tictactoe", {}, name="Ann")
    assert refused(lambda: lesson.all[0].join(room, "Eve")) == "there is no such class"
    assert service.stores[0].rooms() == [room]


def test_all_come_at_once_to_several_processes(service: Service) -> None:
    """Everybody is paired once, and all processes have the same state as one that reads all events anew."""
    lesson = Class(service, halls=3)
    start = threading.Barrier(9)

    def come(number: int) -> None:
        start.wait()
        lesson.all[number % 3].join(lesson.name, f"Player {number}")

    threads = [threading.Thread(target=come, args=[number]) for number in range(9)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    found = service.stores[0].classroom(lesson.name)
    assert found is not None
    anew = classroom_after(first_classroom_state(*found), service.stores[0].events(lesson.name, 0))
    assert [each.view(lesson.name)[0] for each in lesson.all] == [anew] * 3
    paired = [member for board in anew.boards for member in board.pair]
    assert {*paired, anew.waiting} == set(range(9))
    assert len(paired) == 8
    assert len({board.room for board in anew.boards}) == 4
    begun = threading.Barrier(3)
    refusals: list[str] = []

    def begin(classrooms: Classrooms) -> None:
        begun.wait()
        try:
            classrooms.begin_round(lesson.name, lesson.teacher, 2)
        except Exception as failure:
            refusals.append(str(failure))

    threads = [threading.Thread(target=begin, args=[each]) for each in lesson.all]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(refusals) == 2
    assert len(lesson.all[0].view(lesson.name)[0].rounds) == 2


def test_those_who_watch_hear_of_members_moves_and_results(tmp_path: Path) -> None:
    """Once each: only Postgres also tells a process what it has written itself."""
    service = Service(f"sqlite:///{tmp_path / 'rooms.db'}")
    lesson = Class(service)
    lesson.join("Ann", "Ben")
    heard: list[str] = []
    leave = [
        lesson.all[0].watch(lesson.name, lambda: heard.append("all"), moves=True),
        lesson.all[0].watch(lesson.name, lambda: heard.append("some")),
    ]
    lesson.all[0].view(lesson.name)
    lesson.join("Cem")
    assert set(heard) == {"all", "some"}
    heard.clear()
    room = lesson.all[0].view(lesson.name)[0].boards[0].room
    state = lesson.halls[0].state(room)
    first = lesson.secrets[seat_of(state, state.to_move)]
    lesson.halls[0].act(room, first, asked(state, "move", text=TEXTS[0]))
    assert heard == ["all"]
    assert lesson.all[0].view(lesson.name)[1][room].texts == (TEXTS[0],)
    lesson.play(0)
    assert heard == ["all", "all", "some"]
    for each in leave:
        each()
    assert lesson.halls[0].watched == 0
    heard.clear()
    lesson.join("Dan")
    assert heard == []
    service.close()


def test_processes_hear_of_each_others_classrooms(new_postgres: Callable[[], str]) -> None:
    service = Service(new_postgres())
    lesson = Class(service, halls=2)
    heard = threading.Semaphore(0)
    leave = lesson.all[1].watch(lesson.name, heard.release, moves=True)
    try:
        lesson.join("Ann", "Ben")
        while len(lesson.all[1].view(lesson.name)[0].boards) < 1:
            assert heard.acquire(timeout=WAIT)
        [room] = lesson.all[1].view(lesson.name)[1]
        lesson.play(0)
        while lesson.all[1].view(lesson.name)[1][room].first_end is None:
            assert heard.acquire(timeout=WAIT)
    finally:
        leave()
        service.close()


def test_the_matches_of_a_class_are_records(service: Service) -> None:
    lesson = Class(service)
    lesson.join("Ann", "Ben", "Cem")
    lesson.play(0)
    store = service.stores[0]

    def records(room: str) -> list[Record]:
        opening = store.opening(room)
        assert opening is not None
        return list(records_of(room, opening, store.events(room, 0)))

    [record] = [record for room in store.rooms() for record in records(room)]
    assert set(record.players.values()) == {"Ann", "Ben"}


def test_secrets_of_a_class_cannot_be_guessed_and_are_not_in_the_database(service: Service) -> None:
    lesson = Class(service)
    lesson.join("Ann", "Ben")
    secrets = [lesson.teacher, *lesson.secrets.values()]
    assert [len(word) for word in (lesson.name, *secrets)] == [22] * 4
    with service.stores[0].engine.connect() as connection:
        kept = [repr(row) for table in METADATA.sorted_tables for row in connection.execute(table.select())]
    assert any("Ann" in row for row in kept)
    assert not any(secret in row for secret in secrets for row in kept)


def test_a_database_without_classrooms_gets_them(tmp_path: Path) -> None:
    """Rooms that an earlier version has opened go on."""
    url = f"sqlite:///{tmp_path / 'rooms.db'}"
    engine = sql.create_engine(url)
    config = Config()
    config.set_main_option("script_location", "noughts.rooms:migrations")
    opening = {
        "game": "tictactoe",
        "rules": "",
        "settings": {},
        "sides": ["x", "o"],
        "first": "x",
        "shift": 0,
        "control": None,
    }
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, "0001")
        rooms = sql.table("rooms", sql.column("id"), sql.column("opening", sql.JSON), sql.column("created"))
        connection.execute(rooms.insert().values(id="old", opening=opening, created=0.0))
    engine.dispose()
    made = Service(url)
    hall = made.hall()
    hall.sit("old", "Ann")
    assert hall.state("old").names == ("Ann", None)
    assert made.stores[0].rooms() == ["old"]
    made.close()
