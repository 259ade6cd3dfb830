"""The state of a classroom: a pure function of its events.

A classroom is a tournament of those who have opened its link: its rounds, with a room for each board.  Like a
room, it is a list of events in the database, in which its members sit.  The secret of a member is that of
their seats in all rooms; the teacher has one, too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Final

from noughts.rooms.pairing import Pair, Round, System
from noughts.rooms.state import SIT, Event, Opening, RoomState, seat_of

ROUND, REMOVE, RULE = "round", "remove", "rule"
"""The kinds of events, with `SIT`: a round begins; a member is removed; the teacher sets a result."""


@dataclass(frozen=True)
class ClassBoard:
    """A board of a round: its room, and its two members in the order of its seats."""

    room: str
    pair: Pair


@dataclass(frozen=True)
class ClassroomState:
    """A classroom after an event.

    * ``opening``: what its rooms are opened with
    * ``names``: the names of all members
    * ``removed``: the members that were removed, who are in no later round
    * ``rounds``: the boards of each round
    * ``byes``: the member of each round who has no opponent, ``None`` if there is none
    * ``order``: the members of a round robin, in the order of its table
    * ``ruled``: for each room whose result the teacher has set, the points of its first member
    """

    opening: Opening
    system: System
    number: int = 0
    names: tuple[str, ...] = ()
    removed: frozenset[int] = frozenset()
    rounds: tuple[tuple[ClassBoard, ...], ...] = ()
    byes: tuple[int | None, ...] = ()
    order: tuple[int, ...] = ()
    ruled: Mapping[str, float] = field(default_factory=dict)

    @property
    def present(self) -> list[int]:
        """The members that were not removed."""
        return [member for member in range(len(self.names)) if member not in self.removed]

    @property
    def boards(self) -> list[ClassBoard]:
        """The boards of all rounds."""
        return [board for boards in self.rounds for board in boards]

    @property
    def waiting(self) -> int | None:
        """The member who has no opponent in this round, and plays with the next who comes."""
        return self.byes[-1] if self.byes else None

    def board_of(self, member: int) -> ClassBoard | None:
        """The board of a member in this round."""
        boards = self.rounds[-1] if self.rounds else ()
        return next((board for board in boards if member in board.pair), None)

    def points_of(self, board: ClassBoard, rooms: Mapping[str, RoomState]) -> float | None:
        """The points of the first member of a board; ``None`` before its match is over.

        They are what the teacher has set; else those of the first match of the room; else a match that is
        not over is lost by the one who was removed, and drawn if both were.
        """
        if board.room in self.ruled:
            return self.ruled[board.room]
        points = first_points(rooms[board.room]) if board.room in rooms else None
        if points is None and (removed := [member in self.removed for member in board.pair]) != [
            False,
            False,
        ]:
            return (removed[1] - removed[0] + 1) / 2
        return points

    def results(self, rooms: Mapping[str, RoomState]) -> list[Round]:
        """The rounds with their results."""
        return [
            Round(
                tuple(board.pair for board in boards),
                tuple(self.points_of(board, rooms) for board in boards),
                bye,
            )
            for boards, bye in zip(self.rounds, self.byes, strict=True)
        ]

    def results_now(self, rooms: Mapping[str, RoomState]) -> list[Round]:
        """The rounds with their results, while the last one runs: until all of its matches are over,
        somebody may still come and play with the one who has the bye."""
        *before, last = self.results(rooms) or [Round((), ())]
        is_over = bool(last.points) and None not in last.points
        return [*before, last if is_over else replace(last, bye=None)]


def first_points(state: RoomState) -> float | None:
    """The points of the first seat in the first match of a room; ``None`` before it is over."""
    end = state.first_end
    if end is None:
        return None
    return 0.5 if end.winner is None else float(end.winner == state.opening.sides[state.opening.shift])


def first_classroom_state(opening: Opening, system: System) -> ClassroomState:
    """The state of a classroom before its first event.

    The first round of a Swiss tournament has begun: everybody who comes plays with the next one.
    """
    return (
        ClassroomState(opening, system, rounds=((),), byes=(None,))
        if system == "swiss"
        else ClassroomState(opening, system)
    )


def classroom_after(state: ClassroomState, events: Iterable[Event]) -> ClassroomState:
    """The state after some events, in their order."""
    for event in events:
        state = replace(_AFTER[event.kind](state, event), number=event.number)
    return state


def _after_sit(state: ClassroomState, event: Event) -> ClassroomState:
    member, room = seat_of(event), event.data.get("room")
    state = replace(state, names=(*state.names, event.data["name"]))
    if state.system != "swiss":
        return state
    if room is None:
        return replace(state, byes=(*state.byes[:-1], member))
    first, second = event.data["pair"]
    boards = (*state.rounds[-1], ClassBoard(room, (first, second)))
    return replace(state, rounds=(*state.rounds[:-1], boards), byes=(*state.byes[:-1], None))


def _after_round(state: ClassroomState, event: Event) -> ClassroomState:
    boards = tuple(ClassBoard(room, (first, second)) for room, (first, second) in event.data["boards"])
    order = state.order or tuple(event.data["order"])
    return replace(state, rounds=(*state.rounds, boards), byes=(*state.byes, event.data["bye"]), order=order)


def _after_remove(state: ClassroomState, event: Event) -> ClassroomState:
    member = event.data["member"]
    byes = state.byes
    if state.waiting == member:
        byes = (*byes[:-1], None)
    return replace(state, removed=state.removed | {member}, byes=byes)


def _after_rule(state: ClassroomState, event: Event) -> ClassroomState:
    room, points = event.data["room"], event.data["points"]
    others = {other: known for other, known in state.ruled.items() if other != room}
    return replace(state, ruled=others if points is None else {**others, room: points})


_AFTER: Final[Mapping[str, Callable[[ClassroomState, Event], ClassroomState]]] = {
    SIT: _after_sit,
    ROUND: _after_round,
    REMOVE: _after_remove,
    RULE: _after_rule,
}
