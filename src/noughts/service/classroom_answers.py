"""Answers about classrooms, as JSON: what the page of a class asks for and is told."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from noughts.games.picture import Pictured
from noughts.refusal import Refusal
from noughts.rooms.classroom import ClassBoard, ClassroomState
from noughts.rooms.classrooms import standings
from noughts.rooms.state import TEACHER, RoomState
from noughts.service.answers import Json
from noughts.service.room_answers import News, RoomAnswers, control_in, given, matches_in, text_in


class ClassroomAnswers:
    """The classrooms of a service with rooms; the names of public methods are those of questions."""

    def __init__(self, rooms: RoomAnswers) -> None:
        self._rooms = rooms
        self._classrooms = rooms.classrooms
        self.refusals = rooms.refusals

    def gather(self, asked: Json) -> Json:
        """A new classroom, with the secret of its teacher."""
        shown = self._rooms.settings_of({**asked, "game": text_in(asked, "game")})
        classroom, secret = self._classrooms.open(
            shown.name,
            given(asked, "settings", dict, {}),
            system=text_in(asked, "system"),
            control=control_in(asked),
        )
        return {"classroom": classroom, "secret": secret}

    def join(self, asked: Json) -> str:
        """The secret of a new member."""
        return self._classrooms.join(text_in(asked, "classroom"), text_in(asked, "name"))

    def round(self, asked: Json) -> None:
        """Begin a round."""
        name, secret = text_in(asked, "classroom"), text_in(asked, "secret")
        self._classrooms.begin_round(name, secret, given(asked, "round", int, 0))

    def remove(self, asked: Json) -> None:
        """Remove a member."""
        name, secret = text_in(asked, "classroom"), text_in(asked, "secret")
        self._classrooms.remove(name, secret, given(asked, "member", int, -1))

    def rule(self, asked: Json) -> None:
        """Set the result of a board, or take it back."""
        name, secret = text_in(asked, "classroom"), text_in(asked, "secret")
        self._classrooms.rule(name, secret, text_in(asked, "room"), text_in(asked, "result"))

    def matches(self, asked: Json) -> Json:
        """All matches as a file of records, for the teacher."""
        name = text_in(asked, "classroom")
        rooms = self._classrooms.rooms(name, text_in(asked, "secret"))
        text = matches_in(self._rooms.store, rooms)
        file = re.sub(r"\W+", "-", self._classrooms.state(name).opening.name, flags=re.ASCII)
        return {"name": f"{file}-class.match", "text": text}

    def classroom(self, asked: Json, tell: Callable[[News], None]) -> tuple[Json, Callable[[], None]]:
        """The state of a classroom, as its teacher, a member or somebody else sees it, and a function to
        leave it.

        Until then, `tell` is called with news of each new state, by any thread.
        """
        name = text_in(asked, "classroom")
        seat = self._classrooms.seat(name, text_in(asked, "secret"))

        def seen() -> Json:
            state, rooms = self._classrooms.view(name)
            shown = self._rooms.settings_of({"game": state.opening.game, "settings": state.opening.settings})
            about = {"title": shown.title, "isPictured": isinstance(shown.game, Pictured)}
            return about | classroom_json(state, rooms, seat)

        leave = self._classrooms.watch(name, lambda: tell(News(seen)), moves=seat == TEACHER)
        try:
            return seen(), leave
        except Refusal:
            leave()
            raise


def classroom_json(state: ClassroomState, rooms: Mapping[str, RoomState], seat: int | None) -> Json:
    """A classroom as a seat sees it.

    Only the teacher has the names of rooms, except that a member has that of their own; others see neither
    names nor the table.
    """
    known: Json = {
        "system": state.system,
        "round": len(state.rounds),
        "members": len(state.present),
        "isOpen": not state.order,
        "you": None,
        "isTeacher": seat == TEACHER,
    }
    if seat is None or seat in state.removed:
        return known
    table = [
        {
            "member": row.player,
            "name": state.names[row.player],
            "rank": row.rank,
            "points": row.points,
            "buchholz": row.buchholz,
            "sonnebornBerger": row.sonneborn_berger,
        }
        for row in standings(state.present, state.results_now(rooms), state.system)
    ]
    known["table"] = table
    if seat == TEACHER:
        last = state.rounds[-1] if state.rounds else ()
        running = sum(state.points_of(board, rooms) is None for board in last)
        return known | {
            "running": running,
            "waiting": None if state.waiting is None else state.names[state.waiting],
            "boards": [board_json(state, board, rooms[board.room]) for board in last],
        }
    own = state.board_of(seat)
    return known | {"you": state.names[seat], "board": own and board_json(state, own, rooms[own.room])}


def board_json(state: ClassroomState, board: ClassBoard, room: RoomState) -> Json:
    """A board of a round: its room, its players by side, and its first match, which counts."""
    begins = state.opening.shift
    sides = [state.opening.sides[begins], state.opening.sides[1 - begins]]
    return {
        "room": board.room,
        "names": {side: state.names[member] for side, member in zip(sides, board.pair, strict=True)},
        "moves": len(room.line),
        "toMove": room.to_move,
        "ruled": state.ruled.get(board.room),
        "end": room.first_end and {"winner": room.first_end.winner, "termination": room.first_end.reason},
    }
