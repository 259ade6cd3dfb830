"""The classrooms of a service: who joins, the rounds that a teacher begins, and who watches.

The database decides what is true: a process has the state of a classroom only while a page of its shows it.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from threading import Lock
from typing import Any, Final, TypeAlias

from msgspec import Struct, field
from msgspec.structs import replace

from noughts.refusal import Refusal, unknown
from noughts.rooms.classroom import (
    REMOVE,
    ROUND,
    RULE,
    SYSTEMS,
    ClassBoard,
    ClassroomState,
    Pair,
    Round,
    System,
    classroom_after,
    first_and_second,
    first_classroom_state,
    results_of,
    round_robin_length,
    round_robin_round,
    score_of,
    swiss_round,
)
from noughts.rooms.hall import Hall, name_in, new_secret
from noughts.rooms.state import SIT, TEACHER, Event, RoomState, TimeControl
from noughts.rooms.store import NewRoom, Store, Taken

RESULTS: Final[Mapping[str, float | None]] = {"1": 1.0, "0.5": 0.5, "0": 0.0, "": None}
"""The results that a teacher can set: the points of the first member of a board, or the result as played."""
# The members of a classroom: the time to pair them grows with the cube of their number.
_MOST_MEMBERS: Final = 100

# An event, the secret of the seat that is taken, and the rooms that are opened.
_Made: TypeAlias = tuple[Event, str | None, Sequence[NewRoom]]


class Classroom(Struct, eq=False):
    """A classroom in this process.

    * ``rooms``: the states of the rooms of its boards
    * ``watchers``: the callbacks of those who watch it, and whether they want to hear of each move
    * ``watched``: for each room that is watched, a function that ends this
    """

    name: str
    state: ClassroomState
    rooms: dict[str, RoomState] = field(default_factory=dict)
    lock: Lock = field(default_factory=Lock)
    watchers: dict[Callable[[], None], bool] = field(default_factory=dict)
    watched: dict[str, Callable[[], None]] = field(default_factory=dict)

    def tell(self, *, is_move: bool = False) -> None:
        """Tell those who watch; of a move, only those who want to hear of each."""
        for tell, hears_moves in list(self.watchers.items()):
            if hears_moves or not is_move:
                tell()

    def hear(self, room: str, state: RoomState) -> None:
        """A room of a board has a new state."""
        known = self.rooms.get(room)
        self.rooms[room] = newer(known, state)
        self.tell(is_move=known is not None and known.first_end == state.first_end)


class Classrooms:
    """The classrooms of a store, whose rooms are in a hall; any thread may use it."""

    def __init__(self, store: Store, hall: Hall, now: Callable[[], float] = time.time) -> None:
        self._store = store
        self._hall = hall
        self._now = now
        self._watched: dict[str, Classroom] = {}
        self._lock = Lock()
        store.listen(self._hear)

    def open(
        self, game: str, settings: Mapping[str, int], *, system: str, control: TimeControl | None = None
    ) -> tuple[str, str]:
        """Open a classroom: its name and the secret of its teacher, which are parts of links."""
        if system not in SYSTEMS:
            raise unknown("system of pairing", system, SYSTEMS)
        opening = self._hall.opening(game, settings, control=control)
        if len(opening.sides) != 2:
            raise Refusal(f"{game} has {len(opening.sides)} sides", "a classroom needs a game for two")
        name, secret = new_secret(), new_secret()
        begins = opening.sides.index(opening.first)
        opening = replace(opening, shift=begins, classroom=name)
        self._store.open_classroom(name, opening, system, secret)
        return name, secret

    def seat(self, name: str, secret: str) -> int | None:
        """The seat of a secret, which is `TEACHER` or a member; ``None`` if it belongs to nobody here."""
        return self._store.seat(name, secret) if secret else None

    def join(self, name: str, player: str) -> str:
        """Become a member; the secret of the member.

        In a Swiss tournament, the member who waits becomes the opponent.
        """
        secret = new_secret()

        def joined(classroom: Classroom) -> _Made:
            state = classroom.state
            member, called = len(state.names), name_in(player)
            if not called:
                raise Refusal("you have no name yet", "write it")
            if any(state.names[other] == called for other in state.present):
                raise Refusal(f"the name {called} is taken", "add a letter to yours")
            if state.order:
                raise Refusal("the tournament has begun", "ask for the link of the next one")
            if member >= _MOST_MEMBERS:
                raise Refusal("this class is full", "open another one")
            if state.waiting is None:
                return self._event(state, SIT, member, name=called), secret, []
            pair = first_and_second(state.waiting, member, state.results({}))
            room = self._room(state, pair, (*state.names, called))
            event = self._event(state, SIT, member, name=called, room=room.name, pair=pair)
            return event, secret, [room]

        self._append(name, joined)
        return secret

    def begin_round(self, name: str, secret: str, number: int) -> None:
        """Begin the round with this number, from 1; `Refusal` if it has begun, or this is no teacher."""
        self._refuse_member(name, secret)

        def begun(classroom: Classroom) -> _Made:
            state = classroom.state
            if number != len(state.rounds) + 1:
                raise Refusal("this round has begun")
            if len(state.present) < 2:
                raise Refusal("a round needs two players", "wait until they have opened the link")
            self._read_rooms(classroom)
            pairs, bye = next_pairs(state, classroom.rooms)
            rooms = [self._room(state, pair, state.names) for pair in pairs]
            boards = [(room.name, pair) for room, pair in zip(rooms, pairs, strict=True)]
            order = state.present if state.system == "round robin" else []
            event = self._event(state, ROUND, TEACHER, boards=boards, bye=bye, order=order)
            return event, None, rooms

        self._append(name, begun)

    def remove(self, name: str, secret: str, member: int) -> None:
        """Remove a member, whose match is lost if it is not over; `Refusal` if this is no teacher."""
        self._refuse_member(name, secret)

        def removed(classroom: Classroom) -> _Made:
            if member not in classroom.state.present:
                raise Refusal("there is no such player here")
            return self._event(classroom.state, REMOVE, TEACHER, member=member), None, []

        classroom = self._append(name, removed)
        for board in classroom.state.boards:
            if member in board.pair and self._hall.state(board.room).first_end is None:
                self._hall.forfeit(board.room, board.pair.index(member))

    def rule(self, name: str, secret: str, room: str, result: str) -> None:
        """Set the result of a board, one of `RESULTS`; `Refusal` if this is no teacher."""
        self._refuse_member(name, secret)
        if result not in RESULTS:
            raise unknown("result", result, RESULTS)

        def ruled(classroom: Classroom) -> _Made:
            if room not in {board.room for board in classroom.state.boards}:
                raise Refusal("there is no such board here")
            return self._event(classroom.state, RULE, TEACHER, room=room, points=RESULTS[result]), None, []

        self._append(name, ruled)

    def rooms(self, name: str, secret: str) -> list[str]:
        """The rooms of all boards; `Refusal` if this is no teacher."""
        self._refuse_member(name, secret)
        return [board.room for board in self.state(name).boards]

    def state(self, name: str) -> ClassroomState:
        """The state of a classroom now.  `Refusal` if there is no such classroom."""
        classroom = self._classroom(name)
        with classroom.lock:
            self._read(classroom)
            return classroom.state

    def view(self, name: str) -> tuple[ClassroomState, Mapping[str, RoomState]]:
        """The state of a classroom and those of its rooms, by name."""
        classroom = self._classroom(name)
        with classroom.lock:
            self._read(classroom)
            self._read_rooms(classroom)
            return classroom.state, dict(classroom.rooms)

    def watch(self, name: str, tell: Callable[[], None], *, moves: bool = False) -> Callable[[], None]:
        """Call `tell` after each event and each result, and also after all `moves`, until the function that
        is returned is called."""
        with self._lock:
            classroom = self._watched.get(name)
        made = classroom or self._classroom(name)
        with self._lock:
            classroom = self._watched.setdefault(name, made)
            classroom.watchers[tell] = moves
        return partial(self._leave, classroom, tell)

    def _leave(self, classroom: Classroom, tell: Callable[[], None]) -> None:
        with self._lock:
            classroom.watchers.pop(tell, None)
            if classroom.watchers:
                return
            if self._watched.get(classroom.name) is classroom:
                del self._watched[classroom.name]
        with classroom.lock:
            if classroom.watchers:  # somebody has come meanwhile
                return
            for unwatch in classroom.watched.values():
                unwatch()
            classroom.watched.clear()

    def _refuse_member(self, name: str, secret: str) -> None:
        if self.seat(name, secret) != TEACHER:
            raise Refusal("only the teacher may do this", "use the link of the teacher")

    def _room(self, state: ClassroomState, pair: Pair, names: Sequence[str]) -> NewRoom:
        """A new room for two members."""
        return NewRoom(new_secret(), state.opening, [(member, names[member]) for member in pair])

    def _event(self, state: ClassroomState, kind: str, seat: int, **data: Any) -> Event:
        return Event(state.number + 1, kind, seat, self._now(), data)

    def _append(self, name: str, make: Callable[[Classroom], _Made]) -> Classroom:
        """Append the event that `make` returns, for the state in which it is appended."""
        classroom = self._classroom(name)
        with classroom.lock:
            while True:
                self._read(classroom)
                event, secret, rooms = make(classroom)
                try:
                    self._store.append(name, event, secret, rooms)
                except Taken:
                    continue  # another process was first
                self._read(classroom)
                break
        self._spread(name)
        return classroom

    def _read(self, classroom: Classroom) -> None:
        """Read the events of other processes."""
        events = self._store.events(classroom.name, classroom.state.number)
        classroom.state = classroom_after(classroom.state, events)

    def _read_rooms(self, classroom: Classroom) -> None:
        """Read the rooms of boards whose result may change; those of a watched classroom are watched."""
        current: Sequence[ClassBoard] = classroom.state.rounds[-1] if classroom.state.rounds else ()
        for board in classroom.state.boards:
            known = classroom.rooms.get(board.room)
            if board.room in classroom.watched:
                continue
            if known is None or known.first_end is None or board in current:
                if classroom.watchers:
                    hear = partial(classroom.hear, board.room)
                    classroom.watched[board.room] = self._hall.watch(board.room, hear)
                read = self._hall.state(board.room)
                classroom.rooms[board.room] = newer(classroom.rooms.get(board.room), read)

    def _hear(self, name: str | None, _event: Event | None) -> None:
        """Another process has written an event; ``None`` stands for any classroom."""
        with self._lock:
            names = list(self._watched) if name is None else [name] if name in self._watched else []
        for each in names:
            self._spread(each)

    def _spread(self, name: str) -> None:
        """Tell those who watch a classroom."""
        with self._lock:
            classroom = self._watched.get(name)
        if classroom is not None:
            classroom.tell()

    def _classroom(self, name: str) -> Classroom:
        with self._lock:
            if name in self._watched:
                return self._watched[name]
        found = self._store.classroom(name)
        if found is None:
            raise Refusal("there is no such class", "ask for the link again")
        return Classroom(name, first_classroom_state(*found))


def newer(known: RoomState | None, read: RoomState) -> RoomState:
    """The later one of two states of a room."""
    return read if known is None or known.number < read.number else known


def next_pairs(state: ClassroomState, rooms: Mapping[str, RoomState]) -> tuple[list[Pair], int | None]:
    """The pairs of the next round, and the member with the bye of a Swiss tournament."""
    if state.system == "swiss":
        return swiss_round(state.present, state.results(rooms))
    order, number = list(state.order) or state.present, len(state.rounds) + 1
    if number > round_robin_length(len(order)):
        raise Refusal("everybody has met everybody", "open another class")
    pairs = round_robin_round(order, number)
    return [pair for pair in pairs if not state.removed & set(pair)], None


# The table of a tournament: points, and what decides between players with the same points.


class Standing(Struct, frozen=True):
    """A player in the table.

    * ``rank``: 1 plus the number of players that are ahead
    * ``points``: 1 for a win, ½ for a draw; for a bye 1 in a Swiss tournament, and nothing in a round robin,
      where everybody has one
    * ``buchholz``: the sum of the points of all opponents
    * ``sonneborn_berger``: the sum of the points of opponents that were beaten, and half of those with a draw

    For both, a bye of a Swiss tournament is a win against a dummy with the points of the player (FIDE
    Handbook C.07, Tie-Break Regulations since 2023).  The points of opponents are as they are, also if they
    came late or were removed.
    """

    player: int
    rank: int
    points: float
    buchholz: float
    sonneborn_berger: float


def standings(players: Sequence[int], rounds: Sequence[Round], system: System) -> list[Standing]:
    """The table, the best player first.

    A Swiss tournament is decided by Buchholz, then Sonneborn-Berger; a round robin by Sonneborn-Berger alone,
    since everybody has the same opponents.
    """
    for_bye = 1.0 if system == "swiss" else 0.0
    known = {*players, *(player for each in rounds for pair in each.pairs for player in pair)}
    points = {player: score_of(player, rounds, for_bye) for player in known}
    made = []
    for player in players:
        met = [
            (points[opponent], won)
            for each in rounds
            for opponent, won in results_of(player, each)
            if won is not None
        ]
        byes = sum(each.bye == player for each in rounds)
        met += [(points[player], for_bye)] * (byes if for_bye else 0)
        buchholz, sonneborn_berger = sum(each for each, _ in met), sum(each * won for each, won in met)
        made.append((player, points[player], buchholz, sonneborn_berger))

    def strength(row: tuple[int, float, float, float]) -> tuple[float, ...]:
        _, own, buchholz, sonneborn_berger = row
        return (own, buchholz, sonneborn_berger) if system == "swiss" else (own, sonneborn_berger)

    made.sort(key=lambda row: (*(-each for each in strength(row)), row[0]))
    ranks = [1 + sum(strength(other) > strength(row) for other in made) for row in made]
    return [Standing(row[0], rank, *row[1:]) for rank, row in zip(ranks, made, strict=True)]
